//! Phones of the built program in a process of their own, reached as adb reaches them.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline, Device, Direct};
use tokio::time::Instant;

/// Installing translates once per APK, and where others compute, too, an app takes a while to start.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) struct Phones {
    child: Child,
    runtime: tokio::runtime::Runtime,
    pub(crate) addresses: Vec<String>,
    devices: Vec<Device>,
    folder: tempfile::TempDir,
    /// Kept, so that it can go on printing.
    _told: BufReader<std::process::ChildStdout>,
}

/// The files that these variables name, if all of them and the parts are there.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
pub(crate) fn apks(variables: &[&str]) -> Option<Vec<PathBuf>> {
    let file = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.exists());
    let found: Option<Vec<PathBuf>> = variables.iter().map(|name| file(name)).collect();
    let found = found.filter(|_| file("FINGERTIP_RUNTIME").is_some());
    if found.is_none() {
        eprintln!(
            "skipped: needs {} and FINGERTIP_RUNTIME; tests/real_apps/run.sh brings them",
            variables.join(", ")
        );
    }
    found
}

/// Whether the parts for this API level are there.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
pub(crate) fn has_level(api: u32, release: u32) -> bool {
    let framework = format!("android-all-instrumented-{release}-");
    let named = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&framework);
    let parts = env::var_os("FINGERTIP_RUNTIME").and_then(|folder| fs::read_dir(folder).ok());
    let there = parts.is_some_and(|parts| parts.flatten().any(named));
    if !there {
        eprintln!("skipped: API level {api}, `fingertip runtime install --api {api}` brings it");
    }
    there
}

impl Phones {
    /// So many, each with these apps.
    pub(crate) fn start(count: usize, apks: &[PathBuf]) -> Self {
        Self::of_level(34, count, apks)
    }

    /// So many of this API level.
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    pub(crate) fn of_level(api: u32, count: usize, apks: &[PathBuf]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fingertip"));
        let folder = tempfile::tempdir().unwrap();
        command.args(["phone", "--port", "0", "--quiet", "--count", &count.to_string()]);
        command.args(["--api", &api.to_string()]).arg("--folder").arg(folder.path());
        for apk in apks {
            command.arg("--app").arg(apk);
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let mut addresses = Vec::new();
        loop {
            let mut line = String::new();
            assert!(told.read_line(&mut line).unwrap() > 0, "the phones did not start");
            if let Some(address) = line.strip_prefix("the phone listens on ") {
                addresses.push(address.trim().to_owned());
            }
            if line.starts_with("Ctrl-C") {
                break;
            }
        }
        assert_eq!(addresses.len(), count);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let devices = addresses.iter().map(|address| {
            let direct = runtime.block_on(Direct::connect(address, Deadline::after(PATIENCE)));
            Device::new(Arc::new(direct.unwrap()))
        });
        let devices = devices.collect();
        Self { child, runtime, addresses, devices, folder, _told: told }
    }

    /// What a command line prints on one of them.
    pub(crate) fn shell(&self, phone: usize, script: &str) -> String {
        let line = CommandLine::new(["sh", "-c", script]).unwrap();
        let said = self.devices[phone].exec(&line, 1 << 22, Deadline::after(PATIENCE));
        let said = self.runtime.block_on(said).unwrap_or_else(|error| panic!("{script}: {error}"));
        String::from_utf8_lossy(&said).into_owned()
    }

    /// What one of them prints, by somebody who looks at other things meanwhile.
    pub(crate) fn shell_beside(
        &self,
        phone: usize,
        script: &str,
    ) -> tokio::task::JoinHandle<adb::Result<Vec<u8>>> {
        let line = CommandLine::new(["sh", "-c", script]).unwrap();
        let device = self.devices[phone].clone();
        let deadline = Deadline::after(PATIENCE);
        self.runtime.spawn(async move { device.exec(&line, 1 << 22, deadline).await })
    }

    pub(crate) fn wait(&self, said: tokio::task::JoinHandle<adb::Result<Vec<u8>>>) -> String {
        let said = self.runtime.block_on(said).unwrap().unwrap();
        String::from_utf8_lossy(&said).into_owned()
    }

    /// The screen, once there is one that contains this text.
    pub(crate) fn shows(&self, phone: usize, text: &str) -> String {
        let mut xml = String::new();
        for _ in 0..12 {
            xml = self.dump(phone);
            if xml.contains(text) {
                return xml;
            }
        }
        let log = self.shell(phone, "logcat -d -b all -t 150");
        panic!("no {text} in {xml}\n{log}");
    }

    pub(crate) fn dump(&self, phone: usize) -> String {
        self.shell(
            phone,
            "rm -f /sdcard/d.xml; uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml",
        )
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its app processes.
    pub(crate) fn java(&self) -> Vec<u32> {
        children(self.pid())
    }

    /// Those of them that hold this package on one of several phones.
    pub(crate) fn java_of(&self, phone: usize, package: &str) -> Vec<u32> {
        self.java_holding(&[&format!("/FINGERTIP{:02}/", phone + 1), &format!("/{package}-")])
    }

    /// Those of them that hold this package on the only phone.
    pub(crate) fn java_with(&self, package: &str) -> Vec<u32> {
        self.java_holding(&[&format!("/{package}-")])
    }

    /// An app process has its APK open; its path names phone and package.
    fn java_holding(&self, words: &[&str]) -> Vec<u32> {
        let holds = |pid: &u32| {
            let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
            files.filter_map(|file| fs::read_link(file.path()).ok()).any(|file| {
                let file = file.to_string_lossy();
                words.iter().all(|word| file.contains(word))
            })
        };
        self.java().into_iter().filter(holds).collect()
    }

    /// Where the files of a phone are kept; of several each has a folder in here.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends as Ctrl-C does. Nothing that it started may be left.
    pub(crate) fn end(mut self) {
        let java = self.java();
        let temporary: Vec<PathBuf> = java.iter().filter_map(|pid| temporary(*pid)).collect();
        signal(self.pid(), "-INT");
        let ended = self.child.wait().unwrap();
        assert!(ended.success(), "{ended}");
        let begun = Instant::now();
        while java.iter().any(|pid| is_alive(*pid)) {
            assert!(begun.elapsed() < Duration::from_secs(20), "orphans: {java:?}");
            std::thread::park_timeout(Duration::from_millis(50));
        }
        for folder in temporary {
            assert!(!folder.exists(), "{} is left", folder.display());
        }
    }
}

/// Where a process of an app unpacks what it needs.
fn temporary(pid: u32) -> Option<PathBuf> {
    let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
    line.split('\0').find_map(|word| word.strip_prefix("-Djava.io.tmpdir=")).map(PathBuf::from)
}

impl Drop for Phones {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind either.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[expect(clippy::disallowed_methods, reason = "what a terminal does")]
pub(crate) fn signal(pid: u32, signal: &str) {
    let sent = Command::new("kill").args([signal, &pid.to_string()]).status().unwrap();
    assert!(sent.success(), "{pid}");
}

pub(crate) fn is_alive(pid: u32) -> bool {
    // One that nobody has waited for is dead, too.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn children(of: u32) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_string_lossy().parse::<u32>().ok());
    let parent = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse::<u32>().ok()
    };
    pids.filter(|pid| parent(pid) == Some(of) && is_alive(*pid)).collect()
}

/// Memory in use (MB) and open files of a process.
pub(crate) fn usage(pid: u32) -> (u64, usize) {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|kb| kb.parse().ok());
    let files = fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count);
    (kb.unwrap_or(0) / 1024, files)
}
