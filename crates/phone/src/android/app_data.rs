//! An app's own folder: its preferences, databases and files, kept where `run-as` finds them. A phone
//! without a file system keeps them in memory.

use super::{Android, Host, Package};
use crate::files::{Errno, Files, Identity, WeakFiles};

/// The gid of a cache folder is the app's plus this.
const CACHE_GROUP: u32 = 10_000;

impl Android {
    /// Gives the apps a file system. The phone does not keep it alive: its own files may know the phone.
    pub(crate) fn attach_files(&self, files: &Files) {
        // Only the first counts: apps do not move house.
        self.shared.files.set(files.downgrade()).ok();
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
        make_app_folder(&files, &package)?;
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

/// Makes what is missing of an app's folder. That of an app that came with the phone is made when
/// somebody first looks.
pub(crate) fn make_app_folder(files: &Files, package: &Package) -> Result<(), Errno> {
    let (root, uid) = (&Identity::ROOT, package.uid);
    make_dir(files, &package.data_dir, 0o700)?;
    files.set_owner(root, &package.data_dir, uid, uid)?;
    for name in ["cache", "code_cache"] {
        let path = format!("{}/{name}", package.data_dir);
        make_dir(files, &path, 0o2771)?;
        files.set_owner(root, &path, uid, uid + CACHE_GROUP)?;
    }
    Ok(())
}

fn make_dir(files: &Files, path: &str, mode: u32) -> Result<(), Errno> {
    match files.make_dir(&Identity::ROOT, path, mode) {
        Err(Errno::Exists) => Ok(()),
        made => made,
    }
}

/// What the phone keeps of its files.
pub(crate) type Attached = std::sync::OnceLock<WeakFiles>;
