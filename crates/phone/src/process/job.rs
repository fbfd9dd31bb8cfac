//! The programs that run now, so that `ps` can list and `kill` can reach them.

use crate::android::ProcessGuard;
use crate::files::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// What a program that has not asked for them never notices: CHLD, CONT, URG, WINCH.
const UNNOTICED: [u8; 4] = [17, 18, 23, 28];
/// KILL and STOP, which nobody can catch or ignore.
const UNSTOPPABLE: [u8; 2] = [9, 19];

/// Everything adbd has started on this phone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs(Arc<Mutex<BTreeMap<u32, Entry>>>);

/// How one program takes its signals.
#[derive(Debug)]
struct Entry {
    fatal: watch::Sender<Option<u8>>,
    caught: BTreeSet<u8>,
    ignored: BTreeSet<u8>,
    /// Caught, and not yet taken.
    arrived: watch::Sender<BTreeSet<u8>>,
}

/// What a program wants done with a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disposition {
    Default,
    Ignored,
    Caught,
}

/// One entry; gone when dropped.
pub(crate) struct Running {
    jobs: Jobs,
    guard: ProcessGuard,
    signal: watch::Receiver<Option<u8>>,
}

impl Jobs {
    /// What the parent ignores, its child ignores too.
    pub(crate) fn add(&self, guard: ProcessGuard, parent: u32) -> Running {
        let (fatal, signal) = watch::channel(None);
        let mut table = self.table();
        let ignored = table.get(&parent).map(|entry| entry.ignored.clone()).unwrap_or_default();
        let (caught, arrived) = (BTreeSet::new(), watch::Sender::default());
        table.insert(guard.pid(), Entry { fatal, caught, ignored, arrived });
        drop(table);
        Running { jobs: self.clone(), guard, signal }
    }

    /// Sends a signal; 0 only asks whether the program is there.
    pub(crate) fn signal(&self, pid: u32, signal: u8) -> Result<(), Errno> {
        let table = self.table();
        let entry = table.get(&pid).ok_or(Errno::NoProcess)?;
        if entry.caught.contains(&signal) {
            entry.arrived.send_modify(|arrived| {
                arrived.insert(signal);
            });
        } else if signal != 0 && !entry.ignored.contains(&signal) && !UNNOTICED.contains(&signal) {
            entry.fatal.send_replace(Some(signal));
        }
        Ok(())
    }

    pub(crate) fn dispose(&self, pid: u32, signal: u8, wanted: Disposition) {
        if let Some(entry) = self.table().get_mut(&pid) {
            entry.caught.remove(&signal);
            entry.ignored.remove(&signal);
            match wanted {
                _ if UNSTOPPABLE.contains(&signal) => false,
                Disposition::Default => false,
                Disposition::Ignored => entry.ignored.insert(signal),
                Disposition::Caught => entry.caught.insert(signal),
            };
        }
    }

    /// Another program takes this one's place: it has no handlers, but ignores the same signals.
    pub(crate) fn replaced(&self, pid: u32) {
        if let Some(entry) = self.table().get_mut(&pid) {
            entry.caught.clear();
        }
    }

    /// The caught signals that came since the last time, lowest first.
    pub(crate) fn take_arrived(&self, pid: u32) -> BTreeSet<u8> {
        let table = self.table();
        table.get(&pid).map(|entry| entry.arrived.send_replace(BTreeSet::new())).unwrap_or_default()
    }

    /// Changes whenever a caught signal comes.
    pub(crate) fn arrivals(&self, pid: u32) -> Option<watch::Receiver<BTreeSet<u8>>> {
        self.table().get(&pid).map(|entry| entry.arrived.subscribe())
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<u32, Entry>> {
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
