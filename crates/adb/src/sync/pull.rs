//! A file from the device.

use bytes::Buf as _;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};

use super::{SyncSession, wire};
use crate::{Deadline, Device, Error, Result};

impl Device {
    /// Copies a file's bytes to `sink`; the answer is their number. The sink may have got some of
    /// them when it fails, so give it a temporary file.
    pub async fn pull(
        &self,
        path: &str,
        sink: &mut (impl AsyncWrite + Unpin + ?Sized),
        deadline: Deadline,
    ) -> Result<u64> {
        self.sync(deadline).await?.pull(path, sink, deadline).await
    }
}

impl SyncSession {
    /// See `Device::pull`.
    pub async fn pull(
        &mut self,
        path: &str,
        sink: &mut (impl AsyncWrite + Unpin + ?Sized),
        deadline: Deadline,
    ) -> Result<u64> {
        let request = wire::request(*b"RECV", path)?;
        self.begin()?;
        let answer = async {
            self.send(&request).await?;
            self.copy_to(path, sink).await
        };
        let answer = deadline.run("pulling a file", answer).await;
        self.end(answer)
    }

    async fn copy_to(
        &mut self,
        path: &str,
        sink: &mut (impl AsyncWrite + Unpin + ?Sized),
    ) -> Result<u64> {
        let local = || Error::io("writing a pulled file");
        let mut copied = 0;
        loop {
            match &self.id().await? {
                b"DATA" => {}
                b"DONE" => {
                    self.length().await?;
                    sink.flush().await.map_err(local())?;
                    return Ok(copied);
                }
                b"FAIL" => return Err(self.failure(path).await),
                id => return Err(wire::unexpected(*id, "part of a file")),
            }
            let mut left = self.length().await?;
            if left > wire::LONGEST_DATA {
                return Err(Error::protocol(format!("the device sent {left} bytes in one DATA")));
            }
            while left > 0 {
                self.fill(1).await?;
                let piece = left.min(self.received.len());
                sink.write_all(&self.received[..piece]).await.map_err(local())?;
                self.received.advance(piece);
                left -= piece;
                copied += piece as u64;
            }
        }
    }
}
