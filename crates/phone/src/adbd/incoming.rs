//! The receiving side of a connection.

use super::packet::{self, Malformed, Packet};
use bytes::BytesMut;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Bytes asked for at once; a longer packet is read into a buffer of its own length.
const CHUNK: usize = 64 * 1024;

pub(super) struct Incoming<R> {
    io: R,
    buffer: BytesMut,
}

/// Why no packet comes any more.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    #[error("the host is gone")]
    End,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

impl<R: AsyncRead + Unpin> Incoming<R> {
    pub(super) fn new(io: R) -> Self {
        Self { io, buffer: BytesMut::new() }
    }

    pub(super) async fn next(&mut self) -> Result<Packet, Lost> {
        loop {
            let total = packet::total_length(&self.buffer)?;
            if let Some(packet) = packet::decode(&mut self.buffer)? {
                return Ok(packet);
            }
            let missing = total.map_or(0, |total| total - self.buffer.len());
            if self.buffer.capacity() - self.buffer.len() < missing.max(packet::HEAD) {
                self.buffer.reserve(missing.max(CHUNK));
            }
            if self.io.read_buf(&mut self.buffer).await? == 0 {
                return Err(Lost::End);
            }
        }
    }
}
