//! Sockets inside the phone: what `adb forward` reaches and `adb reverse` listens on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::DuplexStream;

/// Bytes a connection holds before its writer waits.
const BUFFER: usize = 64 * 1024;

/// Names such as `tcp:7777` or `localabstract:scrcpy`, and who answers there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sockets(Arc<Mutex<BTreeMap<String, Entry>>>);

struct Entry {
    accept: Arc<dyn Fn(DuplexStream) + Send + Sync>,
    /// Tells entries of the same name apart.
    id: u64,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({})", self.id)
    }
}

/// A listener; closed when dropped.
#[derive(Debug)]
pub(crate) struct Listening {
    sockets: Sockets,
    name: String,
    id: u64,
}

/// The name is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InUse;

impl Sockets {
    /// Calls `accept` with each new connection. It must not block.
    pub(crate) fn listen(
        &self,
        name: &str,
        accept: impl Fn(DuplexStream) + Send + Sync + 'static,
    ) -> Result<Listening, InUse> {
        let mut table = self.table();
        if table.contains_key(name) {
            return Err(InUse);
        }
        let id = table.values().map(|entry| entry.id + 1).max().unwrap_or(0);
        table.insert(name.to_owned(), Entry { accept: Arc::new(accept), id });
        Ok(Listening { sockets: self.clone(), name: name.to_owned(), id })
    }

    /// The other end of a new connection, if anybody listens.
    pub(crate) fn connect(&self, name: &str) -> Option<DuplexStream> {
        let accept = Arc::clone(&self.table().get(name)?.accept);
        let (near, far) = tokio::io::duplex(BUFFER);
        accept(far);
        Some(near)
    }

    /// A TCP port nobody listens on.
    pub(crate) fn free_port(&self) -> Option<u16> {
        let table = self.table();
        (32_768..60_999).find(|port| !table.contains_key(&format!("tcp:{port}")))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.table().keys().cloned().collect()
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut table = self.sockets.table();
        if table.get(&self.name).is_some_and(|entry| entry.id == self.id) {
            table.remove(&self.name);
        }
    }
}
