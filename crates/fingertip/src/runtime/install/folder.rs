//! The folder of the parts: files get their names only when they are whole and right, and one process works on it
//! at a time.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{Error, Progress};
use crate::runtime::parts::Part;

pub(super) struct Folder {
    path: PathBuf,
    /// Held while this lives.
    _lock: File,
    staging: Option<tempfile::TempDir>,
}

const LOCK: &str = ".lock";
/// Names of what was brought, so that what an earlier version wanted can be told from what is somebody else's.
const BROUGHT: &str = ".brought";

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::create(path.join(LOCK)).map_err(failed)?;
        // Some network file systems have no locks: that is not somebody else's.
        if matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return Err(Error::Busy(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), _lock: lock, staging: None })
    }

    /// Whether the part is there and right.
    pub(super) fn holds(&self, part: &Part, progress: &dyn Progress) -> bool {
        let good = part.is(&self.path.join(part.file_name()));
        if good {
            progress.at(part.size);
        }
        good
    }

    /// A folder for what programs bring, on the same file system; it goes away by itself.
    pub(super) fn staging(&mut self) -> Result<PathBuf, Error> {
        let made = tempfile::Builder::new().prefix(".staging").tempdir_in(&self.path);
        let made = made.map_err(|source| self.failed(source))?;
        let path = made.path().to_owned();
        self.staging = Some(made);
        Ok(path)
    }

    /// Where a part may grow; what is there already was meant for it.
    pub(super) fn unfinished(&self, part: &Part) -> PathBuf {
        self.path.join(format!(".{}.part", part.file_name()))
    }

    /// Takes each part from the first of its files that is right. Those that have none are left.
    pub(super) fn take_from<'p>(
        &mut self,
        parts: Vec<&'p Part>,
        progress: &dyn Progress,
        files: impl Fn(&Part) -> Vec<PathBuf>,
    ) -> Result<Vec<&'p Part>, Error> {
        let mut left = Vec::new();
        for part in parts {
            match files(part).into_iter().find(|file| part.is(file)) {
                Some(file) => {
                    self.place(part, &file)?;
                    progress.at(part.size);
                }
                None => left.push(part),
            }
        }
        Ok(left)
    }

    /// Gives a file that is right its name here; the file stays where it is.
    fn place(&self, part: &Part, file: &Path) -> Result<(), Error> {
        let new = self.path.join(format!(".{}.new", part.file_name()));
        let placed = || -> io::Result<()> {
            match fs::remove_file(&new) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            if fs::hard_link(file, &new).is_err() {
                fs::copy(file, &new)?;
            }
            fs::rename(&new, self.path.join(part.file_name()))
        };
        placed().map_err(|source| self.failed(source))
    }

    /// The same for one that grew here. Whether it was right; a wrong one is dropped.
    pub(super) fn finish(&self, part: &Part) -> Result<bool, Error> {
        let grown = self.unfinished(part);
        let good = part.is(&grown);
        let moved = if good {
            fs::rename(&grown, self.path.join(part.file_name()))
        } else {
            fs::remove_file(&grown)
        };
        moved.map_err(|source| self.failed(source))?;
        Ok(good)
    }

    /// Drops what was brought for an earlier version: whatever lies here is on a class path.
    pub(super) fn tidy<'p>(&self, known: impl Iterator<Item = &'p Part>) -> Result<(), Error> {
        let known: BTreeSet<String> = known.map(Part::file_name).collect();
        let record = self.path.join(BROUGHT);
        let brought = fs::read_to_string(&record).unwrap_or_default();
        let plain = |name: &&str| !name.contains(['/', '\\']) && !name.starts_with('.');
        for name in brought.lines().filter(plain).filter(|name| !known.contains(*name)) {
            // It may be gone.
            fs::remove_file(self.path.join(name)).ok();
        }
        let here = known.into_iter().filter(|name| self.path.join(name).is_file());
        let names: String = here.map(|name| name + "\n").collect();
        fs::write(record, names).map_err(|source| self.failed(source))
    }

    pub(super) fn remove(self, parts: &[Part]) -> Result<usize, Error> {
        let mut count = 0;
        for part in parts {
            for file in [self.path.join(part.file_name()), self.unfinished(part)] {
                match fs::remove_file(file) {
                    Ok(()) => count += 1,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(source) => return Err(self.failed(source)),
                }
            }
        }
        self.tidy(std::iter::empty())?;
        for name in [BROUGHT, LOCK] {
            fs::remove_file(self.path.join(name)).map_err(|source| self.failed(source))?;
        }
        // Other files of somebody else may be in it.
        fs::remove_dir(&self.path).ok();
        Ok(count)
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Io { path: self.path.clone(), source }
    }
}
