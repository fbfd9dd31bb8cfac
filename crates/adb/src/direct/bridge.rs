//! Streams that the device opens (reverse forwards), joined to TCP ports of this machine. Only
//! targets that a reverse was set up for are connected; a device may ask for anything.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::DirectStream;
use super::channel::Channel;
use super::connection::Connection;
use super::packet::Command;
use crate::{Deadline, Error, SocketSpec, tcp};

/// Streams of one device at a time.
const MOST: usize = 128;
/// How long a local port may take to accept.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct Bridges {
    /// Pairs of device socket and host socket.
    configured: Mutex<Vec<(SocketSpec, SocketSpec)>>,
    free: Arc<Semaphore>,
}

impl Default for Bridges {
    fn default() -> Self {
        Self { configured: Mutex::default(), free: Arc::new(Semaphore::new(MOST)) }
    }
}

impl Bridges {
    pub(super) fn add(&self, device: &SocketSpec, host: &SocketSpec) {
        self.configured().push((device.clone(), host.clone()));
    }

    /// Removes one pair, or without a host all of that device socket.
    pub(super) fn remove(&self, device: &SocketSpec, host: Option<&SocketSpec>) {
        let mut configured = self.configured();
        let Some(host) = host else {
            return configured.retain(|(known, _)| known != device);
        };
        let fits = |(known, target): &(SocketSpec, SocketSpec)| known == device && target == host;
        if let Some(index) = configured.iter().position(fits) {
            configured.swap_remove(index);
        }
    }

    /// The local port behind what the device asks for, if it may.
    fn port(&self, target: &[u8]) -> Option<u16> {
        let target = std::str::from_utf8(target).ok()?.trim_end_matches('\0');
        let target: SocketSpec = target.parse().ok()?;
        let SocketSpec::Tcp(port) = target else {
            return None;
        };
        self.configured().iter().any(|(_, host)| *host == target).then_some(port)
    }

    fn configured(&self) -> MutexGuard<'_, Vec<(SocketSpec, SocketSpec)>> {
        self.configured.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Answers the device's OPEN. A window in `arg1` belongs to delayed acknowledgements, which we
    /// do not announce.
    pub(super) fn bridge(self: &Arc<Self>, remote: u32, window: u32, target: &[u8]) {
        if remote == 0 {
            return;
        }
        let port = self.bridges.port(target).filter(|_| window == 0);
        let permit = Arc::clone(&self.bridges.free).try_acquire_owned();
        let (Some(port), Ok(permit)) = (port, permit) else {
            return self.send(Command::Close, 0, remote, b"");
        };
        let connection = Arc::clone(self);
        let mut lost = self.lost();
        tokio::spawn(async move {
            let joined = connection.join(remote, port);
            tokio::select! {
                () = joined => {}
                _ = lost.wait_for(Option::is_some) => {}
            }
            drop(permit);
        });
    }

    async fn join(self: &Arc<Self>, remote: u32, port: u16) {
        let connecting =
            async { tcp::connect("127.0.0.1", port).await.map_err(Error::io("local port")) };
        let connected = Deadline::after(PATIENCE).run("connecting to a local port", connecting);
        let (Ok(mut socket), Ok(channel)) =
            (connected.await, self.register(|local| Channel::open(local, remote)))
        else {
            return self.send(Command::Close, 0, remote, b"");
        };
        self.send(Command::Okay, channel.local, remote, b"");
        let mut stream = DirectStream::new(channel, Arc::clone(self), None);
        // Either side may break off at any time; there is nobody to tell but the other side.
        let _ended = tokio::io::copy_bidirectional(&mut stream, &mut socket).await;
    }
}
