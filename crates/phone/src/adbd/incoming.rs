//! The receiving side of a connection.

use super::packet::{self, Malformed, Packet};
use bytes::{Bytes, BytesMut};
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

    /// Waits for the first bytes: are they these? They stay where they are.
    pub(super) async fn begins_with(&mut self, bytes: &[u8]) -> Result<bool, Lost> {
        loop {
            let have = self.buffer.len().min(bytes.len());
            if self.buffer[..have] != bytes[..have] {
                return Ok(false);
            }
            if have == bytes.len() {
                return Ok(true);
            }
            self.more(packet::HEAD).await?;
        }
    }

    /// What comes before the end of the line, or of everything; `None` when that is longer than `max`.
    pub(super) async fn line(&mut self, max: usize) -> Result<Option<Bytes>, Lost> {
        loop {
            if let Some(end) = self.buffer.iter().take(max).position(|byte| *byte == b'\n') {
                return Ok(Some(self.buffer.split_to(end).freeze()));
            }
            if self.buffer.len() >= max {
                return Ok(None);
            }
            match self.more(max).await {
                Ok(()) => {}
                Err(Lost::End) => return Ok(Some(self.buffer.split().freeze())),
                Err(lost) => return Err(lost),
            }
        }
    }

    /// Reads to the end of the line, but no more than about `max` bytes.
    pub(super) async fn skip_line(&mut self, max: usize) -> Result<(), Lost> {
        let mut skipped = 0;
        while !self.buffer.contains(&b'\n') && skipped < max {
            skipped += self.buffer.len();
            self.buffer.clear();
            self.more(packet::HEAD).await?;
        }
        Ok(())
    }

    pub(super) async fn next(&mut self) -> Result<Packet, Lost> {
        loop {
            let total = packet::total_length(&self.buffer)?;
            if let Some(packet) = packet::decode(&mut self.buffer)? {
                return Ok(packet);
            }
            let missing = total.map_or(0, |total| total - self.buffer.len());
            self.more(missing).await?;
        }
    }

    /// Waits for more bytes, with room for those that are missing.
    async fn more(&mut self, missing: usize) -> Result<(), Lost> {
        if self.buffer.capacity() - self.buffer.len() < missing.max(packet::HEAD) {
            self.buffer.reserve(missing.max(CHUNK));
        }
        match self.io.read_buf(&mut self.buffer).await? {
            0 => Err(Lost::End),
            _ => Ok(()),
        }
    }
}
