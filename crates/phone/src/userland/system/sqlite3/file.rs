//! The database file: read when it changed, written when a statement is done.

use crate::android::Api;
use crate::files::{Errno, path};
use crate::process::Process;
use crate::sqlite::sql::{Connection, Error, Release};
use crate::sqlite::{Database, with_log};

#[derive(Debug)]
pub(super) struct File {
    /// `None` is in memory alone.
    path: Option<String>,
    read_only: bool,
    /// What the file and its log held when they were last read.
    known: (Vec<u8>, Vec<u8>),
    release: Release,
    pub(super) connection: Connection,
    /// What is wrong with it, told by the first statement that needs it.
    pub(super) fault: Option<Error>,
}

pub(super) fn release(api: Api) -> Release {
    match api {
        Api::Android9 => Release::V3_22,
        Api::Android12 => Release::V3_32,
        Api::Android14 => Release::V3_39,
        Api::Android15 | Api::Android16 => Release::V3_44,
    }
}

impl File {
    /// Opens or makes a file; who may only read it does.
    pub(super) fn open(
        process: &Process,
        name: &str,
        read_only: bool,
        release: Release,
    ) -> Result<Self, Errno> {
        let in_memory = name.is_empty() || name == ":memory:";
        let path = (!in_memory).then(|| process.path(name));
        let mut read_only = read_only;
        let mut shown = String::new();
        if let Some(path) = &path {
            let (files, who) = (process.files(), &process.who);
            match files.read(who, path) {
                Ok(_) => read_only |= files.allows(who, path, 2).is_err(),
                Err(Errno::NoEntry) if !read_only => {
                    files.write(who, path, &[], 0o644 & !process.umask)?;
                }
                Err(errno) => return Err(errno),
            }
            shown = files.canonical(who, path).unwrap_or_else(|_| path.clone());
        }
        let connection = Connection::new(Database::default(), release, read_only, shown);
        let known = (Vec::new(), Vec::new());
        let mut file = Self { path, read_only, known, release, connection, fault: None };
        file.load(process);
        Ok(file)
    }

    fn beside(&self, end: &str) -> Option<String> {
        self.path.as_ref().map(|path| format!("{path}{end}"))
    }

    /// Reads what the file and its log hold now.
    fn content(&self, process: &Process) -> (Vec<u8>, Vec<u8>) {
        let read = |path: Option<String>| {
            path.and_then(|path| process.files().read(&process.who, &path).ok()).unwrap_or_default()
        };
        (read(self.path.clone()), read(self.beside("-wal")))
    }

    fn load(&mut self, process: &Process) {
        self.known = self.content(process);
        let (file, log) = &self.known;
        let merged = with_log(file, log);
        let opened = Database::open(merged.as_deref().unwrap_or(file)).map_err(Error::malformed);
        let opened = opened.and_then(|database| {
            // A transaction that was not finished would have to be undone.
            let journal = self.beside("-journal");
            let journal = journal.and_then(|path| process.files().read(&process.who, &path).ok());
            let hot = journal.is_some_and(|bytes| bytes.starts_with(&JOURNAL));
            if hot {
                Err(Error::step("not supported on this phone: a hot journal", 1))
            } else {
                Ok(database)
            }
        });
        match opened {
            Ok(database) => {
                self.connection.written(database);
                self.fault = None;
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// Somebody else may have written it since.
    pub(super) fn refresh(&mut self, process: &Process) {
        if self.path.is_some() && self.connection.is_clean() && self.content(process) != self.known
        {
            self.load(process);
        }
    }

    /// Writes what was committed.
    pub(super) fn flush(&mut self, process: &Process) -> Result<(), Error> {
        if !self.connection.wants_writing() || self.path.is_none() {
            return Ok(());
        }
        let result = self.write(process);
        if result.is_err() {
            // What could not be written was not done.
            self.connection.written(Database::default());
            self.load(process);
        }
        result
    }

    fn write(&mut self, process: &Process) -> Result<(), Error> {
        let Some(path) = &self.path else { return Ok(()) };
        let bytes = self.connection.database.to_bytes()?;
        if self.content(process) != self.known {
            return Err(Error::step("database is locked", 5));
        }
        let (files, who) = (process.files(), &process.who);
        // SQLite needs a place for its journal.
        let folder = path::parent(path);
        if self.read_only || files.allows(who, folder, 2).is_err() {
            return Err(Error::step("unable to open database file", 14));
        }
        // The journal would need as much again.
        if files.free() < bytes.len() as u64 {
            return Err(Error::step("database or disk is full", 13));
        }
        let mode = 0o644 & !process.umask;
        if let Err(errno) = files.write(who, path, &bytes, mode) {
            // Somebody else took the room; before, it fitted.
            files.write(who, path, &self.known.0, mode).ok();
            return Err(if errno == Errno::NoSpace {
                Error::step("database or disk is full", 13)
            } else {
                Error::step("disk I/O error", 10)
            });
        }
        // The log is part of the file now.
        for end in ["-wal", "-shm"] {
            if let Some(beside) = self.beside(end) {
                files.remove_file(who, &beside).ok();
            }
        }
        self.load(process);
        Ok(())
    }

    /// As the last one to close it: what is in the log goes to the file.
    pub(super) fn close(&mut self, process: &Process) {
        if self.read_only || self.fault.is_some() || self.known.1.is_empty() {
            return;
        }
        let (Some(path), (file, log)) = (&self.path, &self.known) else { return };
        if self.content(process) != self.known {
            return;
        }
        let (files, who) = (process.files(), &process.who);
        let written = match with_log(file, log) {
            Some(merged) => files.write(who, path, &merged, 0o644).is_ok(),
            None => true,
        };
        if !written {
            files.write(who, path, file, 0o644).ok();
            return;
        }
        for end in ["-wal", "-shm"] {
            if let Some(beside) = self.beside(end) {
                files.remove_file(who, &beside).ok();
            }
        }
    }

    pub(super) fn release(&self) -> Release {
        self.release
    }
}

/// The first bytes of a journal that is in use.
const JOURNAL: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// A database that nobody else sees.
pub(super) fn in_memory(release: Release) -> Connection {
    Connection::new(Database::default(), release, false, String::new())
}
