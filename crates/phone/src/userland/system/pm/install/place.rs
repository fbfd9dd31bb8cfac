//! The files of installed packages: `/data/app/~~TOKEN==/PACKAGE-TOKEN==/`.

use super::validate::Staged;
use crate::android::Package;
use crate::files::{Errno, Files, Identity, Source, WriteMode, path};
use std::io;

/// The uid that owns what is installed.
const SYSTEM: u32 = 1000;

/// Moves the APKs of a session into the folder of the package to be; those of the installed package are copied.
pub(super) fn put(files: &Files, staged: &[Staged], code_path: &str) -> Result<(), Errno> {
    let root = &Identity::ROOT;
    files.make_dirs(root, code_path, 0o775)?;
    for folder in [outermost(code_path), code_path] {
        files.set_owner(root, folder, SYSTEM, SYSTEM)?;
    }
    for apk in staged {
        let target = format!("{code_path}/{}", apk.file.file_name());
        if apk.inherited {
            copy(files, &apk.path, &target)?;
        } else {
            files.rename(root, &apk.path, &target)?;
        }
        files.set_owner(root, &target, SYSTEM, SYSTEM)?;
    }
    Ok(())
}

fn copy(files: &Files, from: &str, to: &str) -> Result<(), Errno> {
    let Source::File(mut from) = files.open_read(&Identity::ROOT, from)? else {
        return Err(Errno::Invalid);
    };
    let target = files.open_write(&Identity::ROOT, to, WriteMode::Truncate, 0o644)?;
    let mut target = target.map_err(|_| Errno::Invalid)?;
    io::copy(&mut from, &mut target)?;
    Ok(())
}

/// Removes the folder of a package that has one, with the folder around it.
pub(in super::super) fn remove(files: &Files, package: &Package) {
    if package.apk.is_some() {
        remove_folder(files, &package.code_path);
    }
}

pub(super) fn remove_folder(files: &Files, code_path: &str) {
    // What cannot be removed is found by nobody any more.
    files.remove_all(&Identity::ROOT, outermost(code_path)).ok();
}

/// What a package has for itself: before API level 30 there is no folder around its own.
fn outermost(code_path: &str) -> &str {
    let parent = path::parent(code_path);
    if parent == "/data/app" { code_path } else { parent }
}
