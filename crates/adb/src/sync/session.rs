//! A conversation with the device's file service: several requests, one after the other.

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{Deadline, Device, Error, Feature, Features, Loss, Result, Stream};

/// An open file service. A request that was given up half-way leaves it unusable.
#[derive(Debug)]
pub struct SyncSession {
    pub(super) stream: Stream,
    pub(super) received: BytesMut,
    features: Features,
    interrupted: bool,
}

/// Room made before a read.
const ROOM: usize = 128 * 1024;
/// The longest text of a FAIL.
const LONGEST_TEXT: usize = 64 * 1024;

impl Device {
    pub async fn sync(&self, deadline: Deadline) -> Result<SyncSession> {
        let features = self.features(deadline).await?;
        let stream = self.open("sync:", deadline).await?;
        Ok(SyncSession { stream, received: BytesMut::new(), features, interrupted: false })
    }
}

impl SyncSession {
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// Marks the session as unusable until `end`, which a dropped future never reaches.
    pub(super) fn begin(&mut self) -> Result<()> {
        if self.interrupted {
            return Err(Error::invalid("sync session", "an earlier request was interrupted"));
        }
        self.interrupted = true;
        Ok(())
    }

    /// After an answer, good or bad, the next request may follow; after anything else it may not.
    pub(super) fn end<T>(&mut self, answer: Result<T>) -> Result<T> {
        self.interrupted = !matches!(answer, Ok(_) | Err(Error::Sync { .. }));
        answer
    }

    /// As `end`, for an answer that leaves the session unusable.
    pub(super) fn abandon(&mut self) {
        self.interrupted = true;
    }

    pub(super) async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream.write_all(bytes).await.map_err(Error::from_stream)
    }

    /// The four letters that begin an answer.
    pub(super) async fn id(&mut self) -> Result<[u8; 4]> {
        self.bytes().await
    }

    pub(super) async fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        fill(&mut self.stream, &mut self.received, N).await?;
        let mut bytes = [0; N];
        self.received.copy_to_slice(&mut bytes);
        Ok(bytes)
    }

    pub(super) async fn length(&mut self) -> Result<usize> {
        Ok(u32::from_le_bytes(self.bytes().await?) as usize)
    }

    pub(super) async fn fill(&mut self, length: usize) -> Result<()> {
        fill(&mut self.stream, &mut self.received, length).await
    }

    /// The error behind a FAIL whose id has been read.
    pub(super) async fn failure(&mut self, path: &str) -> Error {
        let text = async {
            let length = self.length().await?;
            fail_text(&mut self.stream, &mut self.received, length).await
        };
        match text.await {
            Ok(text) => Error::Sync { path: path.to_owned(), text },
            Err(error) => error,
        }
    }
}

/// The text of a FAIL whose length has been read.
pub(super) async fn fail_text(
    stream: &mut (impl tokio::io::AsyncRead + Unpin),
    received: &mut BytesMut,
    length: usize,
) -> Result<String> {
    if length > LONGEST_TEXT {
        return Err(Error::protocol(format!("the device sent an error text of {length} bytes")));
    }
    fill(stream, received, length).await?;
    Ok(String::from_utf8_lossy(&received.split_to(length)).trim_end_matches('\0').to_owned())
}

/// Reads until at least `length` bytes are there.
pub(super) async fn fill(
    stream: &mut (impl tokio::io::AsyncRead + Unpin),
    received: &mut BytesMut,
    length: usize,
) -> Result<()> {
    while received.len() < length {
        received.reserve(ROOM);
        if stream.read_buf(received).await.map_err(Error::from_stream)? == 0 {
            return Err(Error::ConnectionLost(Loss::Incomplete));
        }
    }
    Ok(())
}
