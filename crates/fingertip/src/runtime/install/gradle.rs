//! Gradle: the same in a build of its own.

use std::fmt::Write as _;
use std::path::Path;

use super::LIMIT;
use crate::runtime::parts::Part;
use crate::runtime::program;

/// Copies the parts into `files` in the folder.
pub(super) async fn bring(gradle: &Path, parts: &[&Part], folder: &Path) -> Result<(), String> {
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())
    };
    write("settings.gradle", "")?;
    write("build.gradle", &build(parts))?;
    let arguments = ["--no-daemon", "--quiet", "--console=plain", "--project-dir"].map(Into::into);
    let arguments = arguments.into_iter().chain([folder.as_os_str().to_owned(), "parts".into()]);
    let said = program::run(gradle, arguments, "", LIMIT).await?;
    if said.good { Ok(()) } else { Err(said.complaint()) }
}

/// A configuration for each, as several are versions of one artifact.
fn build(parts: &[&Part]) -> String {
    let mut script = String::from("repositories { mavenCentral() }\ndef parts = files()\n");
    for part in parts {
        // Writing to a string cannot fail.
        writeln!(
            script,
            "parts += configurations.detachedConfiguration(dependencies.create('{part}@jar'))"
        )
        .ok();
    }
    script + "tasks.register('parts', Copy) { from parts; into 'files' }\n"
}
