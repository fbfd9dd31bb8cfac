//! Classes that somebody built and has at hand as class files: they need no translation.

use std::{
    collections::BTreeSet,
    fs::File,
    io,
    path::{Path, PathBuf},
};

use crate::android::{dex_classes, jar_classes};

/// From this API level on, dex code is not so different that classes of it and class files cannot be one app: below,
/// default methods of interfaces are taken apart.
const MIXES: u32 = 24;

/// Class files of a package, which take the place of its APK's code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    pub package: String,
    /// Folders and jars, as paths of the host.
    pub classes: Vec<PathBuf>,
}

/// How much of an APK's code there is as class files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Covered {
    /// All: nothing has to be translated.
    Whole,
    /// Some, and the rest goes together with it.
    Partly,
    /// Too little to be used.
    Not,
}

impl Built {
    pub(crate) fn covers(&self, apks: &[PathBuf], min_sdk: u32) -> io::Result<Covered> {
        if self.classes.is_empty() {
            return Ok(Covered::Not);
        }
        let mut jars = BTreeSet::new();
        let (folders, files): (Vec<_>, Vec<_>) =
            self.classes.iter().partition(|path| path.is_dir());
        for jar in files {
            jars.extend(jar_classes(File::open(jar)?).ok_or(io::ErrorKind::InvalidData)?);
        }
        let has = |class: &str| {
            jars.contains(class)
                || folders.iter().any(|folder| folder.join(format!("{class}.class")).is_file())
        };
        let (mut some, mut all) = (false, true);
        for apk in apks {
            let classes = dex_classes(File::open(apk)?).ok_or(io::ErrorKind::InvalidData)?;
            for class in &classes {
                let has = written(class).is_none_or(has);
                some |= has;
                all &= has;
            }
        }
        Ok(match (all, some) {
            (true, _) => Covered::Whole,
            (false, true) if min_sdk >= MIXES => Covered::Partly,
            (false, _) => Covered::Not,
        })
    }

    /// What of the host has to be readable.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Path> {
        self.classes.iter().map(PathBuf::as_path)
    }
}

/// What the names of such classes have behind that of the class they are from.
const MADE: [&str; 5] =
    ["$$ExternalSynthetic", "$$InternalSynthetic", "$-CC", "-$$Lambda$", "$$Nest$"];

/// The class that somebody wrote: the compiler of dex code makes more of it, and brings classes of its own.
fn written(class: &str) -> Option<&str> {
    if class.starts_with("j$/") || class.starts_with("com/android/tools/r8/") {
        return None;
    }
    let end = MADE.iter().filter_map(|made| class.find(made)).min();
    // What has no class before it belongs to all of them.
    Some(&class[..end.unwrap_or(class.len())])
        .filter(|class| !class.is_empty() && !class.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_compiler_made_belongs_to_what_was_written() {
        for (class, from) in [
            ("a/B", Some("a/B")),
            ("a/B$C", Some("a/B$C")),
            ("a/B$$ExternalSyntheticLambda0", Some("a/B")),
            ("a/I$-CC", Some("a/I")),
            ("a/-$$Lambda$B$x", None),
            ("j$/time/Duration", None),
        ] {
            assert_eq!(written(class), from, "{class}");
        }
    }
}
