//! An app's own folder: its preferences, databases and files, kept where `run-as` finds them. A phone
//! without a file system keeps them in memory.

use super::{Android, Host, Package, data_folder};
use crate::files::{Errno, Files, Identity, WeakFiles};

impl Android {
    /// Gives the apps a file system. The phone does not keep it alive: its own files may know the phone.
    pub(crate) fn attach_files(&self, files: &Files) {
        // Only the first counts: apps do not move house.
        self.shared.files.set(files.downgrade()).ok();
    }

    pub(super) fn files(&self) -> Option<Files> {
        self.shared.files.get()?.upgrade()
    }
}

impl Host {
    /// The content of a file in the app's folder, such as `shared_prefs/x.xml`.
    pub fn read_data(&self, path: &str) -> Option<Vec<u8>> {
        match self.folder() {
            Some((files, package)) => {
                let who = Identity::app(package.uid);
                files.read(&who, &format!("{}/{path}", package.data_dir)).ok()
            }
            None => self
                .read(|state| state.packages.get(self.package())?.data.get(path).cloned())
                .flatten(),
        }
    }

    /// Writes a file in the app's folder, with the folder it stands in.
    pub fn write_data(&self, path: &str, bytes: &[u8]) -> Result<(), Errno> {
        let Some((files, package)) = self.folder() else {
            self.change(|state| {
                if let Some(package) = state.packages.get_mut(self.package()) {
                    package.data.insert(path.to_owned(), bytes.to_vec());
                }
            });
            return Ok(());
        };
        data_folder::make(&files, &package)?;
        let who = Identity::app(package.uid);
        let full = format!("{}/{path}", package.data_dir);
        if let Some((folder, _)) = full.rsplit_once('/')
            && !files.exists(&who, folder)
        {
            files.make_dir(&who, folder, 0o771)?;
        }
        files.write(&who, &full, bytes, 0o660)
    }

    fn folder(&self) -> Option<(Files, Package)> {
        let files = self.files()?;
        let package = self.read(|state| state.packages.get(self.package()).cloned()).flatten()?;
        Some((files, package))
    }
}

/// What the phone keeps of its files.
pub(crate) type Attached = std::sync::OnceLock<WeakFiles>;
