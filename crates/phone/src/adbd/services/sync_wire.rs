//! The words of the sync protocol: reading requests, building replies.

use crate::adbd::stream::StreamReader;
use crate::files::{Errno, Stat};
use bytes::{Buf as _, Bytes, BytesMut};

/// More than this in one message is an error, as in the real adbd.
pub(super) const MAX_DATA: usize = 64 * 1024;

/// Bytes of the stream, however they were cut.
pub(super) struct Incoming {
    reader: StreamReader,
    buffer: BytesMut,
}

impl Incoming {
    pub(super) fn new(reader: StreamReader) -> Self {
        Self { reader, buffer: BytesMut::new() }
    }

    /// Exactly `count` bytes; `None` when the host went before.
    pub(super) async fn take(&mut self, count: usize) -> Option<Bytes> {
        while self.buffer.len() < count {
            let bytes = self.reader.read().await?;
            if self.buffer.is_empty() && bytes.len() == count {
                return Some(bytes);
            }
            self.buffer.extend_from_slice(&bytes);
        }
        Some(self.buffer.split_to(count).freeze())
    }

    /// An id and the number after it.
    pub(super) async fn head(&mut self) -> Option<([u8; 4], u32)> {
        let mut head = self.take(8).await?;
        let mut id = [0; 4];
        head.copy_to_slice(&mut id);
        Some((id, head.get_u32_le()))
    }
}

pub(super) fn words(id: &[u8; 4], values: &[u32], into: &mut BytesMut) {
    into.extend_from_slice(id);
    for value in values {
        into.extend_from_slice(&value.to_le_bytes());
    }
}

pub(super) fn fail(text: &str) -> BytesMut {
    let mut reply = BytesMut::new();
    words(b"FAIL", &[u32::try_from(text.len()).unwrap_or(0)], &mut reply);
    reply.extend_from_slice(text.as_bytes());
    reply
}

/// The old form: mode, size and time in 32 bits each; all zero for what is not there.
pub(super) fn stat_v1(stat: Option<&Stat>) -> [u32; 3] {
    stat.map_or([0; 3], |stat| [stat.st_mode(), low(stat.size), low(stat.modified.cast_unsigned())])
}

/// The new form, without its id: 68 bytes.
pub(super) fn stat_v2(stat: Result<&Stat, Errno>, into: &mut BytesMut) {
    let (error, stat) = match stat {
        Ok(stat) => (0, Some(stat)),
        Err(errno) => (errno.number(), None),
    };
    let long = |value: u64, into: &mut BytesMut| into.extend_from_slice(&value.to_le_bytes());
    into.extend_from_slice(&error.to_le_bytes());
    long(u64::from(stat.is_some()) * 0xfe05, into);
    long(stat.map_or(0, |stat| stat.inode), into);
    for word in stat.map_or([0; 4], |stat| [stat.st_mode(), stat.links, stat.uid, stat.gid]) {
        into.extend_from_slice(&word.to_le_bytes());
    }
    long(stat.map_or(0, |stat| stat.size), into);
    for _ in ["accessed", "modified", "changed"] {
        long(stat.map_or(0, |stat| stat.modified.cast_unsigned()), into);
    }
}

fn low(value: u64) -> u32 {
    (value & 0xffff_ffff) as u32
}
