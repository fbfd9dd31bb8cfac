//! Where Maven and Gradle keep what they once brought.

use std::path::{Path, PathBuf};

use crate::runtime::java::Env;
use crate::runtime::parts::Part;

pub(super) struct Caches {
    /// Laid out as a repository is.
    maven: Vec<PathBuf>,
    /// A folder for each digest.
    gradle: PathBuf,
}

impl Caches {
    pub(super) fn of(env: Env<'_>) -> Self {
        let home = env(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
        let home = home.unwrap_or_default();
        let own = home.join(".m2");
        let settings = std::fs::read_to_string(own.join("settings.xml")).unwrap_or_default();
        let moved = local_repository(&settings)
            .map(|path| PathBuf::from(path.replace("${user.home}", &home.to_string_lossy())));
        let maven = moved.into_iter().chain([own.join("repository")]).collect();
        let gradle = env("GRADLE_USER_HOME").map_or_else(|| home.join(".gradle"), PathBuf::from);
        Self { maven, gradle: gradle.join("caches/modules-2/files-2.1") }
    }

    /// Files of the part's name.
    pub(super) fn files(&self, part: &Part) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            self.maven.iter().map(|folder| folder.join(part.repository_path())).collect();
        let versions = self.gradle.join(&part.group).join(&part.artifact).join(&part.version);
        files.extend(folders(&versions).into_iter().map(|folder| folder.join(part.file_name())));
        files.retain(|file| file.is_file());
        files
    }
}

fn folders(inside: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(inside).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// The one setting of Maven's that matters here; remarks do not count.
fn local_repository(settings: &str) -> Option<&str> {
    let mut rest = settings;
    loop {
        let element = rest.find("<localRepository>")?;
        match rest.find("<!--") {
            Some(remark) if remark < element => {
                rest = &rest[remark..];
                rest = &rest[rest.find("-->")?..];
            }
            _ => {
                let text = &rest[element + "<localRepository>".len()..];
                return Some(text[..text.find('<')?].trim()).filter(|path| !path.is_empty());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_that_the_settings_name_is_found() {
        let check = |settings: &str, expected: Option<&str>| {
            assert_eq!(local_repository(settings), expected, "{settings}");
        };
        check("<settings><localRepository> /r </localRepository></settings>", Some("/r"));
        check("<settings><!-- <localRepository>/a</localRepository> --></settings>", None);
        check("<!-- <localRepository>/a< --><localRepository>/b</localRepository>", Some("/b"));
        check("<localRepository></localRepository>", None);
        check("<localRepository>", None);
        check("<!-- <localRepository>", None);
        check("", None);
    }
}
