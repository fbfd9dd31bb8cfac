//! The way from the server to a phone, in memory, as slow as one likes.

use std::sync::Arc;
use std::time::Duration;

use adb::{Deadline, Direct};
use async_trait::async_trait;
use device::android::Dial;
use phone::Phone;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::Instant;

pub(crate) struct Cable {
    pub(crate) phone: Arc<Phone>,
    /// How much later everything arrives, in either direction.
    pub(crate) delay: Duration,
}

#[async_trait]
impl Dial for Cable {
    async fn dial(&self, deadline: Deadline) -> adb::Result<Direct> {
        if self.delay.is_zero() {
            return Direct::handshake(self.phone.connect(), deadline).await;
        }
        let (near, far) = tokio::io::duplex(1 << 20);
        let (from_host, to_host) = tokio::io::split(far);
        let (from_phone, to_phone) = tokio::io::split(self.phone.connect());
        tokio::spawn(carry(from_host, to_phone, self.delay));
        tokio::spawn(carry(from_phone, to_host, self.delay));
        Direct::handshake(near, deadline).await
    }
}

async fn carry(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, delay: Duration) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(len @ 1..) = from.read(&mut bytes).await {
        tokio::time::sleep_until(Instant::now() + delay).await;
        if to.write_all(&bytes[..len]).await.is_err() {
            break;
        }
    }
}
