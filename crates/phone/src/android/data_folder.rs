//! The folder in which an app keeps its data: made with the installation, emptied by `pm clear`.

use super::Package;
use crate::files::{Errno, Files, Identity};

/// From the uid of an app to the group of its caches.
const CACHE_GROUP: u32 = 10_000;

/// Makes what is missing of it.
pub(crate) fn make(files: &Files, package: &Package) -> Result<(), Errno> {
    let uid = package.uid;
    make_dir(files, &package.data_dir, 0o700, (uid, uid))?;
    for name in ["cache", "code_cache"] {
        let path = format!("{}/{name}", package.data_dir);
        make_dir(files, &path, 0o2771, (uid, uid + CACHE_GROUP))?;
    }
    Ok(())
}

fn make_dir(files: &Files, path: &str, mode: u32, (owner, group): (u32, u32)) -> Result<(), Errno> {
    match files.make_dir(&Identity::ROOT, path, mode) {
        Ok(()) => files.set_owner(&Identity::ROOT, path, owner, group),
        Err(Errno::Exists) => Ok(()),
        Err(errno) => Err(errno),
    }
}

/// Forgets all that is in it. The folder itself stays what it was: a process may have been let into just that one.
pub(crate) fn empty(files: &Files, package: &Package) -> Result<(), Errno> {
    match files.list(&Identity::ROOT, &package.data_dir) {
        Ok(entries) => {
            for entry in entries {
                let path = format!("{}/{}", package.data_dir, entry.name);
                files.remove_all(&Identity::ROOT, &path)?;
            }
        }
        Err(Errno::NoEntry) => {}
        Err(errno) => return Err(errno),
    }
    make(files, package)
}

/// An app that never wrote a file has no folder.
pub(crate) fn remove(files: &Files, package: &Package) -> Result<(), Errno> {
    match files.remove_all(&Identity::ROOT, &package.data_dir) {
        Ok(()) | Err(Errno::NoEntry) => Ok(()),
        Err(errno) => Err(errno),
    }
}
