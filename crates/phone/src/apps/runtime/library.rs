//! Libraries of the platform that an app sees only when it asks for them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::android::HTTP;

/// How the names of the jars of [`HTTP`] begin.
const HTTP_JARS: [&str; 4] = ["commons-codec-", "commons-logging-", "httpclient-", "httpcore-"];

/// Whether a file among the parts belongs to such a library.
pub(super) fn is_of_one(file_name: &str) -> bool {
    let is_jar = Path::new(file_name).extension().is_some_and(|it| it == "jar");
    is_jar && HTTP_JARS.iter().any(|start| file_name.starts_with(start))
}

/// The jars of a library, as far as they are installed; none of one that is not known.
pub(super) fn jars(parts: &Path, library: &str) -> Vec<PathBuf> {
    if library != HTTP {
        return Vec::new();
    }
    let listed = fs::read_dir(parts).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = listed
        .filter(|entry| is_of_one(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect();
    jars.sort();
    jars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_library_has_jars() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["httpcore-4.jar", "asm-9.jar", "httpclient-4.jar", "httpcore-4.jar.part"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let wanted = ["httpclient-4.jar", "httpcore-4.jar"].map(|name| folder.path().join(name));
        assert_eq!(jars(folder.path(), HTTP), wanted);
        assert!(jars(folder.path(), "com.google.android.maps").is_empty());
        assert!(jars(Path::new("/nowhere"), HTTP).is_empty());
    }
}
