//! Finding a Java that real apps can run on: 17 or later. It is asked for its version only where no `release` file
//! beside it tells.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::program;

/// The first that the app runtime is written for.
pub const OLDEST: u32 = 17;
/// The first that Android 16's framework is compiled for.
pub const FOR_API_36: u32 = 21;
const LIMIT: Duration = Duration::from_secs(20);

/// A Java that will do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Java {
    /// The program.
    pub path: PathBuf,
    /// The folder that holds all of it.
    pub home: PathBuf,
    /// 17 of 17.0.15.
    pub feature: u32,
    pub version: String,
}

/// There is none that will do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoJava {
    #[error("no Java is found in JAVA_HOME, on PATH or in the usual places")]
    None,
    #[error("{place} is Java {version}, and apps need {OLDEST} or later")]
    Old { place: String, version: String },
    #[error("{place} is no Java: {why}")]
    NotJava { place: String, why: String },
}

impl NoJava {
    pub fn hint(&self) -> &'static str {
        "install a JDK 17 or later (such as openjdk-17-jdk-headless), or name one in JAVA_HOME or FINGERTIP_JAVA"
    }
}

/// What is asked of the environment.
pub type Env<'a> = &'a (dyn Fn(&str) -> Option<OsString> + Sync);

/// The Java to run apps on. One that the user names is the one; of the others the first that is new enough.
pub async fn find(named: Option<&Path>, env: Env<'_>) -> Result<Java, NoJava> {
    let named = named.map(Path::to_owned).or_else(|| env("FINGERTIP_JAVA").map(PathBuf::from));
    if let Some(named) = named {
        return look(&named).await.and_then(new_enough);
    }
    let mut first = NoJava::None;
    for candidate in candidates(env) {
        match look(&candidate).await.and_then(new_enough) {
            Ok(java) => return Ok(java),
            // The user's own are worth a word; one of many in a folder is not.
            Err(error) if first == NoJava::None => first = error,
            Err(_) => {}
        }
    }
    Err(first)
}

fn new_enough(java: Java) -> Result<Java, NoJava> {
    if java.feature >= OLDEST {
        return Ok(java);
    }
    Err(NoJava::Old { place: java.path.display().to_string(), version: java.version })
}

/// Where one may be, best first; only what is there.
fn candidates(env: Env<'_>) -> Vec<PathBuf> {
    let mut places = Vec::new();
    places.extend(env("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from));
    if let Some(paths) = env("PATH") {
        let programs = std::env::split_paths(&paths).map(|folder| folder.join(PROGRAM));
        // Without a Java, the one that macOS has there shows a window.
        let stub = |program: &PathBuf| cfg!(target_os = "macos") && program.starts_with("/usr/bin");
        places.extend(programs.filter(|program| program.is_file() && !stub(program)).take(1));
    }
    let home = env(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
    for folder in FOLDERS {
        let folder = match (folder.strip_prefix("~/"), &home) {
            (Some(rest), Some(home)) => home.join(rest),
            (Some(_), None) => continue,
            (None, _) => PathBuf::from(folder),
        };
        let mut inside: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
            .unwrap_or_default();
        inside.sort();
        places.extend(inside);
    }
    places.extend(STUDIO.iter().filter_map(|place| match place.strip_prefix("~/") {
        Some(rest) => Some(home.as_ref()?.join(rest)),
        None => Some(PathBuf::from(place)),
    }));
    places.retain(|place| program_in(place).is_file());
    places
}

const PROGRAM: &str = if cfg!(windows) { "java.exe" } else { "java" };

/// Folders of Javas.
const FOLDERS: &[&str] = &[
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/Library/Java/JavaVirtualMachines",
    "~/Library/Java/JavaVirtualMachines",
    "~/.sdkman/candidates/java",
    "~/.jdks",
    "/opt/homebrew/opt",
    "/usr/local/opt",
    "C:\\Program Files\\Java",
    "C:\\Program Files\\Eclipse Adoptium",
    "C:\\Program Files\\Microsoft",
];

/// The one that Android Studio brings.
const STUDIO: &[&str] = &[
    "/opt/android-studio/jbr",
    "/usr/local/android-studio/jbr",
    "~/android-studio/jbr",
    "/snap/android-studio/current/jbr",
    "/Applications/Android Studio.app/Contents/jbr",
    "~/Applications/Android Studio.app/Contents/jbr",
    "C:\\Program Files\\Android\\Android Studio\\jbr",
];

/// The program itself, a Java's folder, or that of a macOS bundle.
fn program_in(place: &Path) -> PathBuf {
    if place.is_file() {
        return place.to_owned();
    }
    let bundled = place.join("Contents/Home/bin").join(PROGRAM);
    if bundled.is_file() { bundled } else { place.join("bin").join(PROGRAM) }
}

async fn look(place: &Path) -> Result<Java, NoJava> {
    let shown = || place.display().to_string();
    let program = program_in(place);
    // Through links: what is to be read is the folder it really lies in.
    let path = program
        .canonicalize()
        .map_err(|error| NoJava::NotJava { place: shown(), why: error.to_string() })?;
    if let Some(java) = from_release(&path) {
        return Ok(java);
    }
    ask(&path).await.map_err(|why| NoJava::NotJava { place: shown(), why })
}

fn from_release(path: &Path) -> Option<Java> {
    let home = path.parent().filter(|bin| bin.ends_with("bin"))?.parent()?;
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let version = line.trim().trim_matches('"').to_owned();
    Some(Java {
        feature: feature(&version)?,
        path: path.to_owned(),
        home: home.to_owned(),
        version,
    })
}

/// A shim of a version manager knows by itself which Java it is.
async fn ask(path: &Path) -> Result<Java, String> {
    let said = program::run(path, ["-XshowSettings:properties", "-version"], "", LIMIT).await?;
    if !said.good {
        return Err(said.complaint());
    }
    let value = |name: &str| {
        let lines = said.stderr.lines().chain(said.stdout.lines());
        let mut values = lines.filter_map(|line| line.trim().strip_prefix(name));
        values.find_map(|rest| rest.trim_start().strip_prefix("= ").map(str::to_owned))
    };
    let (home, version) =
        value("java.home").zip(value("java.version")).ok_or("it tells nothing")?;
    let home = PathBuf::from(home);
    let feature = feature(&version).ok_or_else(|| format!("its version is {version}"))?;
    Ok(Java { path: home.join("bin").join(PROGRAM), home, feature, version })
}

/// 17 of 17.0.15, 8 of 1.8.0_412.
fn feature(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    match numbers.next()?.ok()? {
        1 => numbers.next()?.ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn java_at(home: &Path, release: Option<&str>, script: &str) -> PathBuf {
        std::fs::create_dir_all(home.join("bin")).unwrap();
        let program = home.join("bin/java");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        if let Some(version) = release {
            std::fs::write(home.join("release"), format!("A=\"b\"\nJAVA_VERSION=\"{version}\"\n"))
                .unwrap();
        }
        program
    }

    #[test]
    fn versions_old_and_new() {
        let cases =
            [("17.0.15", 17), ("1.8.0_412", 8), ("21", 21), ("26-ea", 26), ("17.0.1+12", 17)];
        for (version, expected) in cases {
            assert_eq!(feature(version), Some(expected), "{version}");
        }
        assert_eq!((feature(""), feature("x")), (None, None));
    }

    #[tokio::test]
    async fn the_first_that_is_new_enough_is_taken_and_not_started() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        java_at(&root.join("old"), Some("11.0.2"), "exit 1");
        let new = java_at(&root.join("new"), Some("21.0.1"), "exit 1");
        std::os::unix::fs::symlink(&new, root.join("java")).unwrap();
        let env = |name: &str| match name {
            "JAVA_HOME" => Some(root.join("old").into_os_string()),
            "PATH" => Some(root.clone().into_os_string()),
            _ => None,
        };
        let java = find(None, &env).await.unwrap();
        assert_eq!((java.path, java.feature), (new.clone(), 21));
        assert_eq!(java.home, root.join("new"));
        // What is named is not passed over.
        let named = root.join("old");
        let error = find(Some(&named), &env).await.unwrap_err();
        assert!(error.to_string().contains("is Java 11.0.2"), "{error}");
        let error = find(Some(Path::new("/nowhere")), &env).await.unwrap_err();
        assert!(error.to_string().contains("/nowhere is no Java"), "{error}");
        let by_env =
            |name: &str| (name == "FINGERTIP_JAVA").then(|| root.join("java").into_os_string());
        assert_eq!(find(None, &by_env).await.unwrap().path, new);
    }

    #[tokio::test]
    async fn a_shim_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let script = "echo '    java.home = /real/jdk' >&2\necho '    java.version = 17.0.9' >&2";
        let shim = java_at(folder.path(), None, script);
        let java = find(Some(&shim), &|_| None).await.unwrap();
        assert_eq!(java.path, Path::new("/real/jdk/bin/java"));
        assert_eq!(java.feature, 17);
        let broken = java_at(&folder.path().join("b"), None, "echo 'Error: no Java' >&2; exit 1");
        let error = find(Some(&broken), &|_| None).await.unwrap_err();
        assert!(error.to_string().ends_with("Error: no Java"), "{error}");
    }
}
