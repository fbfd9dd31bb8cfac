//! The built program: found beside this one, or built.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program to drive. Builds it where it is missing.
pub(super) fn found(named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(named) = named {
        let there = named.is_file().then(|| named.to_owned());
        return there.ok_or_else(|| format!("{}: no such program", named.display()));
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let name = format!("fingertip{}", std::env::consts::EXE_SUFFIX);
    let beside = own.with_file_name(name);
    if !beside.is_file() {
        build()?;
    }
    let there = beside.is_file().then_some(beside);
    there.ok_or_else(|| "cargo built no fingertip beside xtask: name one with --program".to_owned())
}

#[expect(clippy::disallowed_methods, reason = "a developer's command builds what it needs")]
fn build() -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--package", "fingertip"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("fingertip could not be built".to_owned()) }
}
