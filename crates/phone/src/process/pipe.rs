//! A pipe between two programs: bounded, many writers, one reader, chunks move without copying.
//!
//! Each chunk carries the channel it was written to, so that one pipe can bring standard output and standard error
//! to adbd in the order they were written. Dropping the reader breaks the writers; dropping all writers is the end.

use bytes::Bytes;
use std::io;
use tokio::sync::mpsc;

/// Chunks a pipe holds before its writers wait.
const DEPTH: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    Out,
    Err,
}

/// What a pipe has without waiting.
#[derive(Debug)]
pub(crate) enum Next {
    Chunk(Channel, Bytes),
    NotYet,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Writer {
    sender: mpsc::Sender<(Channel, Bytes)>,
    channel: Channel,
}

#[derive(Debug)]
pub(crate) struct Reader {
    receiver: mpsc::Receiver<(Channel, Bytes)>,
    /// What was received but not yet taken.
    rest: Bytes,
}

pub(crate) fn pipe() -> (Writer, Reader) {
    let (sender, receiver) = mpsc::channel(DEPTH);
    (Writer { sender, channel: Channel::Out }, Reader { receiver, rest: Bytes::new() })
}

impl Writer {
    /// The same pipe, marked as standard error.
    pub(crate) fn as_err(&self) -> Self {
        Self { sender: self.sender.clone(), channel: Channel::Err }
    }

    pub(crate) async fn write(&self, bytes: Bytes) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.sender
            .send((self.channel, bytes))
            .await
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }

    /// Writes if there is room at once.
    pub(crate) fn offer(&self, bytes: Bytes) {
        if !bytes.is_empty() {
            self.sender.try_send((self.channel, bytes)).ok();
        }
    }

    /// Lets the reader see an end once, as Ctrl-D on a terminal does.
    pub(crate) async fn end(&self) -> io::Result<()> {
        let end = (self.channel, Bytes::new());
        self.sender.send(end).await.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }

    /// Completes when nobody reads any more.
    pub(crate) async fn broken(&self) {
        self.sender.closed().await;
    }
}

impl Reader {
    /// At most `max` bytes, waiting for some; empty at the end.
    pub(crate) async fn read(&mut self, max: usize) -> Bytes {
        if self.rest.is_empty() {
            match self.receiver.recv().await {
                Some((_, bytes)) => self.rest = bytes,
                None => return Bytes::new(),
            }
        }
        self.rest.split_to(self.rest.len().min(max))
    }

    /// Gives back what was read too far.
    pub(crate) fn unread(&mut self, bytes: Bytes) {
        if self.rest.is_empty() {
            self.rest = bytes;
        } else if !bytes.is_empty() {
            self.rest = [bytes, std::mem::take(&mut self.rest)].concat().into();
        }
    }

    /// The next chunk as it was written; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<(Channel, Bytes)> {
        self.receiver.recv().await
    }

    /// A chunk that is already there.
    pub(crate) fn try_next(&mut self) -> Next {
        match self.receiver.try_recv() {
            Ok((channel, bytes)) => Next::Chunk(channel, bytes),
            Err(mpsc::error::TryRecvError::Empty) => Next::NotYet,
            Err(mpsc::error::TryRecvError::Disconnected) => Next::End,
        }
    }
}
