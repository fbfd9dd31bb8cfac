//! What real apps run on, as the owner of a phone hands it over.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{built::Built, library};

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
    /// Why no app may run, such as that it cannot be confined: what an install is refused with.
    pub refused: Option<String>,
    /// The most memory for an app's objects, in megabytes.
    pub heap_mb: u32,
    /// Apps may reach the network.
    pub network: bool,
    /// Keeps a process waiting, framework loaded, for the app that was installed or ended last: it starts much faster, and
    /// takes its memory while it waits.
    pub ready: bool,
    /// Where translated APKs are kept, also beyond the phone.
    pub cache: PathBuf,
    /// Class files that are at hand, of packages that may be installed.
    pub built: Vec<Built>,
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
        let (refused, heap_mb, network, ready) = (None, 512, false, false);
        let built = Vec::new();
        Self {
            java,
            java_home,
            parts,
            jar,
            launcher,
            refused,
            heap_mb,
            network,
            ready,
            cache,
            built,
        }
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
        arguments.push("-Drobolectric.offline=true".into());
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

    /// The runtime first, then whatever lies among the parts but for frameworks, which the runtime finds itself, and
    /// libraries, which are the app's.
    fn class_path(&self) -> OsString {
        let separator = if cfg!(windows) { ";" } else { ":" };
        let listed = fs::read_dir(&self.parts).into_iter().flatten().flatten();
        let mut jars: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
        jars.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let apart = name.starts_with("android-all") || library::is_of_one(&name);
            name.ends_with(".jar") && !apart
        });
        jars.sort();
        let mut path = self.jar.clone().into_os_string();
        for jar in jars {
            path.push(separator);
            path.push(jar);
        }
        path
    }

    /// Parts that lie elsewhere, where a package manager made links to them: what may be read goes by the file itself.
    fn linked(&self) -> Vec<PathBuf> {
        let listed = fs::read_dir(&self.parts).into_iter().flatten().flatten();
        let links = listed.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        let mut files: Vec<PathBuf> =
            links.filter_map(|entry| fs::canonicalize(entry.path()).ok()).collect();
        files.sort();
        files
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the one place of the phone that starts programs"
    )]
    fn launched(&self, arguments: Vec<OsString>, touches: Touches) -> Command {
        let Some((program, first)) = self.launcher.split_first() else {
            return self.bare(arguments);
        };
        let mut command = Command::new(program);
        command.args(first);
        let own = [Some(self.parts.as_path()), self.jar.parent(), self.java_home.as_deref()];
        let own = own.into_iter().flatten().map(Path::to_owned);
        for place in own.chain(self.linked()).chain(touches.read) {
            command.arg("--read").arg(place);
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
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place of the phone that starts programs"
    )]
    fn bare(&self, arguments: Vec<OsString>) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", r#"exec "$0" "$@" 3>&1 1>&2"#]).arg(&self.java).args(arguments);
        // Keys and tokens of the user are in the environment.
        command.env_clear().env("PATH", "/usr/bin:/bin");
        command
    }

    #[cfg(not(unix))]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place of the phone that starts programs"
    )]
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

/// What the runtime needs of its JVM: a small one that starts fast, no verifier (translated code is not what it expects), and
/// the JDK's own fields where the framework reaches into them.
const JVM: [&str; 18] = [
    "-Xms64m",
    "-Xmn32m",
    "-XX:MinHeapFreeRatio=20",
    "-XX:MaxHeapFreeRatio=40",
    "-Xss4m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
    "-XX:-BytecodeVerificationLocal",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/java.net=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
    "-Drobolectric.useRealAni=true",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &Command) -> Vec<String> {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn frameworks_and_libraries_stay_off_the_class_path() {
        let folder = tempfile::tempdir().unwrap();
        let others = ["android-all-instrumented-14.jar", "httpcore-4.0.1.jar", "notes.txt"];
        for name in ["b.jar", "a.jar"].into_iter().chain(others) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let path = |name: &str| folder.path().join(name);
        let runtime = Runtime::new("java".into(), path(""), path("own.jar"), path("cache"));
        let command = words(&runtime.app_command(Touches::default()));
        let at = command.iter().position(|word| word == "-cp").unwrap();
        let names: Vec<_> =
            command[at + 1].split([':', ';']).map(|jar| jar.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["own.jar", "a.jar", "b.jar"]);
        assert_eq!(command[at + 2], APP);
    }

    #[test]
    fn a_launcher_is_told_what_may_be_touched() {
        let mut runtime =
            Runtime::new("/jdk/bin/java".into(), "/parts".into(), "/own/r.jar".into(), "/c".into());
        runtime.launcher = vec!["confine".into(), "app".into()];
        runtime.java_home = Some("/jdk".into());
        let touches = Touches {
            read: vec!["/apk".into()],
            write: vec!["/data".into(), "/tmp".into()],
            network: true,
        };
        let command = words(&runtime.app_command(touches));
        let own = std::process::id().to_string();
        let wanted = [
            "confine",
            "app",
            "--read",
            "/parts",
            "--read",
            "/own",
            "--read",
            "/jdk",
            "--read",
            "/apk",
            "--write",
            "/data",
            "--write",
            "/tmp",
            "--network",
            "--end-with",
            &own,
            "--",
            "/jdk/bin/java",
        ];
        assert_eq!(command[..wanted.len()], wanted);
        assert!(command.contains(&"-Djava.io.tmpdir=/tmp".to_owned()));
        let translate =
            words(&runtime.translate_command(Path::new("/s/a.apk"), Path::new("/c/x/a.jar")));
        assert!(translate.ends_with(&[
            TRANSLATE.to_owned(),
            "/s/a.apk".to_owned(),
            "/c/x/a.jar".to_owned()
        ]));
        assert!(!translate.contains(&"--network".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn parts_that_are_links_may_be_read_where_they_lie() {
        let (parts, store) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let stored = fs::canonicalize(store.path()).unwrap().join("a-1.2.jar");
        fs::write(&stored, "").unwrap();
        std::os::unix::fs::symlink(&stored, parts.path().join("a.jar")).unwrap();
        let place = parts.path().to_owned();
        let mut runtime = Runtime::new("java".into(), place, "/own/r.jar".into(), "/c".into());
        runtime.launcher = vec!["confine".into()];
        let command = words(&runtime.app_command(Touches::default()));
        let read = ["--read".to_owned(), stored.to_string_lossy().into_owned()];
        assert!(command.windows(2).any(|pair| pair == read), "{command:?}");
    }
}
