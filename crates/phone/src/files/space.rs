//! How much the phone's files may hold, so that no client can fill the host's disk.

use crate::faults::{Fault, InForce};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is free on a new phone.
pub(crate) const FREE_AT_FIRST: u64 = 2_097_152 * 1024;

/// Clones are of the same phone.
#[derive(Clone, Debug)]
pub(crate) struct Space(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    capacity: AtomicU64,
    /// At least what the files hold: it grows with every write, and is measured when it seems too much.
    used: AtomicU64,
    faults: InForce,
}

impl Space {
    pub(super) fn new(folder: PathBuf, faults: InForce) -> Self {
        let used = AtomicU64::new(measure(&folder));
        Self(Arc::new(Inner { folder, capacity: AtomicU64::new(FREE_AT_FIRST), used, faults }))
    }

    pub(super) fn free(&self) -> u64 {
        if self.0.faults.has(|fault| *fault == Fault::StorageFull) {
            return 0;
        }
        let used = self.measured();
        self.0.capacity.load(Ordering::Relaxed).saturating_sub(used)
    }

    pub(super) fn set_free(&self, bytes: u64) {
        let used = self.measured();
        self.0.capacity.store(used.saturating_add(bytes), Ordering::Relaxed);
    }

    /// How many of the bytes still fit; an error when none does.
    fn take(&self, wanted: usize) -> io::Result<usize> {
        if self.0.faults.take(|fault| *fault == Fault::StorageFull).is_some() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let (inner, wanted) = (&self.0, wanted as u64);
        let capacity = inner.capacity.load(Ordering::Relaxed);
        let after = inner.used.fetch_add(wanted, Ordering::Relaxed).saturating_add(wanted);
        if after <= capacity {
            return Ok(usize::try_from(wanted).unwrap_or(usize::MAX));
        }
        let fitting = wanted.min(capacity.saturating_sub(self.measured()));
        inner.used.fetch_add(fitting, Ordering::Relaxed);
        match usize::try_from(fitting) {
            Ok(0) if wanted > 0 => Err(io::ErrorKind::StorageFull.into()),
            fitting => Ok(fitting.unwrap_or(usize::MAX)),
        }
    }

    fn measured(&self) -> u64 {
        let used = measure(&self.0.folder);
        self.0.used.store(used, Ordering::Relaxed);
        used
    }
}

/// A file opened for writing, which takes no more than there is room for.
#[derive(Debug)]
pub struct Writable {
    file: File,
    space: Space,
}

impl Writable {
    pub(super) fn new(file: File, space: Space) -> Self {
        Self { file, space }
    }

    /// A file made longer this way has a hole, which takes no room.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }
}

impl io::Write for &Writable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fitting = self.space.take(bytes.len())?;
        (&self.file).write(&bytes[..fitting])
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}

impl io::Write for Writable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self).flush()
    }
}

/// What everything in a folder takes on the disk. What cannot be looked at counts nothing.
fn measure(folder: &Path) -> u64 {
    let (mut total, mut pending) = (0_u64, vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => pending.push(entry.path()),
                Ok(metadata) => total = total.saturating_add(size_on_disk(&metadata)),
                Err(_) => {}
            }
        }
    }
    total
}

/// Holes do not count, where the host tells.
#[cfg(unix)]
fn size_on_disk(metadata: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.len().min(metadata.blocks().saturating_mul(512))
}

#[cfg(not(unix))]
fn size_on_disk(metadata: &fs::Metadata) -> u64 {
    metadata.len()
}
