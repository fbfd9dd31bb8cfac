//! A phone that runs APKs, and a small adb host on it: runs command lines and says what came of them.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use phone::{
    Identity, Phone,
    adbd::packet::{Command, MAX_PAYLOAD, Packet, decode},
    apps::Runtime,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream},
    sync::{Mutex, MutexGuard},
};

const VERSION: u32 = 0x0100_0001;
/// Installing translates, which takes a while where others compute, too.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) struct Host {
    pub(crate) phone: Phone,
    io: DuplexStream,
    buffer: BytesMut,
    last_id: u32,
    _cache: TempDir,
    _turn: MutexGuard<'static, ()>,
}

pub(crate) fn env(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.exists())
}

/// The APK, where there is one and what it takes to run it.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
pub(crate) fn apk() -> Option<PathBuf> {
    let apk = env("FINGERTIP_APIDEMOS");
    if apk.is_none() || env("FINGERTIP_RUNTIME_PARTS").is_none() || java().is_none() {
        eprintln!("skipped: needs java, FINGERTIP_RUNTIME_PARTS and FINGERTIP_APIDEMOS");
        return None;
    }
    apk
}

pub(crate) fn java() -> Option<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = home.into_iter().chain(std::env::split_paths(&path));
    folders.map(|folder| folder.join("java")).find(|java| java.is_file())
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// On a phone whose runtime is set up otherwise. One phone at a time: each app is a JVM.
    pub(crate) async fn with(change: impl FnOnce(&mut Runtime)) -> Self {
        static ONE: Mutex<()> = Mutex::const_new(());
        let turn = ONE.lock().await;
        let cache = tempfile::tempdir().unwrap();
        // Kept where somebody runs the tests often.
        let kept = env("FINGERTIP_RUNTIME_CACHE").unwrap_or_else(|| cache.path().to_owned());
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/fingertip-runtime.jar");
        let jar = env("FINGERTIP_RUNTIME_JAR").unwrap_or(own);
        let parts = env("FINGERTIP_RUNTIME_PARTS").unwrap();
        let mut runtime = Runtime::new(java().unwrap(), parts, jar, kept);
        change(&mut runtime);
        let phone = Phone::builder().runtime(runtime).build().unwrap();
        let io = phone.connect();
        let mut host =
            Self { phone, io, buffer: BytesMut::new(), last_id: 0, _cache: cache, _turn: turn };
        let most = u32::try_from(MAX_PAYLOAD).unwrap();
        host.send(Command::Connect, VERSION, most, b"host::features=shell_v2\0").await;
        assert_eq!(host.next().await.command, Command::Connect);
        host
    }

    /// Puts the APK on the phone and installs it.
    pub(crate) async fn install(&mut self, apk: &Path) -> String {
        let place = "/data/local/tmp/app.apk";
        let bytes = std::fs::read(apk).unwrap();
        self.phone.files().write(&Identity::SHELL, place, &bytes, 0o644).unwrap();
        self.run(&format!("pm install -t -r {place}")).await
    }

    /// Taps what has this text, and waits until the screen is still.
    pub(crate) async fn tap(&mut self, text: &str) -> String {
        let xml = self.dump().await;
        let (x, y) = place(&xml, text).unwrap_or_else(|| panic!("no {text} in {xml}"));
        self.run(&format!("input tap {x} {y}")).await;
        self.dump().await
    }

    /// The screen with this text on it, however slow the machine is.
    pub(crate) async fn shows(&mut self, text: &str) -> String {
        let mut xml = String::new();
        for _ in 0..8 {
            xml = self.dump().await;
            if place(&xml, text).is_some() {
                return xml;
            }
        }
        let log = self.run("logcat -d -b all -t 120").await;
        panic!("no {text} in {xml}\n{log}");
    }

    /// The screen, once it is still.
    pub(crate) async fn dump(&mut self) -> String {
        self.run("rm -f /sdcard/window_dump.xml; uiautomator dump >/dev/null && cat /sdcard/window_dump.xml").await
    }

    /// What a command line prints.
    pub(crate) async fn run(&mut self, script: &str) -> String {
        String::from_utf8_lossy(&self.bytes(script).await).into_owned()
    }

    pub(crate) async fn bytes(&mut self, script: &str) -> Vec<u8> {
        self.last_id += 1;
        let near = self.last_id;
        let service = format!("exec:{script}\0");
        self.send(Command::Open, near, 0, service.as_bytes()).await;
        let mut stream = Vec::new();
        loop {
            let packet = self.next().await;
            if packet.arg1 != near {
                continue;
            }
            match packet.command {
                Command::Write => {
                    stream.extend_from_slice(&packet.payload);
                    self.send(Command::Okay, near, packet.arg0, b"").await;
                }
                Command::Close => {
                    self.send(Command::Close, near, packet.arg0, b"").await;
                    return stream;
                }
                Command::Connect
                | Command::Auth
                | Command::StartTls
                | Command::Open
                | Command::Okay
                | Command::Other(_) => {}
            }
        }
    }

    async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let payload = Bytes::copy_from_slice(payload);
        self.io.write_all(&Packet { command, arg0, arg1, payload }.encode()).await.unwrap();
    }

    async fn next(&mut self) -> Packet {
        let read = async {
            loop {
                if let Some(packet) = decode(&mut self.buffer).unwrap() {
                    return packet;
                }
                assert_ne!(self.io.read_buf(&mut self.buffer).await.unwrap(), 0, "it hung up");
            }
        };
        tokio::time::timeout(PATIENCE, read).await.expect("no answer came")
    }
}

/// The middle of what has this text or description.
fn place(xml: &str, text: &str) -> Option<(i32, i32)> {
    let node = xml.split("<node").find(|node| {
        node.contains(&format!(" text=\"{text}\"")) || node.contains(&format!("desc=\"{text}\""))
    })?;
    let bounds = node.split_once("bounds=\"[")?.1.split_once("]\"")?.0.replace("][", ",");
    let sides: Vec<i32> = bounds.split(',').filter_map(|side| side.parse().ok()).collect();
    let [left, top, right, bottom] = sides[..] else { return None };
    Some((i32::midpoint(left, right), i32::midpoint(top, bottom)))
}
