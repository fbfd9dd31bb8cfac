//! One connection to an adbd: its task reads packets and hands them to the streams they are for.
//! A stream that nobody reads holds up no other, because nothing here waits for a reader.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio_util::io::poll_read_buf;

use super::Banner;
use super::bridge::Bridges;
use super::channel::{Channel, End, Received};
use super::handshake::{Greeting, Terms};
use super::outbound::Outbound;
use super::packet::{self, Command, Packet};
use crate::{Error, Loss, Result};

/// Room that is made before each read.
const READ: usize = 64 * 1024;

pub(super) struct Connection {
    outbound: Outbound,
    table: Mutex<Table>,
    banner: Mutex<Banner>,
    checked: AtomicBool,
    max_payload: AtomicUsize,
    pub(super) bridges: Bridges,
    lost: watch::Sender<Option<Loss>>,
}

#[derive(Default)]
struct Table {
    channels: HashMap<u32, Arc<Channel>>,
    last_id: u32,
    lost: Option<Loss>,
}

impl Connection {
    /// Takes over after the greeting. The task must be run for anything to arrive.
    pub(super) fn new(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        greeting: Greeting,
    ) -> (Arc<Self>, impl Future<Output = ()> + Send + 'static) {
        let Greeting { terms, banner, rest } = greeting;
        let connection = Arc::new(Self {
            outbound: Outbound::new(Box::new(writer)),
            table: Mutex::default(),
            banner: Mutex::new(banner),
            checked: AtomicBool::new(terms.checked),
            max_payload: AtomicUsize::new(terms.max_payload),
            bridges: Bridges::default(),
            lost: watch::Sender::new(None),
        });
        let task = Arc::clone(&connection).run(reader, rest);
        (connection, task)
    }

    pub(super) fn banner(&self) -> Banner {
        self.banner.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn max_payload(&self) -> usize {
        self.max_payload.load(Ordering::Relaxed)
    }

    /// Changes once, when the connection is lost.
    pub(super) fn lost(&self) -> watch::Receiver<Option<Loss>> {
        self.lost.subscribe()
    }

    pub(super) fn send(&self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let checked = self.checked.load(Ordering::Relaxed);
        self.outbound.send(packet::encode(command, arg0, arg1, payload, checked));
    }

    /// A stream with an id of its own, made by `make`.
    pub(super) fn register(&self, make: impl FnOnce(u32) -> Channel) -> Result<Arc<Channel>> {
        let mut table = self.table();
        if let Some(loss) = table.lost {
            return Err(Error::ConnectionLost(loss));
        }
        loop {
            table.last_id = table.last_id.wrapping_add(1);
            if table.last_id != 0 && !table.channels.contains_key(&table.last_id) {
                break;
            }
        }
        let channel = Arc::new(make(table.last_id));
        table.channels.insert(channel.local, Arc::clone(&channel));
        Ok(channel)
    }

    /// Ends a stream from this side and tells the device, if it knows the stream. An OPEN that was
    /// given up is closed when the device accepts it after all.
    pub(super) fn release(&self, channel: &Channel, end: End) {
        self.table().channels.remove(&channel.local);
        if let Some(remote) = channel.end(end) {
            self.send(Command::Close, channel.local, remote, b"");
        }
    }

    /// Ends every stream with the reason, and lets go of the device.
    pub(super) fn lose(&self, loss: Loss) {
        let mut table = self.table();
        if table.lost.is_some() {
            return;
        }
        table.lost = Some(loss);
        let channels = std::mem::take(&mut table.channels);
        drop(table);
        self.outbound.close();
        for channel in channels.into_values() {
            channel.end(End::Lost(loss));
        }
        self.lost.send_replace(Some(loss));
        tracing::debug!(%loss, "connection to an adbd ended");
    }

    async fn run(self: Arc<Self>, mut reader: impl AsyncRead + Unpin, mut received: BytesMut) {
        let loss = loop {
            match packet::decode(&mut received) {
                Ok(Some(packet)) => {
                    self.receive(packet);
                    continue;
                }
                Ok(None) => {}
                Err(malformed) => break malformed.into(),
            }
            received.reserve(packet::missing(&received).max(READ));
            let read = poll_fn(|cx| {
                let driven = self.outbound.drive(cx);
                // What the device sent before it went away is still to be read.
                match (poll_read_buf(Pin::new(&mut reader), cx, &mut received), driven) {
                    (Poll::Ready(Ok(read)), _) => Poll::Ready(Ok(read)),
                    (Poll::Ready(Err(error)), _) => Poll::Ready(Err(Loss::Io(error.kind()))),
                    (Poll::Pending, Err(loss)) => Poll::Ready(Err(loss)),
                    (Poll::Pending, Ok(())) => Poll::Pending,
                }
            });
            match read.await {
                Ok(0) if received.is_empty() => break Loss::Closed,
                Ok(0) => break Loss::Truncated,
                Ok(_) => {}
                Err(loss) => break loss,
            }
        };
        self.lose(loss);
    }

    fn receive(self: &Arc<Self>, packet: Packet) {
        let Packet { command, arg0: remote, arg1: local, payload } = packet;
        match command {
            Command::Okay if remote != 0 => match self.channel(local) {
                Some(channel) => channel.on_okay(remote),
                // Our OPEN was given up meanwhile: the device's end must not stay open.
                None => self.send(Command::Close, local, remote, b""),
            },
            Command::Write if remote != 0 => {
                if let Some(channel) = self.channel(local) {
                    match channel.on_write(remote, payload) {
                        Received::Acknowledge => self.send(Command::Okay, local, remote, b""),
                        Received::CloseFlooded => self.release(&channel, End::Flooded),
                        Received::Ignore | Received::Wait => {}
                    }
                }
            }
            Command::Close => {
                if let Some(channel) = self.channel(local).filter(|it| it.is_closed_by(remote)) {
                    self.table().channels.remove(&local);
                    channel.end(End::ByDevice);
                }
            }
            Command::Open => self.bridge(remote, local, &payload),
            Command::Connect => self.restart(remote, local, &payload),
            Command::Okay | Command::Write | Command::Auth | Command::Tls | Command::Other(_) => {
                tracing::debug!(?command, remote, local, "packet from an adbd ignored");
            }
        }
    }

    /// A second CNXN: the device has forgotten its streams.
    fn restart(&self, version: u32, max_payload: u32, banner: &[u8]) {
        let Ok(terms) = Terms::agree(version, max_payload) else {
            return self.lose(Loss::Reset);
        };
        self.checked.store(terms.checked, Ordering::Relaxed);
        self.max_payload.store(terms.max_payload, Ordering::Relaxed);
        *self.banner.lock().unwrap_or_else(PoisonError::into_inner) = Banner::parse(banner);
        let channels = std::mem::take(&mut self.table().channels);
        for channel in channels.into_values() {
            channel.end(End::Lost(Loss::Reset));
        }
    }

    fn channel(&self, local: u32) -> Option<Arc<Channel>> {
        self.table().channels.get(&local).cloned()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
