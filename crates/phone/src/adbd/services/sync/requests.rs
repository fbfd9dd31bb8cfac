//! The host's side of a sync stream: requests and data, however they are cut into packets.

use crate::adbd::stream::Reader;
use bytes::{Buf as _, Bytes, BytesMut};

/// The longest path a host may name.
pub(super) const MAX_PATH: usize = 1024;

pub(super) struct Requests {
    reader: Reader,
    buffer: Bytes,
}

/// The first eight bytes of everything a host sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) id: [u8; 4],
    /// Mostly the length of what follows.
    pub(super) value: u32,
}

impl Requests {
    pub(super) fn new(reader: Reader) -> Self {
        Self { reader, buffer: Bytes::new() }
    }

    /// `None` when the host is gone.
    pub(super) async fn head(&mut self) -> Option<Head> {
        let mut bytes = self.exactly(8).await?;
        let mut id = [0; 4];
        bytes.copy_to_slice(&mut id);
        Some(Head { id, value: bytes.get_u32_le() })
    }

    /// That many bytes in one piece.
    pub(super) async fn exactly(&mut self, count: usize) -> Option<Bytes> {
        if self.buffer.is_empty() && count > 0 {
            self.buffer = self.reader.read().await?;
        }
        if self.buffer.len() >= count {
            return Some(self.buffer.split_to(count));
        }
        let mut whole = BytesMut::with_capacity(count);
        while whole.len() < count {
            whole.extend_from_slice(&self.some(count - whole.len()).await?);
        }
        Some(whole.freeze())
    }

    /// At least one byte and at most `max`, as they come.
    pub(super) async fn some(&mut self, max: usize) -> Option<Bytes> {
        if self.buffer.is_empty() {
            self.buffer = self.reader.read().await?;
        }
        Some(self.buffer.split_to(self.buffer.len().min(max)))
    }

    /// Reads away that many bytes.
    pub(super) async fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > 0 {
            count -= self.some(count).await?.len();
        }
        Some(())
    }
}
