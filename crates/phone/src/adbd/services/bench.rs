//! `sink:N` and `source:N`: bytes for measuring the wire.

use crate::adbd::connection::Service;
use bytes::Bytes;

pub(super) fn sink(count: &str) -> Option<Service> {
    let count: u64 = count.parse().ok()?;
    Some(Box::new(move |mut stream| {
        Box::pin(async move {
            let mut left = count;
            while left > 0 {
                match stream.reader.read().await {
                    Some(bytes) => left = left.saturating_sub(bytes.len() as u64),
                    None => return,
                }
            }
        })
    }))
}

pub(super) fn source(count: &str) -> Option<Service> {
    let count: u64 = count.parse().ok()?;
    Some(Box::new(move |stream| {
        Box::pin(async move {
            static ZEROS: [u8; 64 * 1024] = [0; 64 * 1024];
            let mut left = count;
            while left > 0 {
                let length = left.min(ZEROS.len() as u64);
                left -= length;
                let chunk = Bytes::from_static(&ZEROS[..usize::try_from(length).unwrap_or(0)]);
                if stream.writer.write(chunk).await.is_err() {
                    return;
                }
            }
        })
    }))
}
