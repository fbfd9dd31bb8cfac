//! `sink:N`: swallows N bytes, for measuring.

use super::service::{Service, service};

pub(super) fn open(count: &str) -> Option<Service> {
    let mut left: u64 = count.parse().ok()?;
    Some(service(move |mut stream| async move {
        while left > 0 {
            let Some(bytes) = stream.reader.read().await else { return };
            left = left.saturating_sub(bytes.len() as u64);
        }
    }))
}
