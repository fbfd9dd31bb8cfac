//! The programs that run now, so that `ps` can list and `kill` can end them.

use crate::files::Errno;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Everything adbd has started on this phone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs(Arc<Mutex<BTreeMap<u32, watch::Sender<Option<u8>>>>>);

/// One entry; gone when dropped.
#[derive(Debug)]
pub(crate) struct Running {
    jobs: Jobs,
    pid: u32,
    signal: watch::Receiver<Option<u8>>,
}

impl Jobs {
    pub(crate) fn add(&self, pid: u32) -> Running {
        let (sender, signal) = watch::channel(None);
        self.table().insert(pid, sender);
        Running { jobs: self.clone(), pid, signal }
    }

    /// Sends a signal; 0 only asks whether the program is there.
    pub(crate) fn signal(&self, pid: u32, signal: u8) -> Result<(), Errno> {
        let table = self.table();
        let sender = table.get(&pid).ok_or(Errno::NoProcess)?;
        if signal != 0 {
            sender.send_replace(Some(signal));
        }
        Ok(())
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<u32, watch::Sender<Option<u8>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    /// Completes with the signal that ends this program.
    pub(crate) async fn ended_by(&self) -> u8 {
        let mut signal = self.signal.clone();
        match signal.wait_for(Option::is_some).await {
            Ok(value) => value.unwrap_or(9),
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.jobs.table().remove(&self.pid);
    }
}
