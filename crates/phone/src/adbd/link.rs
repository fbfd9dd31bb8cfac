//! One connection as its streams see it: the wire, and the table of streams.

use super::packet::{Command, MAX_PAYLOAD};
use super::services::Reverses;
use super::stream::{Gate, Stream};
use super::wire::Wire;
use bytes::Bytes;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWrite;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Streams a host may have open at the same time.
const MAX_STREAMS: usize = 512;

pub(super) struct Link {
    wire: Wire,
    max_payload: AtomicUsize,
    streams: Mutex<Streams>,
    pub(super) reverses: Reverses,
    ended: CancellationToken,
    /// What this connection is called in events; 0 until the host has introduced itself.
    connection: AtomicU64,
    /// How programs ended, until that is told.
    exits: Mutex<HashMap<u32, u8>>,
    /// The stream in whose middle a fault cut the connection; 0 for none.
    cut: AtomicU32,
}

#[derive(Default)]
struct Streams {
    last_id: u32,
    table: HashMap<u32, Entry>,
}

struct Entry {
    gate: Arc<Gate>,
    inbox: mpsc::Sender<Bytes>,
}

/// The host has more streams open than anybody needs.
pub(super) struct TooMany;

impl Link {
    /// Cancels `ended` when the connection is lost.
    pub(super) fn new(io: Box<dyn AsyncWrite + Send + Unpin>, ended: CancellationToken) -> Self {
        Self {
            wire: Wire::new(io, ended.clone()),
            max_payload: AtomicUsize::new(MAX_PAYLOAD),
            streams: Mutex::default(),
            reverses: Reverses::default(),
            ended,
            connection: AtomicU64::new(0),
            exits: Mutex::default(),
            cut: AtomicU32::new(0),
        }
    }

    pub(super) fn wire(&self) -> &Wire {
        &self.wire
    }

    pub(super) fn max_payload(&self) -> usize {
        self.max_payload.load(Ordering::Relaxed)
    }

    pub(super) fn set_max_payload(&self, length: usize) {
        self.max_payload.store(length, Ordering::Relaxed);
    }

    pub(super) fn connection(&self) -> u64 {
        self.connection.load(Ordering::Relaxed)
    }

    pub(super) fn set_connection(&self, connection: u64) {
        self.connection.store(connection, Ordering::Relaxed);
    }

    /// A program on that stream has ended so.
    pub(super) fn exited(&self, id: u32, status: u8) {
        self.exits().insert(id, status);
    }

    pub(super) fn take_exit(&self, id: u32) -> Option<u8> {
        self.exits().remove(&id)
    }

    fn exits(&self) -> MutexGuard<'_, HashMap<u32, u8>> {
        self.exits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Completes when the connection is over.
    pub(super) async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Cuts the connection.
    pub(super) fn end(&self) {
        self.ended.cancel();
    }

    /// A fault cuts it in the middle of that stream.
    pub(super) fn cut(&self, id: u32) {
        self.cut.store(id, Ordering::Relaxed);
        self.end();
    }

    pub(super) fn was_cut(&self, id: u32) -> bool {
        self.cut.load(Ordering::Relaxed) == id
    }

    /// A stream the host asked for. It is up to the caller to tell the host.
    pub(super) fn accept(self: &Arc<Self>, peer: u32) -> Result<Stream, TooMany> {
        self.add(Gate::open(peer))
    }

    /// Asks the host to open something, and waits for its answer.
    pub(super) async fn ask(self: &Arc<Self>, service: &str) -> io::Result<Stream> {
        let gate = Gate::asking();
        let stream = self.add(Arc::clone(&gate)).map_err(|TooMany| io::ErrorKind::QuotaExceeded)?;
        let service = Bytes::from(format!("{service}\0"));
        self.wire.send(Command::Open, stream.writer.id(), 0, &[service]).await?;
        match stream.writer.ready().await {
            Ok(()) => Ok(stream),
            Err(_) => Err(io::ErrorKind::ConnectionRefused.into()),
        }
    }

    /// A payload for a stream. An unknown stream, or one that is sent too much, is answered with a close.
    pub(super) async fn received(&self, id: u32, peer: u32, payload: Bytes) -> io::Result<()> {
        let refused = match self.streams().table.get(&id) {
            Some(entry) if entry.gate.is_peer(peer) => entry.inbox.try_send(payload).is_err(),
            Some(_) | None => true,
        };
        if refused {
            self.closed(id, peer);
            self.wire.signal(Command::Close, id, peer).await?;
        }
        Ok(())
    }

    /// The host can take the next packet of a stream, or has accepted it.
    pub(super) fn granted(&self, id: u32, peer: u32) {
        if let Some(entry) = self.streams().table.get(&id) {
            entry.gate.grant(peer);
        }
    }

    /// The host has closed a stream: who reads it sees its end, who writes it fails. Says whether it was open.
    pub(super) fn closed(&self, id: u32, peer: u32) -> bool {
        let mut streams = self.streams();
        let Slot::Occupied(slot) = streams.table.entry(id) else { return false };
        // A stream that the host refuses has no name on its side.
        if peer != 0 && !slot.get().gate.is_peer(peer) {
            return false;
        }
        slot.remove().gate.close();
        true
    }

    pub(super) fn close_all(&self) {
        let table = std::mem::take(&mut self.streams().table);
        for entry in table.values() {
            entry.gate.close();
        }
        self.reverses.clear();
    }

    /// Forgets a stream that is closed from our side. Says whether it was open.
    pub(super) fn remove(&self, id: u32) -> bool {
        self.streams().table.remove(&id).is_some()
    }

    fn add(self: &Arc<Self>, gate: Arc<Gate>) -> Result<Stream, TooMany> {
        let mut streams = self.streams();
        if streams.table.len() >= MAX_STREAMS {
            return Err(TooMany);
        }
        loop {
            // 0 is no name; the others come round again only after all have been used.
            streams.last_id = streams.last_id.wrapping_add(1).max(1);
            let id = streams.last_id;
            if let Slot::Vacant(slot) = streams.table.entry(id) {
                let (stream, inbox) = Stream::new(Arc::clone(self), id, Arc::clone(&gate));
                slot.insert(Entry { gate, inbox });
                return Ok(stream);
            }
        }
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
