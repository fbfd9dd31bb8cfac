//! A phone that runs APKs: runs command lines and says what came of them.

use std::path::{Path, PathBuf};

use phone::{Identity, Phone, apps::Runtime};
use tempfile::TempDir;
use tokio::sync::{Mutex, MutexGuard};

use crate::adb_host::AdbHost;

pub(crate) struct Host {
    pub(crate) phone: Phone,
    adb: AdbHost,
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
        let adb = AdbHost::connect(&phone).await;
        Self { phone, adb, _cache: cache, _turn: turn }
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
        self.adb.service(&format!("exec:{script}")).await
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
