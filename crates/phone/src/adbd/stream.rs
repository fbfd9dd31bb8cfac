//! Streams on a connection: one unacknowledged write at a time in each direction.

use super::packet::{CLSE, MAX_PAYLOAD, OKAY, OPEN, Packet, WRTE};
use bytes::Bytes;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Packets waiting for the wire. Writes are limited by acknowledgements, so more means a host that does not read.
const QUEUE: usize = 4096;
const MAX_STREAMS: usize = 512;
/// A host that writes without waiting may be this far ahead of a service.
const MAX_UNREAD: usize = 8 * 1024 * 1024;

/// One connection as its streams see it.
#[derive(Debug)]
pub(crate) struct Link {
    outgoing: mpsc::Sender<Packet>,
    streams: Mutex<HashMap<u32, Entry>>,
    next_id: AtomicU32,
    max_payload: AtomicUsize,
    /// The peer checks sums (protocol version 0x01000000).
    wants_sums: AtomicBool,
    /// Cancelled when the connection ends.
    pub(super) gone: CancellationToken,
}

#[derive(Debug)]
struct Entry {
    /// The host's id; 0 while it has not answered our OPEN.
    remote: u32,
    inbound: mpsc::UnboundedSender<Bytes>,
    unread: Arc<AtomicUsize>,
    credit: Arc<Semaphore>,
    hangup: CancellationToken,
    opened: Option<oneshot::Sender<()>>,
}

/// A service's end of a stream.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) reader: StreamReader,
    pub(crate) writer: StreamWriter,
}

#[derive(Debug)]
pub(crate) struct StreamReader {
    link: Arc<Link>,
    local: u32,
    remote: u32,
    inbound: mpsc::UnboundedReceiver<Bytes>,
    unread: Arc<AtomicUsize>,
}

#[derive(Clone, Debug)]
pub(crate) struct StreamWriter {
    link: Arc<Link>,
    local: u32,
    remote: u32,
    credit: Arc<Semaphore>,
    hangup: CancellationToken,
}

impl Link {
    pub(super) fn new() -> (Arc<Self>, mpsc::Receiver<Packet>) {
        let (outgoing, packets) = mpsc::channel(QUEUE);
        let link = Self {
            outgoing,
            streams: Mutex::default(),
            next_id: AtomicU32::new(1),
            max_payload: AtomicUsize::new(4096),
            wants_sums: AtomicBool::new(true),
            gone: CancellationToken::new(),
        };
        (Arc::new(link), packets)
    }

    pub(super) fn agree(&self, max_payload: u32, wants_sums: bool) {
        let max = usize::try_from(max_payload).unwrap_or(MAX_PAYLOAD).clamp(1, MAX_PAYLOAD);
        self.max_payload.store(max, Ordering::Relaxed);
        self.wants_sums.store(wants_sums, Ordering::Relaxed);
    }

    pub(super) fn wants_sums(&self) -> bool {
        self.wants_sums.load(Ordering::Relaxed)
    }

    pub(crate) fn max_payload(&self) -> usize {
        self.max_payload.load(Ordering::Relaxed)
    }

    /// Queues a packet. A host that has stopped reading loses its connection.
    pub(super) fn send(&self, packet: Packet) {
        if self.outgoing.try_send(packet).is_err() {
            self.gone.cancel();
        }
    }

    /// Accepts the host's OPEN. `None` when it has too many streams already.
    pub(super) fn accept(self: &Arc<Self>, remote: u32) -> Option<Stream> {
        let stream = self.register(remote, None)?;
        self.send(Packet::new(OKAY, stream.writer.local, remote));
        Some(stream)
    }

    /// Opens a stream to the host, for `reverse`. `None` when it refuses.
    pub(crate) async fn open(self: &Arc<Self>, destination: &str) -> Option<Stream> {
        let (opened, accepted) = oneshot::channel();
        let mut stream = self.register(0, Some(opened))?;
        let local = stream.writer.local;
        self.send(Packet::with(OPEN, local, 0, format!("{destination}\0")));
        accepted.await.ok()?;
        let remote = self.table().get(&local)?.remote;
        stream.reader.remote = remote;
        stream.writer.remote = remote;
        Some(stream)
    }

    fn register(self: &Arc<Self>, remote: u32, opened: Option<oneshot::Sender<()>>) -> Option<Stream> {
        let mut streams = self.table();
        if streams.len() >= MAX_STREAMS {
            return None;
        }
        let local = loop {
            let id = self.next_id.fetch_add(1, Ordering::Relaxed);
            if id != 0 && !streams.contains_key(&id) {
                break id;
            }
        };
        let (inbound, receiver) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        // The host's OPEN is also its permission to write once.
        let credit = Arc::new(Semaphore::new(usize::from(opened.is_none())));
        let hangup = CancellationToken::new();
        let entry = Entry {
            remote,
            inbound,
            unread: Arc::clone(&unread),
            credit: Arc::clone(&credit),
            hangup: hangup.clone(),
            opened,
        };
        streams.insert(local, entry);
        Some(Stream {
            reader: StreamReader { link: Arc::clone(self), local, remote, inbound: receiver, unread },
            writer: StreamWriter { link: Arc::clone(self), local, remote, credit, hangup },
        })
    }

    /// The host acknowledges a write, or accepts our OPEN.
    pub(super) fn acknowledged(&self, local: u32, remote: u32) {
        if let Some(entry) = self.table().get_mut(&local) {
            if let Some(opened) = entry.opened.take() {
                entry.remote = remote;
                opened.send(()).ok();
            }
            if entry.credit.available_permits() == 0 {
                entry.credit.add_permits(1);
            }
        }
    }

    /// The host writes.
    pub(super) fn received(&self, local: u32, bytes: Bytes) {
        let mut streams = self.table();
        let Some(entry) = streams.get(&local) else { return };
        let unread = entry.unread.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len();
        if unread > MAX_UNREAD || entry.inbound.send(bytes).is_err() {
            if unread > MAX_UNREAD {
                if let Some(entry) = streams.remove(&local) {
                    entry.end();
                    self.send(Packet::new(CLSE, local, entry.remote));
                }
            } else {
                // The service reads no more but still writes: what it is sent is swallowed.
                let remote = entry.remote;
                self.send(Packet::new(OKAY, local, remote));
            }
        }
    }

    /// The host closes. It gets a CLSE back, once.
    pub(super) fn closed_by_host(&self, local: u32) {
        let entry = self.table().remove(&local);
        if let Some(entry) = entry {
            entry.end();
            if entry.remote != 0 {
                self.send(Packet::new(CLSE, local, entry.remote));
            }
        }
    }

    /// The service is finished.
    fn closed_by_service(&self, local: u32) {
        let entry = self.table().remove(&local);
        if let Some(entry) = entry {
            entry.end();
            if entry.remote != 0 {
                self.send(Packet::new(CLSE, local, entry.remote));
            }
        }
    }

    /// Ends all streams, as a second CNXN and the end of the connection do.
    pub(super) fn reset(&self) {
        for (_, entry) in self.table().drain() {
            entry.end();
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<u32, Entry>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn end(&self) {
        self.credit.close();
        self.hangup.cancel();
    }
}

impl StreamReader {
    /// What the host wrote next; `None` when it has closed the stream.
    pub(crate) async fn read(&mut self) -> Option<Bytes> {
        let bytes = self.inbound.recv().await?;
        self.unread.fetch_sub(bytes.len(), Ordering::Relaxed);
        self.link.send(Packet::new(OKAY, self.local, self.remote));
        Some(bytes)
    }
}

impl StreamWriter {
    /// Sends bytes in as few packets as the host's limit allows, each after the one before was acknowledged.
    pub(crate) async fn write(&self, mut bytes: Bytes) -> io::Result<()> {
        while !bytes.is_empty() {
            let permit = self.credit.acquire().await;
            permit.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?.forget();
            let chunk = bytes.split_to(bytes.len().min(self.link.max_payload()));
            self.link.send(Packet::with(WRTE, self.local, self.remote, chunk));
        }
        Ok(())
    }

    /// The largest piece that travels in one packet.
    pub(crate) fn max_payload(&self) -> usize {
        self.link.max_payload()
    }

    /// Completes when the host has closed the stream or is gone.
    pub(crate) async fn hung_up(&self) {
        tokio::select! {
            () = self.hangup.cancelled() => {}
            () = self.link.gone.cancelled() => {}
        }
    }

    pub(crate) fn close(&self) {
        self.link.closed_by_service(self.local);
    }
}
