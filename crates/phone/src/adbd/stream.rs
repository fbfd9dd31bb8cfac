//! One stream of a connection as a service sees it. A reader and a writer, so that both ways can go on at once.

use super::link::Link;
use super::packet::Command;
use bytes::Bytes;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

/// Packets a host may send ahead of our answers. One is what the protocol allows; a few are forgiven.
pub(super) const AHEAD: usize = 4;

pub(super) struct Stream {
    pub(super) reader: Reader,
    pub(super) writer: Writer,
}

pub(super) struct Reader {
    inbox: mpsc::Receiver<Bytes>,
    writer: Writer,
}

/// Clones write to the same stream.
#[derive(Clone)]
pub(super) struct Writer {
    id: u32,
    gate: Arc<Gate>,
    link: Arc<Link>,
}

/// What the connection tells a stream.
pub(super) struct Gate {
    /// The host's name for the stream; 0 until it has one.
    peer: AtomicU32,
    /// Holds a permit when the host can take another packet.
    credit: Semaphore,
    closed: CancellationToken,
    /// The connection is to be lost in the middle of the next packet.
    cut: AtomicBool,
}

impl Stream {
    /// A stream and the end that the connection fills.
    pub(super) fn new(link: Arc<Link>, id: u32, gate: Arc<Gate>) -> (Self, mpsc::Sender<Bytes>) {
        let (sender, inbox) = mpsc::channel(AHEAD);
        let writer = Writer { id, gate, link };
        (Self { reader: Reader { inbox, writer: writer.clone() }, writer }, sender)
    }
}

impl Reader {
    /// What the host sent, as it was cut by the host; `None` when the stream is closed and all is read.
    pub(super) async fn read(&mut self) -> Option<Bytes> {
        loop {
            let bytes = self.inbox.recv().await?;
            // Taken, so the next one may come. A lost connection shows when the inbox ends.
            if !self.writer.is_closed() {
                self.writer.signal(Command::Okay).await.ok();
            }
            if !bytes.is_empty() {
                return Some(bytes);
            }
        }
    }
}

impl Writer {
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// The connection's name in events.
    pub(super) fn connection(&self) -> u64 {
        self.link.connection()
    }

    /// The program on this stream has ended so.
    pub(super) fn exited(&self, status: u8) {
        self.link.exited(self.id, status);
    }

    /// Completes when the host has closed the stream or is gone.
    pub(super) async fn closed(&self) {
        self.gate.closed.cancelled().await;
    }

    pub(super) fn is_closed(&self) -> bool {
        self.gate.closed.is_cancelled()
    }

    /// The longest payload of one packet.
    pub(super) fn max_payload(&self) -> usize {
        self.link.max_payload()
    }

    /// Waits until the host can take a packet, without using that up.
    pub(super) async fn ready(&self) -> io::Result<()> {
        self.gate.credit.acquire().await.map(drop).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Sends bytes, in as few packets as possible.
    pub(super) async fn write(&self, bytes: impl Into<Bytes>) -> io::Result<()> {
        let mut rest = bytes.into();
        while !rest.is_empty() {
            let piece = rest.split_to(rest.len().min(self.max_payload()));
            self.write_packet(&[piece]).await?;
        }
        Ok(())
    }

    /// Sends pieces as one packet; together they must not be longer than `max_payload`.
    pub(super) async fn write_packet(&self, pieces: &[Bytes]) -> io::Result<()> {
        let credit = self.gate.credit.acquire().await;
        credit.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?.forget();
        let wire = self.link.wire();
        if self.gate.cut.load(Ordering::Relaxed) {
            // Whether that much can still be written makes no difference.
            wire.send_half(Command::Write, self.id, self.peer(), pieces).await.ok();
            self.link.cut(self.id);
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        wire.send(Command::Write, self.id, self.peer(), pieces).await
    }

    /// The connection is lost in the middle of the answer, or at its end if there is none.
    pub(super) fn cut_answer(&self) {
        self.gate.cut.store(true, Ordering::Relaxed);
    }

    /// Closes both ways. What was written before is still delivered.
    pub(super) async fn close(&self) {
        if self.link.remove(self.id) {
            self.gate.close();
            if self.gate.cut.load(Ordering::Relaxed) {
                self.link.cut(self.id);
                return;
            }
            // When the connection is lost, the stream is closed anyway.
            self.signal(Command::Close).await.ok();
        }
    }

    pub(super) async fn signal(&self, command: Command) -> io::Result<()> {
        self.link.wire().signal(command, self.id, self.peer()).await
    }

    fn peer(&self) -> u32 {
        self.gate.peer.load(Ordering::Relaxed)
    }
}

impl Gate {
    /// The gate of a stream the host has opened.
    pub(super) fn open(peer: u32) -> Arc<Self> {
        Arc::new(Self::new(peer, 1))
    }

    /// The gate of a stream that the host has yet to accept.
    pub(super) fn asking() -> Arc<Self> {
        Arc::new(Self::new(0, 0))
    }

    fn new(peer: u32, credit: usize) -> Self {
        Self {
            peer: AtomicU32::new(peer),
            credit: Semaphore::new(credit),
            closed: CancellationToken::new(),
            cut: AtomicBool::new(false),
        }
    }

    /// Is that the host's name for the stream?
    pub(super) fn is_peer(&self, peer: u32) -> bool {
        self.peer.load(Ordering::Relaxed) == peer
    }

    /// The host, which calls the stream `peer`, can take a packet.
    pub(super) fn grant(&self, peer: u32) {
        // The first answer to our own question brings the name.
        let named = self.peer.compare_exchange(0, peer, Ordering::Relaxed, Ordering::Relaxed);
        if named.is_err_and(|name| name != peer) {
            return;
        }
        // An answer too many must not make us send too much.
        if self.credit.available_permits() == 0 {
            self.credit.add_permits(1);
        }
    }

    pub(super) fn close(&self) {
        self.credit.close();
        self.closed.cancel();
    }
}
