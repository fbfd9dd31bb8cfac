//! The programs that run now, so that `ps` can list and `kill` can end them.

use crate::android::ProcessGuard;
use crate::files::Errno;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Everything adbd has started on this phone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs(Arc<Mutex<BTreeMap<u32, watch::Sender<Option<u8>>>>>);

/// One entry; gone when dropped.
pub(crate) struct Running {
    jobs: Jobs,
    guard: ProcessGuard,
    signal: watch::Receiver<Option<u8>>,
}

impl Jobs {
    pub(crate) fn add(&self, guard: ProcessGuard) -> Running {
        let (sender, signal) = watch::channel(None);
        self.table().insert(guard.pid(), sender);
        Running { jobs: self.clone(), guard, signal }
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
    pub(crate) fn pid(&self) -> u32 {
        self.guard.pid()
    }

    /// Completes with the signal that ends this program.
    pub(crate) async fn ended_by(&self) -> u8 {
        let mut signal = self.signal.clone();
        let received = signal.wait_for(Option::is_some).await.map(|value| value.unwrap_or(9));
        match received {
            Ok(signal) => signal,
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.jobs.table().remove(&self.guard.pid());
    }
}
