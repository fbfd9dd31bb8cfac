//! Everything that real apps need, found on this machine, or the first thing that is missing and what to do about it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::java::{self, Env, Java, NoJava};
use super::parts::{self, Part, Role};
use super::{confine, places};

/// What a user says about apps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The Java to run them on.
    pub java: Option<PathBuf>,
    /// Let them reach the network.
    pub network: bool,
    /// Run them unconfined where they cannot be confined.
    pub trust: bool,
}

/// What apps of an API level run on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub java: Java,
    /// The folder of the parts. All jars that lie in it belong on a class path, but for those of frameworks
    /// (`android-all…`), which are found there through `robolectric.dependency.dir`, and for libraries of some apps.
    pub parts: PathBuf,
    /// What an app process is started through, with its first arguments; empty where it is started as it is. More follow: `--read`, `--write`, `--network`,
    /// `--end-with`, `--` and the program.
    pub launcher: Vec<OsString>,
    pub keeping: Keeping,
    pub network: bool,
    /// For what can be made again, such as translated APKs.
    pub cache: PathBuf,
}

/// What keeps apps from the user's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    Confined,
    /// Nothing, as the user wishes.
    Trusted,
    /// Nothing could: the launcher will refuse to start them, and so does an install.
    Refused(String),
}

impl Keeping {
    /// What to tell whoever wants to run an app.
    pub fn refusal(&self) -> Option<String> {
        match self {
            Self::Confined | Self::Trusted => None,
            Self::Refused(why) => Some(format!("apps cannot be confined here: {why}; {TRUST}")),
        }
    }
}

/// The way out where apps cannot be confined.
pub const TRUST: &str =
    "start the phone with --trust-apps if you trust what you install: it could do all that you can";

/// What is missing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    #[error("{0}")]
    Java(#[from] NoJava),
    #[error("real apps do not run at API level {}", why_not(*.0))]
    Level(u32),
    #[error("{count} of the parts that apps of API level {level} run on are not installed")]
    Parts { count: usize, level: u32 },
    #[error("there is no native part of the Android framework for {0}")]
    Machine(&'static str),
    #[error("this program does not know where it is: {0}")]
    Launcher(String),
}

impl Missing {
    pub fn hint(&self) -> String {
        match self {
            Self::Java(no_java) => no_java.hint().to_owned(),
            Self::Level(_) => {
                format!("start the phone with one of --api {}", among(&parts::levels()))
            }
            Self::Parts { level, .. } => format!("run `fingertip runtime install --api {level}`"),
            Self::Machine(_) => {
                "use a machine with an x86-64 processor, or a Mac; declared apps run everywhere"
                    .to_owned()
            }
            Self::Launcher(_) => "start it by its full path".to_owned(),
        }
    }
}

/// Looks for everything that apps of this API level need.
pub async fn found(level: u32, wishes: &Wishes, env: Env<'_>) -> Result<Found, Missing> {
    machine()?;
    if !parts::levels().contains(&level) {
        return Err(Missing::Level(level));
    }
    let java = java::find(wishes.java.as_deref(), env).await?;
    let folder = places::parts(env);
    let count = absent(level, &folder).len();
    if count > 0 {
        return Err(Missing::Parts { count, level });
    }
    let keeping = match confine::possible() {
        Ok(()) => Keeping::Confined,
        Err(_) if wishes.trust => Keeping::Trusted,
        Err(why) => Keeping::Refused(why.to_string()),
    };
    let own = std::env::current_exe().map_err(|error| Missing::Launcher(error.to_string()))?;
    let mut launcher = vec![own.into_os_string(), "app-process".into()];
    match keeping {
        // Without one, as it could not become another program.
        Keeping::Trusted if cfg!(not(unix)) => launcher.clear(),
        Keeping::Trusted => launcher.push("--trusted".into()),
        Keeping::Confined | Keeping::Refused(_) => {}
    }
    Ok(Found {
        java,
        parts: folder,
        launcher,
        keeping,
        network: wishes.network,
        cache: places::cache(),
    })
}

/// What is not there of the parts without which no app of this level runs.
pub fn absent(level: u32, folder: &Path) -> Vec<&'static Part> {
    let mut needed = parts::needed(&[level]);
    needed.retain(|part| !part.roles.contains(&Role::Library) && !part.is_in(folder));
    needed
}

/// The libraries that only some apps see and that are not there.
pub fn absent_libraries(folder: &Path) -> Vec<&'static Part> {
    parts::with(Role::Library).filter(|part| !part.is_in(folder)).collect()
}

/// What every level needs and is not there.
pub fn absent_base(folder: &Path) -> Vec<&'static Part> {
    let base = parts::with(Role::Base).chain(parts::with(Role::Translate));
    base.filter(|part| !part.is_in(folder)).collect()
}

/// Whether the native part of the framework has a build for this machine.
pub fn machine() -> Result<(), Missing> {
    if cfg!(all(target_os = "linux", not(target_arch = "x86_64"))) {
        return Err(Missing::Machine("Linux on this processor"));
    }
    Ok(())
}

fn why_not(level: u32) -> String {
    if level < 36 {
        return level.to_string();
    }
    format!("{level} yet: its framework needs Java {} or later and newer parts", java::FOR_API_36)
}

fn among(levels: &[u32]) -> String {
    let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
    levels.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_thing_that_is_missing_is_named_with_its_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("jdk");
        std::fs::create_dir_all(home.join("bin")).unwrap();
        let program = if cfg!(windows) { "bin/java.exe" } else { "bin/java" };
        std::fs::write(home.join(program), "").unwrap();
        std::fs::write(home.join("release"), "JAVA_VERSION=\"17.0.1\"\n").unwrap();
        let env = |name: &str| {
            (name == "FINGERTIP_RUNTIME").then(|| folder.path().join("parts").into_os_string())
        };
        let said = async |level, java: &Path| {
            let wishes = Wishes { java: Some(java.to_owned()), ..Wishes::default() };
            match found(level, &wishes, &env).await {
                Ok(_) => String::new(),
                Err(missing) => format!("{missing}; {}", missing.hint()),
            }
        };
        if let Err(missing) = machine() {
            assert!(said(34, &home).await.contains(&missing.to_string()));
            return;
        }
        let parts = said(34, &home).await;
        assert!(parts.contains("of the parts") && parts.contains("install --api 34"), "{parts}");
        let newer = said(36, &home).await;
        assert!(newer.contains("needs Java 21") && newer.contains("--api 28, 31, 34"), "{newer}");
        let none = said(34, Path::new("/nowhere")).await;
        assert!(none.contains("is no Java") && none.contains("JAVA_HOME"), "{none}");
    }
}
