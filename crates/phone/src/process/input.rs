//! Where a program reads.

use super::pipe;
use crate::files::Errno;
use bytes::Bytes;
use std::fs::File;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::sync::Arc;
use tokio::sync::Mutex;

const CHUNK: usize = 64 * 1024;
/// What one program may keep in memory: who asks for everything in `/dev/zero` is told no.
const MEMORY: usize = if cfg!(test) { 4 } else { 64 } * 1024 * 1024;
static ZEROS: [u8; CHUNK] = [0; CHUNK];

#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// `/dev/null`
    Empty,
    /// `/dev/zero`
    Zero,
    /// `/dev/random`, `/dev/urandom`
    Random,
    /// Shared by all who inherited it; the reader is taken away from a background job.
    Pipe(Arc<Mutex<pipe::Reader>>),
    File(Arc<File>),
    /// Opened, but not to be read.
    Directory,
    /// `<&-`
    Closed,
}

impl Input {
    pub(crate) fn pipe(reader: pipe::Reader) -> Self {
        Self::Pipe(Arc::new(Mutex::new(reader)))
    }

    /// At most `max` bytes, waiting for some; empty at the end.
    pub(crate) async fn read(&self, max: usize) -> io::Result<Bytes> {
        let max = max.min(CHUNK);
        match self {
            Self::Empty => Ok(Bytes::new()),
            Self::Zero => {
                tokio::task::coop::consume_budget().await;
                Ok(Bytes::from_static(&ZEROS).slice(..max))
            }
            Self::Random => {
                tokio::task::coop::consume_budget().await;
                Ok(random_bytes(max).into())
            }
            Self::Pipe(reader) => Ok(reader.lock().await.read(max).await),
            Self::File(file) => {
                tokio::task::coop::consume_budget().await;
                let mut buffer = vec![0; max];
                let count = (&**file).read(&mut buffer)?;
                buffer.truncate(count);
                Ok(buffer.into())
            }
            Self::Directory => Err(Errno::IsDirectory.into()),
            Self::Closed => Err(Errno::BadFile.into()),
        }
    }

    pub(crate) async fn next(&self) -> io::Result<Bytes> {
        self.read(CHUNK).await
    }

    pub(crate) async fn read_to_end(&self) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        loop {
            let bytes = self.next().await?;
            if bytes.is_empty() {
                return Ok(all);
            }
            all.extend_from_slice(&bytes);
            if all.len() > MEMORY {
                return Err(Errno::NoMemory.into());
            }
        }
    }

    /// One line with its newline and not a byte more: what follows belongs to the next program.
    pub(crate) async fn read_line(&self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let mut bytes = self.next().await?;
            if bytes.is_empty() {
                return Ok(line);
            }
            if let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
                line.extend_from_slice(&bytes.split_to(end + 1));
                self.unread(bytes).await?;
                return Ok(line);
            }
            line.extend_from_slice(&bytes);
            if line.len() > MEMORY {
                return Err(Errno::NoMemory.into());
            }
        }
    }

    /// Back to the beginning, where there is one.
    pub(crate) fn rewind(&self) -> io::Result<()> {
        if let Self::File(file) = self {
            (&**file).rewind()?;
        }
        Ok(())
    }

    /// Gives back what was read too far.
    pub(crate) async fn unread(&self, bytes: Bytes) -> io::Result<()> {
        match self {
            Self::Pipe(reader) => reader.lock().await.unread(bytes),
            Self::File(file) => {
                let back = i64::try_from(bytes.len()).unwrap_or(0);
                (&**file).seek(SeekFrom::Current(-back))?;
            }
            Self::Empty | Self::Zero | Self::Random | Self::Directory | Self::Closed => {}
        }
        Ok(())
    }
}

/// Bytes without a pattern; nothing secret is made of them.
pub(crate) fn random_bytes(count: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(count + 8);
    let mut state = RandomState::new().build_hasher().finish() | 1;
    while bytes.len() < count {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        bytes.extend_from_slice(&state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_le_bytes());
    }
    bytes.truncate(count);
    bytes
}
