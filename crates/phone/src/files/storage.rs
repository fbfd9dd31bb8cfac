//! The file system's operations, each on behalf of somebody.
//!
//! Calls to the host's file system are made in place: they touch a local disk and take less time than handing
//! them to another thread. Readers and writers of long files yield between chunks.

use super::attributes::{Attributes, Table, is_shared};
use super::errno::Errno;
use super::host;
use super::identity::{Identity, ROOT};
use super::image::{Device, Image, Node};
use super::path;
use super::resolve::LastLink;
use super::space::{ENTRY, Space, Writable};
use super::stat::{Entry, Kind, Stat};
use crate::faults::InForce;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A phone's files. Clones share them.
#[derive(Clone, Debug)]
pub struct Files(Arc<Inner>);

/// A phone's files as somebody knows them whom they do not outlive.
#[derive(Clone, Debug)]
pub(crate) struct WeakFiles(Weak<Inner>);

impl WeakFiles {
    pub(crate) fn upgrade(&self) -> Option<Files> {
        self.0.upgrade().map(Files)
    }
}

#[derive(Debug)]
struct Inner {
    image: Image,
    folder: PathBuf,
    table: RwLock<Table>,
    space: Space,
    /// Removes the folder when the last clone goes.
    _temporary: Option<tempfile::TempDir>,
}

/// Something opened for reading.
#[derive(Debug)]
pub enum Source {
    File(File),
    Device(Device),
    Bytes(Vec<u8>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    Truncate,
    Append,
    /// Fails when the file exists.
    New,
}

/// What every phone has.
const FOLDERS: [&str; 8] = [
    "data",
    "data/anr",
    "data/data",
    "data/local",
    "data/local/tmp",
    "storage",
    "storage/emulated",
    "storage/emulated/0",
];

/// What every phone has in its shared storage.
const SHARED: [&str; 13] = [
    "Alarms",
    "Android",
    "Audiobooks",
    "DCIM",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Recordings",
    "Ringtones",
];

impl Files {
    /// Files in a folder of their own that goes away with them.
    pub(crate) fn temporary(image: Image, faults: InForce) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("phone-").tempdir()?;
        Self::open(image, folder.path().to_owned(), Some(folder), faults)
    }

    /// Files in a given folder, which stays.
    pub(crate) fn in_folder(image: Image, folder: &Path, faults: InForce) -> io::Result<Self> {
        // Apps run in folders of their own, where a relative one would be another.
        let folder = std::path::absolute(folder)?;
        fs::create_dir_all(&folder)?;
        Self::open(image, folder, None, faults)
    }

    fn open(
        image: Image,
        folder: PathBuf,
        temporary: Option<tempfile::TempDir>,
        faults: InForce,
    ) -> io::Result<Self> {
        for name in FOLDERS {
            fs::create_dir_all(folder.join(name))?;
        }
        for name in SHARED {
            fs::create_dir_all(folder.join("storage/emulated/0").join(name))?;
        }
        let at_first = ENTRY * (FOLDERS.len() + SHARED.len()) as u64;
        let (table, space) = (RwLock::default(), Space::new(folder.clone(), at_first, faults));
        let inner = Inner { image, folder, table, space, _temporary: temporary };
        Ok(Self(Arc::new(inner)))
    }

    /// Bytes that can still be written.
    pub(crate) fn free(&self) -> u64 {
        self.0.space.free()
    }

    pub(crate) fn set_free(&self, bytes: u64) {
        self.0.space.set_free(bytes);
    }

    pub(crate) fn downgrade(&self) -> WeakFiles {
        WeakFiles(Arc::downgrade(&self.0))
    }

    /// Follows links.
    pub fn stat(&self, who: &Identity, path: &str) -> Result<Stat, Errno> {
        self.node(&self.resolve(who, path, LastLink::Follow)?)
    }

    /// Does not follow the last link.
    pub fn lstat(&self, who: &Identity, path: &str) -> Result<Stat, Errno> {
        self.node(&self.resolve(who, path, LastLink::Keep)?)
    }

    pub fn exists(&self, who: &Identity, path: &str) -> bool {
        self.stat(who, path).is_ok()
    }

    /// The path without links and `..`; its last piece need not exist.
    pub fn canonical(&self, who: &Identity, path: &str) -> Result<String, Errno> {
        self.resolve(who, path, LastLink::Follow)
    }

    /// May `who` do what `bits` (4 read, 2 write, 1 execute) say?
    pub fn allows(&self, who: &Identity, path: &str, bits: u32) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        Self::permit(who, &canonical, &self.node(&canonical)?, bits)
    }

    /// Everything in a directory but `.` and `..`, sorted by name.
    pub fn list(&self, who: &Identity, path: &str) -> Result<Vec<Entry>, Errno> {
        let directory = self.resolve(who, path, LastLink::Follow)?;
        let stat = self.node(&directory)?;
        if !stat.is_dir() {
            return Err(Errno::NotDirectory);
        }
        Self::permit(who, &directory, &stat, 4)?;
        let mut entries = BTreeMap::new();
        for (name, node) in self.0.image.children(&directory) {
            entries.insert(name.to_owned(), image_stat(&path::child(&directory, name), node));
        }
        if let Ok(listing) = fs::read_dir(host::locate(&self.0.folder, &directory)?) {
            for item in listing.flatten() {
                let name = host::from_host(&item.file_name());
                if entries.contains_key(&name) {
                    continue;
                }
                if let Ok(stat) = self.node(&path::child(&directory, &name)) {
                    entries.insert(name, stat);
                }
            }
        }
        Ok(entries.into_iter().map(|(name, stat)| Entry { name, stat }).collect())
    }

    pub fn open_read(&self, who: &Identity, path: &str) -> Result<Source, Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        let stat = self.node(&canonical)?;
        if stat.is_dir() {
            return Err(Errno::IsDirectory);
        }
        Self::permit(who, &canonical, &stat, 4)?;
        match self.0.image.get(&canonical) {
            Some(Node::Device(device)) => Ok(Source::Device(*device)),
            Some(Node::Generated(generator)) => Ok(Source::Bytes(generator())),
            Some(Node::Program) => Ok(Source::Bytes(program_bytes(&canonical))),
            Some(Node::Directory { .. } | Node::Link(_)) => Err(Errno::IsDirectory),
            None => Ok(Source::File(File::open(host::locate(&self.0.folder, &canonical)?)?)),
        }
    }

    /// The whole content of a file. Endless devices are refused.
    pub fn read(&self, who: &Identity, path: &str) -> Result<Vec<u8>, Errno> {
        match self.open_read(who, path)? {
            Source::File(mut file) => {
                let mut bytes = Vec::new();
                io::Read::read_to_end(&mut file, &mut bytes)?;
                Ok(bytes)
            }
            Source::Bytes(bytes) => Ok(bytes),
            Source::Device(Device::Null) => Ok(Vec::new()),
            Source::Device(_) => Err(Errno::Invalid),
        }
    }

    /// Opens for writing; `mode` is what a new file gets. `Err(NoDevice)` never comes from here: a device is handed back.
    pub fn open_write(
        &self,
        who: &Identity,
        path: &str,
        how: WriteMode,
        mode: u32,
    ) -> Result<Result<Writable, Device>, Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        let exists = match self.node(&canonical) {
            Ok(_) if how == WriteMode::New => return Err(Errno::Exists),
            Ok(stat) => {
                if stat.is_dir() {
                    return Err(Errno::IsDirectory);
                }
                Self::permit(who, &canonical, &stat, 2)?;
                if let Kind::Device(device) = stat.kind {
                    return Ok(Err(device));
                }
                true
            }
            Err(Errno::NoEntry) => {
                self.permit_change(who, &canonical)?;
                false
            }
            Err(errno) => return Err(errno),
        };
        if self.0.image.get(&canonical).is_some() {
            return Err(Errno::Access);
        }
        let mut options = OpenOptions::new();
        match how {
            WriteMode::Append => options.append(true).create(true),
            WriteMode::Truncate => options.write(true).create(true).truncate(true),
            WriteMode::New => options.write(true).create_new(true),
        };
        let host = host::locate(&self.0.folder, &canonical)?;
        let file = self.0.space.make(&host, || options.open(&host))?;
        if !exists {
            self.own(who, &canonical, false, mode);
        }
        Ok(Ok(Writable::new(file, self.0.space.clone())))
    }

    /// Replaces or creates a file.
    pub fn write(&self, who: &Identity, path: &str, bytes: &[u8], mode: u32) -> Result<(), Errno> {
        match self.open_write(who, path, WriteMode::Truncate, mode)? {
            Ok(mut file) => Ok(io::Write::write_all(&mut file, bytes)?),
            Err(_) => Ok(()),
        }
    }

    pub fn make_dir(&self, who: &Identity, path: &str, mode: u32) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        if self.node(&canonical).is_ok() {
            return Err(Errno::Exists);
        }
        self.permit_change(who, &canonical)?;
        let host = host::locate(&self.0.folder, &canonical)?;
        self.0.space.make(&host, || fs::create_dir_all(&host))?;
        self.own(who, &canonical, true, mode);
        Ok(())
    }

    /// Creates what is missing of a path.
    pub fn make_dirs(&self, who: &Identity, path: &str, mode: u32) -> Result<(), Errno> {
        let mut so_far = String::new();
        for piece in path.split('/').filter(|piece| !piece.is_empty()) {
            so_far.push('/');
            so_far.push_str(piece);
            match self.stat(who, &so_far) {
                Ok(stat) if stat.is_dir() => {}
                Ok(_) => return Err(Errno::NotDirectory),
                Err(Errno::NoEntry) => self.make_dir(who, &so_far, mode)?,
                Err(errno) => return Err(errno),
            }
        }
        Ok(())
    }

    /// Removes a file or a link.
    pub fn remove_file(&self, who: &Identity, path: &str) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        if self.node(&canonical)?.is_dir() {
            return Err(Errno::IsDirectory);
        }
        self.permit_change(who, &canonical)?;
        let host = host::locate(&self.0.folder, &canonical)?;
        self.0.space.release(&host, || fs::remove_file(&host))?;
        self.table_mut().remove(&canonical);
        Ok(())
    }

    /// Removes an empty directory.
    pub fn remove_dir(&self, who: &Identity, path: &str) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        if !self.node(&canonical)?.is_dir() {
            return Err(Errno::NotDirectory);
        }
        self.permit_change(who, &canonical)?;
        let host = host::locate(&self.0.folder, &canonical)?;
        self.0.space.release(&host, || fs::remove_dir(&host))?;
        self.table_mut().remove(&canonical);
        Ok(())
    }

    /// Removes a file, or a directory with all that is in it, without asking anybody below it.
    pub(crate) fn remove_all(&self, who: &Identity, path: &str) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        let stat = self.node(&canonical)?;
        self.permit_change(who, &canonical)?;
        let host = host::locate(&self.0.folder, &canonical)?;
        let remove =
            || if stat.is_dir() { fs::remove_dir_all(&host) } else { fs::remove_file(&host) };
        self.0.space.release(&host, remove)?;
        self.table_mut().remove(&canonical);
        Ok(())
    }

    pub fn rename(&self, who: &Identity, from: &str, to: &str) -> Result<(), Errno> {
        let from = self.resolve(who, from, LastLink::Keep)?;
        let to = self.resolve(who, to, LastLink::Keep)?;
        let stat = self.node(&from)?;
        self.permit_change(who, &from)?;
        self.permit_change(who, &to)?;
        if from == to {
            return Ok(());
        }
        if to.starts_with(&format!("{from}/")) {
            return Err(Errno::Invalid);
        }
        match self.node(&to) {
            Ok(target) if target.is_dir() && !stat.is_dir() => return Err(Errno::IsDirectory),
            Ok(target) if !target.is_dir() && stat.is_dir() => return Err(Errno::NotDirectory),
            Ok(_) | Err(_) => {}
        }
        let attributes = self.table().get(&from, stat.is_dir());
        let (old, new) = (host::locate(&self.0.folder, &from)?, host::locate(&self.0.folder, &to)?);
        self.0.space.release(&new, || fs::rename(&old, &new))?;
        let mut table = self.table_mut();
        table.rename(&from, &to);
        // The rule of the new place may be another one than the rule of the old.
        table.set(&to, stat.is_dir(), attributes);
        Ok(())
    }

    pub fn symlink(&self, who: &Identity, target: &str, path: &str) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        if self.node(&canonical).is_ok() {
            return Err(Errno::Exists);
        }
        if target.is_empty() || target.len() > 4096 || target.contains('\0') {
            return Err(Errno::Invalid);
        }
        if is_shared(&canonical) {
            return Err(Errno::NotPermitted);
        }
        self.permit_change(who, &canonical)?;
        let host = host::locate(&self.0.folder, &canonical)?;
        self.0.space.make(&host, || File::create_new(&host))?;
        let link =
            Attributes { mode: 0o777, uid: who.uid, gid: who.gid, link: Some(target.to_owned()) };
        self.table_mut().set(&canonical, false, link);
        Ok(())
    }

    pub fn read_link(&self, who: &Identity, path: &str) -> Result<String, Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        self.node(&canonical)?;
        self.link_target(&canonical).ok_or(Errno::Invalid)
    }

    pub fn set_mode(&self, who: &Identity, path: &str, mode: u32) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        let stat = self.node(&canonical)?;
        self.permit_owner(who, &canonical, &stat)?;
        let mut table = self.table_mut();
        let attributes = table.get(&canonical, stat.is_dir());
        table.set(&canonical, stat.is_dir(), Attributes { mode: mode & 0o7777, ..attributes });
        Ok(())
    }

    pub fn set_owner(&self, who: &Identity, path: &str, uid: u32, gid: u32) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        let stat = self.node(&canonical)?;
        if who.uid != ROOT && (uid != stat.uid || !who.in_group(gid)) {
            return Err(Errno::NotPermitted);
        }
        self.permit_owner(who, &canonical, &stat)?;
        let mut table = self.table_mut();
        let attributes = table.get(&canonical, stat.is_dir());
        table.set(&canonical, stat.is_dir(), Attributes { uid, gid, ..attributes });
        Ok(())
    }

    /// Sets when something was last written, in seconds since 1970.
    pub fn set_modified(&self, who: &Identity, path: &str, seconds: i64) -> Result<(), Errno> {
        let canonical = self.resolve(who, path, LastLink::Keep)?;
        let stat = self.node(&canonical)?;
        self.permit_owner(who, &canonical, &stat)?;
        let time = match u64::try_from(seconds) {
            Ok(after) => UNIX_EPOCH.checked_add(Duration::from_secs(after)),
            Err(_) => UNIX_EPOCH.checked_sub(Duration::from_secs(seconds.unsigned_abs())),
        };
        let host = host::locate(&self.0.folder, &canonical)?;
        File::open(host)?.set_modified(time.ok_or(Errno::Invalid)?)?;
        Ok(())
    }

    /// The host's path of an existing file or directory, for programs that need a real one.
    pub fn host_path(&self, who: &Identity, path: &str) -> Result<PathBuf, Errno> {
        let canonical = self.resolve(who, path, LastLink::Follow)?;
        if self.0.image.get(&canonical).is_some() {
            return Err(Errno::Access);
        }
        self.node(&canonical)?;
        host::locate(&self.0.folder, &canonical)
    }

    /// The name of the program at a canonical path.
    pub(crate) fn program(&self, canonical: &str) -> Option<String> {
        match self.0.image.get(canonical) {
            Some(Node::Program) => Some(path::name(canonical).to_owned()),
            Some(_) | None => None,
        }
    }

    /// Bits of `bits` (4, 2, 1) that `who` lacks on a node are an error.
    pub(crate) fn permit(
        who: &Identity,
        canonical: &str,
        stat: &Stat,
        bits: u32,
    ) -> Result<(), Errno> {
        if who.uid == ROOT || is_shared(canonical) {
            return Ok(());
        }
        let granted = if who.uid == stat.uid {
            stat.mode >> 6
        } else if who.in_group(stat.gid) {
            stat.mode >> 3
        } else {
            stat.mode
        };
        if granted & bits == bits { Ok(()) } else { Err(Errno::Access) }
    }

    /// What a canonical path is, without asking whether anyone may know.
    pub(crate) fn node(&self, canonical: &str) -> Result<Stat, Errno> {
        if let Some(node) = self.0.image.get(canonical) {
            return Ok(image_stat(canonical, node));
        }
        let metadata = fs::symlink_metadata(host::locate(&self.0.folder, canonical)?)?;
        if metadata.is_symlink() {
            // Somebody put it there from outside; following it could leave the folder.
            return Err(Errno::Access);
        }
        let is_dir = metadata.is_dir();
        let attributes = self.table().get(canonical, is_dir);
        let (kind, size) = match &attributes.link {
            Some(target) => (Kind::Link, target.len() as u64),
            None if is_dir => (Kind::Directory, 4096),
            None => (Kind::File, metadata.len()),
        };
        Ok(Stat {
            kind,
            mode: attributes.mode,
            uid: attributes.uid,
            gid: attributes.gid,
            size,
            modified: metadata.modified().map_or(0, seconds_since_1970),
            links: if is_dir { 2 } else { 1 },
            inode: inode(canonical),
        })
    }

    pub(crate) fn link_target(&self, canonical: &str) -> Option<String> {
        match self.0.image.get(canonical) {
            Some(Node::Link(target)) => Some(target.clone()),
            Some(_) => None,
            None => self.table().link(canonical).map(str::to_owned),
        }
    }

    /// May `who` create, remove or rename this name in its directory?
    fn permit_change(&self, who: &Identity, canonical: &str) -> Result<(), Errno> {
        if self.0.image.get(canonical).is_some() {
            return Err(if who.uid == ROOT { Errno::Busy } else { Errno::Access });
        }
        let parent = path::parent(canonical);
        let stat = self.node(parent)?;
        if !stat.is_dir() {
            return Err(Errno::NotDirectory);
        }
        Self::permit(who, parent, &stat, 3)
    }

    fn permit_owner(&self, who: &Identity, canonical: &str, stat: &Stat) -> Result<(), Errno> {
        if self.0.image.get(canonical).is_some() {
            return Err(Errno::NotPermitted);
        }
        if who.uid == ROOT || who.uid == stat.uid || is_shared(canonical) {
            Ok(())
        } else {
            Err(Errno::NotPermitted)
        }
    }

    fn own(&self, who: &Identity, canonical: &str, is_dir: bool, mode: u32) {
        let attributes = Attributes { mode: mode & 0o7777, uid: who.uid, gid: who.gid, link: None };
        self.table_mut().set(canonical, is_dir, attributes);
    }

    /// Where on the host all of them lie.
    pub(crate) fn folder(&self) -> &Path {
        &self.0.folder
    }

    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.0.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, Table> {
        self.0.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn image_stat(canonical: &str, node: &Node) -> Stat {
    let (kind, mode, uid, gid, size) = match node {
        Node::Directory { mode, uid, gid } => (Kind::Directory, *mode, *uid, *gid, 4096),
        Node::Link(target) => (Kind::Link, 0o777, 0, 0, target.len() as u64),
        Node::Device(device) => (Kind::Device(*device), 0o666, 0, 0, 0),
        Node::Program => (Kind::File, 0o755, 0, 2000, program_bytes(canonical).len() as u64),
        Node::Generated(_) => (Kind::File, 0o444, 0, 0, 0),
    };
    Stat {
        kind,
        mode,
        uid,
        gid,
        size,
        // System images carry one fixed date: 2009-01-01.
        modified: 1_230_768_000,
        links: if kind == Kind::Directory { 2 } else { 1 },
        inode: inode(canonical),
    }
}

/// What `cat /system/bin/ls` shows: there is no machine code on this phone.
fn program_bytes(canonical: &str) -> Vec<u8> {
    format!("#!/system/bin/toybox {}\n", path::name(canonical)).into_bytes()
}

fn inode(canonical: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    canonical.hash(&mut hasher);
    hasher.finish() >> 40
}

fn seconds_since_1970(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_secs()).unwrap_or(i64::MAX),
    }
}
