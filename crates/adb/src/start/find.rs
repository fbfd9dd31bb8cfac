//! Where an adb program may be.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::env::EnvLookup;
use crate::error::one_line;
use crate::{Error, Result};

/// An adb program and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub source: &'static str,
}

/// A place that was looked at in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    pub source: &'static str,
    /// `None` where the source named no place, such as a variable that is not set.
    pub path: Option<PathBuf>,
}

const PROGRAM: &str = if cfg!(windows) { "adb.exe" } else { "adb" };
const DEFAULT_PLACE: &str = "the SDK's usual place";

/// Looks for adb: what the user named, then SDKs, then `PATH`. Fails with every place tried.
pub fn find_adb(env: EnvLookup<'_>) -> Result<Found> {
    find_among(env, &usual_sdks(env))
}

fn find_among(env: EnvLookup<'_>, usual_sdks: &[PathBuf]) -> Result<Found> {
    let mut tried = Vec::new();
    for source in ["FINGERTIP_ADB", "ADB_PATH"] {
        let Some(path) = variable(env, source) else {
            tried.push(Tried { source, path: None });
            continue;
        };
        let path = if path.is_dir() { path.join(PROGRAM) } else { path };
        if is_program(&path) {
            return Ok(Found { path, source });
        }
        tried.push(Tried { source, path: Some(path) });
        if source == "FINGERTIP_ADB" {
            // Named for us alone: another adb would not be what was meant.
            return Err(Error::AdbNotFound { tried });
        }
    }
    for source in ["ANDROID_HOME", "ANDROID_SDK_ROOT"] {
        let Some(sdk) = variable(env, source) else {
            tried.push(Tried { source, path: None });
            continue;
        };
        let path = in_sdk(&sdk);
        if is_program(&path) {
            return Ok(Found { path, source });
        }
        tried.push(Tried { source, path: Some(path) });
    }
    for sdk in usual_sdks {
        let path = in_sdk(sdk);
        if is_program(&path) {
            return Ok(Found { path, source: DEFAULT_PLACE });
        }
        tried.push(Tried { source: DEFAULT_PLACE, path: Some(path) });
    }
    if let Ok(path) = which::which_in_global(PROGRAM, env("PATH"))
        && let Some(path) = path.into_iter().next()
    {
        return Ok(Found { path, source: "PATH" });
    }
    tried.push(Tried { source: "PATH", path: None });
    Err(Error::AdbNotFound { tried })
}

impl fmt::Display for Tried {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(out, "{} ({})", one_line(&path.to_string_lossy()), self.source),
            None => write!(out, "{} (nothing there)", self.source),
        }
    }
}

fn variable(env: EnvLookup<'_>, name: &str) -> Option<PathBuf> {
    env(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn in_sdk(sdk: &Path) -> PathBuf {
    sdk.join("platform-tools").join(PROGRAM)
}

/// Where Android Studio and packages put the SDK on this system.
fn usual_sdks(env: EnvLookup<'_>) -> Vec<PathBuf> {
    let home = || variable(env, "HOME");
    if cfg!(windows) {
        let local = variable(env, "LOCALAPPDATA");
        local.map(|local| local.join("Android").join("Sdk")).into_iter().collect()
    } else if cfg!(target_os = "macos") {
        let of_user = home().map(|home| home.join("Library/Android/sdk"));
        let of_brew = PathBuf::from("/opt/homebrew/share/android-commandlinetools");
        of_user.into_iter().chain([of_brew]).collect()
    } else {
        let of_user = home().map(|home| home.join("Android/Sdk"));
        let of_system = ["/usr/lib/android-sdk", "/opt/android-sdk"].map(PathBuf::from);
        of_user.into_iter().chain(of_system).collect()
    }
}

/// A file that may be run.
fn is_program(path: &Path) -> bool {
    // `which` knows what each system calls runnable; it does not search for an absolute path.
    std::path::absolute(path).is_ok_and(|path| which::which_global(path).is_ok())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use tempfile::TempDir;

    use super::*;

    /// A folder in which `name` is an executable file.
    fn with_program(name: &str) -> TempDir {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn find(variables: &[(&str, &Path)]) -> Result<Found> {
        let env = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        find_adb(&env)
    }

    #[test]
    fn the_order_is_that_of_trust() {
        let bin = with_program("adb");
        let sdk = with_program("platform-tools/adb");
        let home = with_program(in_sdk_of_home());
        let program = bin.path().join("adb");
        let all = [
            ("FINGERTIP_ADB", program.as_path()),
            ("ADB_PATH", bin.path()),
            ("ANDROID_HOME", sdk.path()),
            ("ANDROID_SDK_ROOT", sdk.path()),
            ("HOME", home.path()),
            ("PATH", bin.path()),
        ];
        let sources = ["FINGERTIP_ADB", "ADB_PATH", "ANDROID_HOME", "ANDROID_SDK_ROOT"];
        for (index, source) in sources.into_iter().enumerate() {
            assert_eq!(find(&all[index..]).unwrap().source, source);
        }
        assert_eq!(find(&all[4..]).unwrap().path, home.path().join(in_sdk_of_home()));
        assert_eq!(find(&all[..1]).unwrap().path, program);
    }

    fn in_sdk_of_home() -> &'static str {
        if cfg!(target_os = "macos") {
            "Library/Android/sdk/platform-tools/adb"
        } else {
            "Android/Sdk/platform-tools/adb"
        }
    }

    #[test]
    fn a_wrong_name_given_to_us_ends_the_search() {
        let bin = with_program("adb");
        let nowhere = Path::new("/nowhere/adb");
        let error = find(&[("FINGERTIP_ADB", nowhere), ("PATH", bin.path())]).unwrap_err();
        assert_eq!(error.to_string(), "no adb program found; tried /nowhere/adb (FINGERTIP_ADB)");
    }

    #[test]
    fn a_file_that_may_not_be_run_is_passed_over() {
        let folder = with_program("adb");
        let path = folder.path().join("adb");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(!is_program(&path));
        assert!(!is_program(folder.path()));
    }

    #[test]
    fn what_was_tried_is_told() {
        let empty = TempDir::new().unwrap();
        let env = |name: &str| {
            matches!(name, "ANDROID_HOME" | "PATH").then(|| OsString::from(empty.path()))
        };
        let usual = empty.path().join("usual");
        let Err(Error::AdbNotFound { tried }) = find_among(&env, std::slice::from_ref(&usual))
        else {
            panic!("there is no adb to be found");
        };
        let of = |source| tried.iter().find(|tried| tried.source == source).unwrap();
        assert_eq!(of("FINGERTIP_ADB").path, None);
        assert_eq!(of("ANDROID_HOME").path, Some(in_sdk(empty.path())));
        assert_eq!(of(DEFAULT_PLACE).path, Some(in_sdk(&usual)));
        assert_eq!(of("PATH").path, None);
    }
}
