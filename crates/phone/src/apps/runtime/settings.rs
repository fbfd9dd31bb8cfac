//! What real apps run on, as the owner of a phone hands it over.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// What it takes to run the code of APKs.
#[derive(Debug, Clone)]
pub struct Runtime {
    /// The `java` to run.
    pub java: PathBuf,
    /// All of that Java, for a launcher that lets be read only what is named.
    pub java_home: Option<PathBuf>,
    /// The folder of jars that the runtime stands on; all that are in it are taken.
    pub parts: PathBuf,
    /// `fingertip-runtime.jar`.
    pub jar: PathBuf,
    /// A program that confines itself and becomes what follows `--`, with its first arguments. The phone adds `--read DIR`,
    /// `--write DIR` (the first is the app's own folder, the last one for temporary files), `--network` and
    /// `--end-with PID`. Without it apps run unconfined.
    pub launcher: Vec<OsString>,
    /// The most memory for an app's objects, in megabytes.
    pub heap_mb: u32,
    /// Apps may reach the network.
    pub network: bool,
    /// Where translated APKs are kept, also beyond the phone.
    pub cache: PathBuf,
}

/// What a process of the runtime may touch.
#[derive(Debug, Default)]
pub(crate) struct Touches {
    pub(crate) read: Vec<PathBuf>,
    pub(crate) write: Vec<PathBuf>,
    pub(crate) network: bool,
}

/// The process that an app is.
const APP: &str = "fingertip.runtime.Main";
/// The program that makes classes of an APK.
const TRANSLATE: &str = "fingertip.translate.Main";

impl Runtime {
    /// Of the jars in the folder `parts`, with the most memory that suits a small machine, unconfined and without network.
    pub fn new(java: PathBuf, parts: PathBuf, jar: PathBuf, cache: PathBuf) -> Self {
        let (java_home, launcher) = (None, Vec::new());
        Self { java, java_home, parts, jar, launcher, heap_mb: 512, network: false, cache }
    }

    /// The command line of an app process.
    pub(crate) fn app_command(&self, touches: Touches) -> Command {
        let mut arguments: Vec<OsString> = vec![format!("-Xmx{}m", self.heap_mb).into()];
        arguments.extend(JVM.map(OsString::from));
        if let Some(temporary) = touches.write.last() {
            arguments.push(property("java.io.tmpdir", temporary));
        }
        if let Some(home) = touches.write.first() {
            arguments.push(property("user.home", home));
        }
        arguments.push(property("robolectric.dependency.dir", &self.parts));
        arguments.extend(["-cp".into(), self.class_path(), APP.into()]);
        self.launched(arguments, touches)
    }

    /// The command line that translates an APK.
    pub(crate) fn translate_command(&self, apk: &Path, into: &Path) -> Command {
        let mut arguments: Vec<OsString> = vec![format!("-Xmx{}m", self.heap_mb.max(1024)).into()];
        arguments.extend(["-cp".into(), self.class_path(), TRANSLATE.into()]);
        arguments.extend([apk.into(), into.into()]);
        let folder = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
        let touches =
            Touches { read: vec![folder(apk)], write: vec![folder(into)], network: false };
        self.launched(arguments, touches)
    }

    /// The runtime first, then whatever lies among the parts.
    fn class_path(&self) -> OsString {
        let separator = if cfg!(windows) { ";" } else { ":" };
        let mut path = self.jar.clone().into_os_string();
        path.push(separator);
        path.push(self.parts.join("*"));
        path
    }

    fn launched(&self, arguments: Vec<OsString>, touches: Touches) -> Command {
        let Some((program, first)) = self.launcher.split_first() else {
            return self.bare(arguments);
        };
        let mut command = Command::new(program);
        command.args(first);
        let own = [
            Some(&self.parts),
            self.jar.parent().map(Path::to_owned).as_ref(),
            self.java_home.as_ref(),
        ]
        .map(|folder| folder.cloned());
        for folder in own.into_iter().flatten().chain(touches.read) {
            command.arg("--read").arg(folder);
        }
        for folder in touches.write {
            command.arg("--write").arg(folder);
        }
        if touches.network {
            command.arg("--network");
        }
        command.args(["--end-with", &std::process::id().to_string(), "--"]);
        command.arg(&self.java).args(arguments);
        command
    }

    /// Without a launcher: frames still go out on a descriptor of their own.
    #[cfg(unix)]
    fn bare(&self, arguments: Vec<OsString>) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", r#"exec "$0" "$@" 3>&1 1>&2"#]).arg(&self.java).args(arguments);
        command
    }

    #[cfg(not(unix))]
    fn bare(&self, arguments: Vec<OsString>) -> Command {
        let mut command = Command::new(&self.java);
        command.args(arguments);
        command
    }
}

fn property(name: &str, value: &Path) -> OsString {
    let mut text = OsString::from(format!("-D{name}="));
    text.push(value);
    text
}

/// What the runtime needs of its JVM. Words of the JVM itself stay out of the frames.
const JVM: [&str; 0] = [];
