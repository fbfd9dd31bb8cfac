//! The classes of an APK: its dex code made into something that a JVM takes, once per APK, kept by what is in it.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use sha2::{Digest as _, Sha256};

use super::Runtime;

/// Large apps take half a minute on two slow cores.
const LIMIT: Duration = Duration::from_mins(10);
/// As much as is read of what the translator complains about.
const MOST_WORDS: u64 = 64 * 1024;
/// What the launcher ends with where nothing can be confined.
const UNCONFINED: i32 = 69;

/// Why there are no classes.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTranslated {
    #[error("{0}")]
    Unconfined(String),
    #[error("{0}")]
    Refused(String),
    #[error("the code cannot be translated: {0}")]
    Io(#[from] io::Error),
    #[error("the translation took longer than {} minutes", LIMIT.as_secs() / 60)]
    TooLong,
}

/// The classes of the APK at a path of the host. Blocks.
pub(crate) fn translated(runtime: &Runtime, apk: &Path) -> Result<PathBuf, NotTranslated> {
    let kept = runtime.classes_of(apk)?;
    if kept.is_file() {
        return Ok(kept);
    }
    fs::create_dir_all(&runtime.cache)?;
    // In a folder of its own, then moved: nobody ever finds half a jar, and who comes second changes nothing.
    let folder = tempfile::Builder::new().prefix(".translating-").tempdir_in(&runtime.cache)?;
    let made = folder.path().join("made.jar");
    run(runtime.translate_command(apk, &made), LIMIT)?;
    fs::rename(&made, &kept)?;
    Ok(kept)
}

impl Runtime {
    /// Where the classes of this APK are kept once it was installed.
    pub fn classes_of(&self, apk: &Path) -> io::Result<PathBuf> {
        Ok(self.cache.join(format!("{}.jar", digest(self, apk)?)))
    }
}

/// What the classes depend on: the APK, and who translates.
fn digest(runtime: &Runtime, apk: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    for path in [&runtime.jar, apk] {
        let mut file = File::open(path)?;
        hash.update(file.metadata()?.len().to_be_bytes());
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => hash.update(&buffer[..read]),
            }
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn run(mut command: Command, limit: Duration) -> Result<(), NotTranslated> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = Ends(command.spawn()?);
    let errors = child.0.stderr.take();
    let (send, said) = mpsc::channel();
    thread::Builder::new().name("translator".to_owned()).spawn(move || {
        let mut words = Vec::new();
        if let Some(errors) = errors {
            let mut limited = errors.take(MOST_WORDS);
            limited.read_to_end(&mut words).ok();
            // It must not wait for a reader, however much it says.
            io::copy(&mut limited.into_inner(), &mut io::sink()).ok();
        }
        send.send(String::from_utf8_lossy(&words).into_owned()).ok();
    })?;
    let Ok(words) = said.recv_timeout(limit) else { return Err(NotTranslated::TooLong) };
    let status = child.0.wait()?;
    if status.success() {
        return Ok(());
    }
    let last = words.lines().map(str::trim).rfind(|line| !line.is_empty());
    let last = last.map_or_else(|| status.to_string(), str::to_owned);
    Err(match status.code() {
        Some(UNCONFINED) => NotTranslated::Unconfined(last),
        Some(_) | None => NotTranslated::Refused(last),
    })
}

/// Whatever happens, it does not go on without us.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            self.0.kill().ok();
            self.0.wait().ok();
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "programs of the host that stand in for others")]
mod tests {
    use super::*;

    /// A translator that is a script: its first two arguments are the APK and the jar to make.
    fn runtime(folder: &Path, script: &str) -> Runtime {
        let java = folder.join("java");
        fs::write(&java, format!("#!/bin/sh\nfor last; do apk=$jar; jar=$last; done\n{script}\n"))
            .unwrap();
        let mut permissions = fs::metadata(&java).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
        fs::set_permissions(&java, permissions).unwrap();
        let jar = folder.join("runtime.jar");
        fs::write(&jar, "runtime").unwrap();
        Runtime::new(java, folder.join("parts"), jar, folder.join("cache"))
    }

    #[test]
    fn once_for_each_apk() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"echo x >> "$(dirname "$0")/runs"; cp "$apk" "$jar""#;
        let runtime = runtime(folder.path(), script);
        let apk = |name: &str, content: &str| {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            path
        };
        let (one, same, other) = (apk("a", "1"), apk("b", "1"), apk("c", "2"));
        let classes = translated(&runtime, &one).unwrap();
        assert_eq!(fs::read(&classes).unwrap(), b"1");
        assert_eq!(translated(&runtime, &same).unwrap(), classes);
        assert_ne!(translated(&runtime, &other).unwrap(), classes);
        let runs = fs::read_to_string(folder.path().join("runs")).unwrap();
        assert_eq!(runs.lines().count(), 2);
        let left: Vec<_> = fs::read_dir(&runtime.cache).unwrap().collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }

    #[test]
    fn two_at_once_are_safe() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime(folder.path(), r#"cp "$apk" "$jar""#);
        let apk = folder.path().join("a");
        fs::write(&apk, "1").unwrap();
        thread::scope(|scope| {
            let all: Vec<_> =
                (0..4).map(|_| scope.spawn(|| translated(&runtime, &apk).unwrap())).collect();
            for one in all {
                assert_eq!(fs::read(one.join().unwrap()).unwrap(), b"1");
            }
        });
    }

    #[test]
    fn says_why_not() {
        let folder = tempfile::tempdir().unwrap();
        let apk = folder.path().join("a");
        fs::write(&apk, "1").unwrap();
        let failed = runtime(folder.path(), "echo first >&2; echo minified >&2; exit 1");
        assert_eq!(translated(&failed, &apk).unwrap_err().to_string(), "minified");
        let unconfined = runtime(folder.path(), "echo no Landlock >&2; exit 69");
        let error = translated(&unconfined, &apk).unwrap_err();
        assert!(matches!(error, NotTranslated::Unconfined(why) if why == "no Landlock"));
        let nothing = runtime(folder.path(), "exit 0");
        assert!(matches!(translated(&nothing, &apk), Err(NotTranslated::Io(_))));
        let mut hangs = Command::new("/bin/sh");
        hangs.args(["-c", "exec cat /dev/zero >/dev/null"]);
        assert!(matches!(run(hangs, Duration::from_millis(50)), Err(NotTranslated::TooLong)));
    }
}
