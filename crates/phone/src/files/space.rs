//! How much the phone's files may hold, so that no client can fill the host's disk.

use crate::faults::{Fault, InForce};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// What is free on a new phone.
pub(crate) const FREE_AT_FIRST: u64 = 2_097_152 * 1024;

/// What every name takes, beside what is in it: without that, empty files would be without end.
pub(super) const ENTRY: u64 = 4096;

/// How long the count is believed. It is exact unless somebody outside the phone changes the folder.
const BELIEVED: Duration = Duration::from_secs(1);

/// Clones are of the same phone.
#[derive(Clone, Debug)]
pub(crate) struct Space(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    room: Mutex<Room>,
    faults: InForce,
}

/// Held by whoever changes how much the files take, so that it counts what really happened.
#[derive(Debug)]
struct Room {
    capacity: u64,
    used: u64,
    measured: Instant,
}

impl Space {
    /// `at_first` is what the folders of a new phone take.
    pub(super) fn new(folder: PathBuf, at_first: u64, faults: InForce) -> Self {
        let (used, measured) = (inside(&folder), Instant::now());
        let room = Mutex::new(Room { capacity: FREE_AT_FIRST + at_first, used, measured });
        Self(Arc::new(Inner { folder, room, faults }))
    }

    pub(super) fn free(&self) -> u64 {
        if self.0.faults.has(|fault| *fault == Fault::StorageFull) {
            return 0;
        }
        let mut room = self.room();
        room.doubt(&self.0.folder);
        room.left()
    }

    pub(super) fn set_free(&self, bytes: u64) {
        let mut room = self.room();
        room.measure(&self.0.folder);
        room.capacity = room.used.saturating_add(bytes);
    }

    /// Has `act` make or empty what is at a path of the host. What is new there needs room.
    pub(super) fn make<T>(
        &self,
        path: &Path,
        act: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let mut room = self.room();
        let names = path.ancestors().take_while(|path| fs::symlink_metadata(path).is_err()).count();
        let wanted = ENTRY.saturating_mul(names as u64);
        if wanted > 0 && self.take(&mut room, wanted)? < wanted {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let before = content(path);
        let made = act()?;
        room.change(before, content(path).saturating_add(wanted));
        Ok(made)
    }

    /// Has `act` remove or replace what is at a path of the host.
    pub(super) fn release<T>(
        &self,
        path: &Path,
        act: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let mut room = self.room();
        let before = whole(path);
        let done = act();
        // Of a directory a part may be gone.
        room.change(before, if done.is_err() { whole(path) } else { 0 });
        done
    }

    /// How many of the bytes fit; an error when none does.
    fn take(&self, room: &mut Room, wanted: u64) -> io::Result<u64> {
        if self.0.faults.take(|fault| *fault == Fault::StorageFull).is_some() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        if room.left() < wanted {
            room.doubt(&self.0.folder);
        }
        match room.left().min(wanted) {
            0 => Err(io::ErrorKind::StorageFull.into()),
            fitting => Ok(fitting),
        }
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    fn left(&self) -> u64 {
        self.capacity.saturating_sub(self.used)
    }

    fn change(&mut self, before: u64, after: u64) {
        self.used = self.used.saturating_sub(before).saturating_add(after);
    }

    /// Measures, unless that was done just now: the folder may be large.
    fn doubt(&mut self, folder: &Path) {
        if self.measured.elapsed() >= BELIEVED {
            self.measure(folder);
        }
    }

    fn measure(&mut self, folder: &Path) {
        self.used = inside(folder);
        self.measured = Instant::now();
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
        let mut room = self.space.room();
        let before = self.file.metadata()?;
        self.file.set_len(length)?;
        room.change(size_on_disk(&before), size_on_disk(&self.file.metadata()?));
        Ok(())
    }
}

impl io::Write for &Writable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut room = self.space.room();
        let fitting = self.space.take(&mut room, bytes.len() as u64)?;
        let fitting = usize::try_from(fitting).map_or(bytes, |fitting| &bytes[..fitting]);
        let written = (&self.file).write(fitting)?;
        room.change(0, written as u64);
        Ok(written)
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

/// What everything in a folder takes. What cannot be looked at counts nothing.
fn inside(folder: &Path) -> u64 {
    let (mut total, mut pending) = (0_u64, vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            total = total.saturating_add(ENTRY);
            if metadata.is_dir() {
                pending.push(entry.path());
            } else {
                total = total.saturating_add(size_on_disk(&metadata));
            }
        }
    }
    total
}

/// What something takes with all that is in it.
fn whole(path: &Path) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => inside(path).saturating_add(ENTRY),
        Ok(metadata) => size_on_disk(&metadata).saturating_add(ENTRY),
        Err(_) => 0,
    }
}

/// What a file holds; nothing when it is something else.
fn content(path: &Path) -> u64 {
    let metadata = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    metadata.as_ref().map_or(0, size_on_disk)
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
