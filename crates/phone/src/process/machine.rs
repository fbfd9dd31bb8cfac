//! The phone as its programs see it: files, device state, sockets, the other programs.

use super::job::{Jobs, Running};
use crate::files::Files;
use crate::sockets::Sockets;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio_util::sync::CancellationToken;

/// Clones are the same phone.
#[derive(Clone, Debug)]
pub(crate) struct Machine(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    files: Files,
    sockets: Sockets,
    jobs: Jobs,
    hostname: String,
    next_pid: AtomicU32,
    off: CancellationToken,
}

impl Machine {
    pub(crate) fn new(files: Files, hostname: String, off: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            files,
            sockets: Sockets::default(),
            jobs: Jobs::default(),
            hostname,
            next_pid: AtomicU32::new(5000),
            off,
        }))
    }

    pub(crate) fn files(&self) -> &Files {
        &self.0.files
    }

    pub(crate) fn sockets(&self) -> &Sockets {
        &self.0.sockets
    }

    pub(crate) fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    pub(crate) fn hostname(&self) -> &str {
        &self.0.hostname
    }

    /// Cancelled when the phone is switched off.
    pub(crate) fn off(&self) -> &CancellationToken {
        &self.0.off
    }

    /// Enters a program into the process table.
    pub(crate) fn start(&self, _uid: u32, _parent: u32, _name: &str) -> (u32, Running) {
        let pid = self.0.next_pid.fetch_add(1, Ordering::Relaxed);
        (pid, self.0.jobs.add(pid))
    }
}
