//! The phone as its owner sees it: built, reached over TCP or in memory, switched off when dropped.

use crate::adbd::{self, Adbd, Event};
use crate::android::{self, Android, Api, Package};
use crate::apps::{self, Installable};
use crate::console;
use crate::faults::{Faults, InForce, Profile};
use crate::files::{Files, Image};
use crate::process::{Machine, pause};
use crate::screen::Size;
use crate::sockets::Sockets;
use crate::userland;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Bytes an in-memory connection holds before its writer waits.
const BUFFER: usize = 256 * 1024;
/// How long to wait when the host is out of sockets.
const BREATH: Duration = Duration::from_millis(50);

/// A virtual phone. Dropping it ends its connections and programs and removes its files.
pub struct Phone {
    adbd: Adbd,
    off: CancellationToken,
}

/// A phone about to be built.
#[derive(Default)]
pub struct Builder {
    android: android::Builder,
    folder: Option<PathBuf>,
    profile: Profile,
    seed: u64,
    avd_name: Option<String>,
}

/// The phone could not be built.
#[derive(Debug, thiserror::Error)]
#[error("cannot make a folder for the phone's files: {0}")]
pub struct BuildError(#[from] io::Error);

impl Builder {
    /// Which Android it is; 14 unless told.
    #[must_use]
    pub fn api(mut self, api: Api) -> Self {
        self.android = self.android.api(api);
        self
    }

    #[must_use]
    pub fn serial(mut self, serial: &str) -> Self {
        self.android = self.android.serial(serial);
        self
    }

    /// Pixels of the display and how dense they are.
    #[must_use]
    pub fn size(mut self, size: Size, density: u32) -> Self {
        self.android = self.android.size(size, density);
        self
    }

    /// What the phone's clock shows when it starts; the host's clock unless told.
    #[must_use]
    pub fn wall_clock(mut self, time: jiff::Timestamp) -> Self {
        self.android = self.android.wall_clock(time);
        self
    }

    /// One more app, in place of a preinstalled one of the same package.
    #[must_use]
    pub fn app(mut self, app: Installable) -> Self {
        self.android = self.android.app(app);
        self
    }

    /// Makes room for an app that will be installed: a preinstalled one of its package, not of the system, is left out.
    #[must_use]
    pub fn without(mut self, package: &str) -> Self {
        self.android = self.android.without(package);
        self
    }

    /// Runs the code of installed APKs; without it they show what to do.
    #[must_use]
    pub fn runtime(mut self, runtime: apps::Runtime) -> Self {
        self.android = self.android.runtime(runtime);
        self
    }

    /// Keeps the phone's files in this folder instead of one that goes away with it.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// How slowly the phone answers; at once unless told.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// What decides delays, damage and whatever else is left to chance: the same seed, the same phone.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.android = self.android.seed(seed);
        self
    }

    /// What an emulator would call this virtual device; `fingertip` unless told.
    #[must_use]
    pub fn avd_name(mut self, name: &str) -> Self {
        self.avd_name = Some(name.to_owned());
        self
    }

    /// Builds and starts the phone. Must be called inside a tokio runtime.
    pub fn build(self) -> Result<Phone, BuildError> {
        let (android, sockets) = (self.android.start(), Sockets::default());
        if let Some(name) = self.avd_name {
            android.set_avd_name(&name);
        }
        let image = system_image(&android, &sockets);
        let faults = InForce::new(self.profile, self.seed);
        let files = match self.folder {
            Some(folder) => Files::in_folder(image, &folder, faults.clone())?,
            None => Files::temporary(image, faults.clone())?,
        };
        let off = CancellationToken::new();
        let machine = Machine::new(android, files, sockets, faults, off.clone());
        Ok(Phone { adbd: Adbd::new(machine), off })
    }
}

/// The files that no folder holds: programs, devices and what is made up when it is read.
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

impl Phone {
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Serves adb hosts that connect to the listener, until the future is dropped or the phone switched off.
    pub async fn serve(&self, listener: TcpListener) -> io::Result<()> {
        let serve =
            |socket, from: SocketAddr| adbd::serve(self.adbd.clone(), socket, from.to_string());
        self.accept(listener, serve).await
    }

    async fn accept<F>(
        &self,
        listener: TcpListener,
        serve: impl Fn(TcpStream, SocketAddr) -> F,
    ) -> io::Result<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut connections = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                () = self.off.cancelled() => return Ok(()),
                accepted = listener.accept() => accepted,
                Some(_) = connections.join_next() => continue,
            };
            match accepted {
                Ok((socket, from)) => {
                    // Without it small answers wait; a socket that refuses is dead already.
                    socket.set_nodelay(true).ok();
                    connections.spawn(serve(socket, from));
                }
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) if is_exhausted(&error) => pause(BREATH).await,
                Err(error) => return Err(error),
            }
        }
    }

    /// Serves an emulator's console on the listener, until the future is dropped or the phone switched off.
    pub async fn serve_console(
        &self,
        listener: TcpListener,
        access: console::Access,
    ) -> io::Result<()> {
        let console = console::Console::new(self.adbd.clone(), access);
        self.accept(listener, |socket, from| {
            console::serve(console.clone(), socket, from.to_string())
        })
        .await
    }

    /// Serves one adb host on any byte stream, in the background.
    pub fn attach<T>(&self, io: T)
    where
        T: AsyncRead + AsyncWrite + Send + 'static,
    {
        tokio::spawn(adbd::serve(self.adbd.clone(), io, "memory".to_owned()));
    }

    /// An in-memory connection with an adbd at its other end.
    pub fn connect(&self) -> DuplexStream {
        let (near, far) = tokio::io::duplex(BUFFER);
        self.attach(far);
        near
    }

    pub fn android(&self) -> &Android {
        self.adbd.machine().android()
    }

    /// Makes trouble.
    pub fn faults(&self) -> Faults {
        Faults::new(self.adbd.machine().clone())
    }

    pub fn files(&self) -> &Files {
        self.adbd.machine().files()
    }

    /// The apps for people, as `NAME (Label)`: what has an icon, and what its owner added without one.
    pub fn packages(&self) -> Vec<String> {
        let for_people = |package: &Package| {
            let own = !package.manifest.system && package.name() != apps::BENCH;
            own || package.launcher_activity().is_some()
        };
        let packages = self.android().packages().into_iter().filter(for_people);
        let line = |Package { manifest, .. }| format!("{} ({})", manifest.package, manifest.label);
        packages.map(line).collect()
    }

    #[cfg(test)]
    pub(crate) fn sockets(&self) -> &Sockets {
        self.adbd.machine().sockets()
    }

    /// What clients do from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.adbd.events()
    }
}

impl std::fmt::Debug for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let serial = self.android().property("ro.serialno");
        f.debug_struct("Phone").field("serial", &serial).finish_non_exhaustive()
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.off.cancel();
    }
}

/// The host that connected is gone already.
fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(error.kind(), Kind::ConnectionAborted | Kind::ConnectionReset | Kind::Interrupted)
}

/// No file descriptor is left for another socket (`ENFILE`, `EMFILE`, `WSAEMFILE`).
fn is_exhausted(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(23 | 24 | 10_024))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;
    use crate::adbd::packet::{Command, HEAD, Packet};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpSocket;

    #[tokio::test]
    async fn serving_ends_with_its_future() {
        let phone = Phone::builder().build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut serving = Box::pin(phone.serve(listener));
        let host = async {
            let mut socket = TcpSocket::new_v4().unwrap().connect(address).await.unwrap();
            let (command, payload) = (Command::Connect, "host::".into());
            let hello = Packet { command, arg0: 0x0100_0001, arg1: 4096, payload }.encode();
            socket.write_all(&hello).await.unwrap();
            socket.read_exact(&mut [0; HEAD]).await.unwrap();
            socket
        };
        let mut socket = tokio::select! {
            socket = host => socket,
            served = &mut serving => panic!("{served:?}"),
        };
        drop(serving);
        let mut rest = Vec::new();
        // The end, after what is left of the introduction; a reset is an end too.
        socket.read_to_end(&mut rest).await.ok();
        assert!(TcpSocket::new_v4().unwrap().connect(address).await.is_err());
    }

    #[tokio::test]
    async fn a_given_folder_stays() {
        let folder = tempfile::tempdir().unwrap();
        let who = Identity::SHELL;
        for content in [None, Some(b"kept".to_vec())] {
            let phone = Phone::builder().folder(folder.path()).build().unwrap();
            assert_eq!(phone.files().read(&who, "/sdcard/x").ok(), content);
            phone.files().write(&who, "/sdcard/x", b"kept", 0o666).unwrap();
        }
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let refused = Phone::builder().folder(file).build().map(drop).unwrap_err().to_string();
        assert!(refused.starts_with("cannot make a folder for the phone's files: "), "{refused}");
    }

    #[tokio::test]
    async fn files_in_a_relative_folder_have_absolute_places() {
        let here = std::env::current_dir().unwrap();
        let folder = tempfile::tempdir_in(&here).unwrap();
        let relative = folder.path().strip_prefix(&here).unwrap();
        let phone = Phone::builder().folder(relative).build().unwrap();
        let place = phone.files().host_path(&Identity::ROOT, "/data/local/tmp").unwrap();
        assert!(place.starts_with(folder.path()), "{}", place.display());
    }

    #[tokio::test]
    async fn lists_its_apps() {
        let phone = Phone::builder().build().unwrap();
        let shipped = [
            "com.android.settings (Settings)",
            "com.example.chat (Chat)",
            "com.example.form (Form)",
            "com.example.shop (Shop)",
            "com.example.torture (Torture)",
        ];
        assert_eq!(phone.packages(), shipped);
        let own = "package: com.x.y\nlabel: Mine\nactivities: {}\n";
        let own = apps::declared(own).unwrap();
        let phone = Phone::builder().app(own).build().unwrap();
        assert_eq!(phone.packages().last().map(String::as_str), Some("com.x.y (Mine)"));
        let without = Phone::builder().without("com.example.chat").without("com.android.settings");
        let left = without.build().unwrap().packages();
        assert_eq!(
            left,
            [
                "com.android.settings (Settings)",
                "com.example.form (Form)",
                "com.example.shop (Shop)",
                "com.example.torture (Torture)"
            ]
        );
    }
}
