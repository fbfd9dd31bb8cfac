//! [`Phone`]: one virtual phone, and the ways to reach it.

use crate::adbd::{Daemon, Event};
use crate::android::{self, Android};
use crate::apps::Installable;
use crate::files::{Files, Image};
use crate::process::{Machine, pause};
use crate::screen::Size;
use crate::sockets::{Listening, Sockets};
use crate::userland;
use jiff::Timestamp;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::task::JoinSet;
use tokio_util::sync::{CancellationToken, DropGuard};

/// What an in-memory connection holds in each direction before its writer waits.
const PIPE: usize = 256 * 1024;

/// A running phone. Dropping it switches it off: connections, programs and apps end.
#[derive(Debug)]
pub struct Phone {
    daemon: Daemon,
    /// Always there, so that a forward has something to reach.
    _echo: Vec<Listening>,
    _off: DropGuard,
}

/// A phone about to be switched on.
#[must_use]
pub struct Builder {
    android: android::Builder,
    folder: Option<PathBuf>,
}

impl Phone {
    pub fn builder() -> Builder {
        Builder { android: Android::builder(), folder: None }
    }

    /// The device state behind the commands.
    pub fn android(&self) -> &Android {
        self.daemon.machine().android()
    }

    pub fn files(&self) -> &Files {
        self.daemon.machine().files()
    }

    /// What clients do from now on. A slow reader misses the oldest.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.daemon.events()
    }

    /// Answers on a TCP port for as long as the future is polled; then its connections end too.
    pub async fn serve(&self, listener: TcpListener) -> io::Result<()> {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((socket, _)) => {
                        // Without it each small answer would wait for the host's acknowledgement.
                        socket.set_nodelay(true)?;
                        let daemon = self.daemon.clone();
                        connections.spawn(async move { daemon.serve(socket).await });
                    }
                    // Out of descriptors, or a host that went before it was served.
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        pause(Duration::from_millis(100)).await;
                    }
                },
                Some(_) = connections.join_next() => {}
            }
        }
    }

    /// Answers on a byte stream, until it ends or the phone is switched off.
    pub fn attach<S>(&self, io: S)
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let daemon = self.daemon.clone();
        tokio::spawn(async move { daemon.serve(io).await });
    }

    /// The host's end of a new connection in memory.
    pub fn connect(&self) -> DuplexStream {
        let (host, phone) = tokio::io::duplex(PIPE);
        self.attach(phone);
        host
    }
}

impl Builder {
    /// The serial number in the properties. Over TCP a host names the phone by its address.
    pub fn serial(mut self, serial: &str) -> Self {
        self.android = self.android.serial(serial);
        self
    }

    pub fn size(mut self, size: Size, density: u32) -> Self {
        self.android = self.android.size(size, density);
        self
    }

    /// What the phone's clock shows when it starts; the host's clock unless told.
    pub fn wall_clock(mut self, time: Timestamp) -> Self {
        self.android = self.android.wall_clock(time);
        self
    }

    /// One more app, in place of a preinstalled one of the same package.
    pub fn app(mut self, app: Installable) -> Self {
        self.android = self.android.app(app);
        self
    }

    /// Keeps the phone's files in this folder instead of one that goes away with it.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Switches the phone on. Must be called inside a tokio runtime; an error comes from the host's disk.
    pub fn build(self) -> io::Result<Phone> {
        let (android, sockets) = (self.android.start(), Sockets::default());
        let image = system_image(&android, &sockets);
        let files = match self.folder {
            Some(folder) => Files::in_folder(image, &folder)?,
            None => Files::temporary(image)?,
        };
        let off = CancellationToken::new();
        let echo = ["tcp:7", "localabstract:fingertip.echo"]
            .into_iter()
            .filter_map(|name| sockets.listen(name, |near| drop(tokio::spawn(echo(near)))).ok())
            .collect();
        let machine = Machine::new(android, files, sockets, off.clone());
        Ok(Phone { daemon: Daemon::new(machine), _echo: echo, _off: off.drop_guard() })
    }
}

/// The files that no folder holds: programs, devices and what `/proc` makes up.
pub(crate) fn system_image(android: &Android, sockets: &Sockets) -> Image {
    let mut image = Image::android();
    for command in userland::all() {
        image.add_program(command.name);
    }
    for (path, content) in userland::generated_files(android, sockets) {
        image.add_generated(path, content);
    }
    image
}

async fn echo(near: DuplexStream) {
    let (mut reader, mut writer) = tokio::io::split(near);
    tokio::io::copy(&mut reader, &mut writer).await.ok();
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder").field("folder", &self.folder).finish_non_exhaustive()
    }
}
