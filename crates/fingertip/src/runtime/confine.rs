//! What an app process is kept from: files that are not its own, the network, other processes. On Linux the launcher
//! lays Landlock (files, TCP) and seccomp (sockets, and what Landlock does not know) on itself; what it becomes, and
//! all that this starts, keeps them.

use std::fmt;
use std::path::PathBuf;

#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod system_calls;

/// What a confined process may still do, beside reading the system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Read, and run what is in there.
    pub read: Vec<PathBuf>,
    /// Read and write.
    pub write: Vec<PathBuf>,
    pub network: bool,
}

/// Why a process cannot be confined here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotHere(String);

impl fmt::Display for NotHere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotHere {}

/// Whether this machine can confine a process. Changes nothing.
#[cfg(target_os = "linux")]
pub fn possible() -> Result<(), NotHere> {
    system_calls::known_machine()?;
    files::possible()
}

#[cfg(not(target_os = "linux"))]
pub fn possible() -> Result<(), NotHere> {
    Err(NotHere(format!(
        "Landlock, which confines apps, is of Linux; this is {}",
        std::env::consts::OS
    )))
}

/// Confines this thread and whatever it becomes, for good. Other threads must not have been started.
#[cfg(target_os = "linux")]
pub(super) fn confine(allowed: &Allowed) -> Result<(), NotHere> {
    files::restrict(allowed)?;
    system_calls::restrict(allowed.network)
}

#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn confine(_allowed: &Allowed) -> Result<(), NotHere> {
    possible()
}
