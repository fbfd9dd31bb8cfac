//! The folder in which an app keeps its data: made with the installation, emptied by `pm clear`.

use crate::android::Package;
pub(crate) use crate::android::make_app_folder as make;
use crate::files::{Errno, Files, Identity};

/// An app that never wrote a file has no folder.
pub(super) fn remove(files: &Files, package: &Package) -> Result<(), Errno> {
    match files.remove_all(&Identity::ROOT, &package.data_dir) {
        Ok(()) | Err(Errno::NoEntry) => Ok(()),
        Err(errno) => Err(errno),
    }
}
