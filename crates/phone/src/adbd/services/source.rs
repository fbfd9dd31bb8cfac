//! `source:N`: produces N bytes, for measuring.

use super::service::{Service, service};
use bytes::Bytes;

const CHUNK: usize = 1024 * 1024;

pub(super) fn open(count: &str) -> Option<Service> {
    let mut left: u64 = count.parse().ok()?;
    Some(service(move |stream| async move {
        let zeros = Bytes::from(vec![0; CHUNK.min(stream.writer.max_payload())]);
        while left > 0 {
            let length = zeros.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if stream.writer.write(zeros.slice(..length)).await.is_err() {
                return;
            }
            left -= length as u64;
        }
    }))
}
