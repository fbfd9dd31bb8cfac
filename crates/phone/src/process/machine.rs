//! The phone as its programs see it: files, device state, sockets, the other programs.

use super::job::{Disposition, Jobs, Running};
use crate::android::Android;
use crate::faults::InForce;
use crate::files::{Errno, Files, Identity};
use crate::sockets::Sockets;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Clones are the same phone.
#[derive(Clone, Debug)]
pub(crate) struct Machine(Arc<Inner>);

struct Inner {
    android: Android,
    files: Files,
    sockets: Sockets,
    jobs: Jobs,
    hostname: String,
    /// The parent of everything that is started here.
    adbd: AtomicU32,
    faults: InForce,
    /// Counts how often all connections were ended.
    cuts: watch::Sender<u64>,
    off: CancellationToken,
}

impl Machine {
    pub(crate) fn new(
        android: Android,
        files: Files,
        sockets: Sockets,
        faults: InForce,
        off: CancellationToken,
    ) -> Self {
        let hostname =
            android.property("ro.product.device").unwrap_or_else(|| "localhost".to_owned());
        android.attach_files(&files);
        let (jobs, cuts) = (Jobs::default(), watch::Sender::new(0));
        let processes = android.processes();
        let adbd = processes
            .iter()
            .find(|process| process.name == "adbd")
            .map_or(1, |process| process.pid);
        let adbd = AtomicU32::new(adbd);
        let inner = Inner { android, files, sockets, jobs, hostname, adbd, faults, cuts, off };
        Self(Arc::new(inner))
    }

    pub(crate) fn android(&self) -> &Android {
        &self.0.android
    }

    pub(crate) fn files(&self) -> &Files {
        &self.0.files
    }

    pub(crate) fn sockets(&self) -> &Sockets {
        &self.0.sockets
    }

    pub(crate) fn hostname(&self) -> &str {
        &self.0.hostname
    }

    /// Cancelled when the phone is switched off.
    pub(crate) fn off(&self) -> &CancellationToken {
        &self.0.off
    }

    /// What is wrong with the phone.
    pub(crate) fn faults(&self) -> &InForce {
        &self.0.faults
    }

    /// Ticks when all connections end.
    pub(crate) fn cuts(&self) -> watch::Receiver<u64> {
        self.0.cuts.subscribe()
    }

    pub(crate) fn end_connections(&self) {
        self.0.cuts.send_modify(|count| *count += 1);
    }

    /// adbd ends and with it all connections; there is a new one at once.
    pub(crate) fn restart_adbd(&self) {
        let android = self.android();
        if let Some(pid) = android.restart_daemon(self.0.adbd.load(Ordering::Relaxed)) {
            self.0.adbd.store(pid, Ordering::Relaxed);
        }
        self.end_connections();
    }

    /// The phone goes down, to be back after a while.
    pub(crate) fn begin_boot(&self) {
        self.set_booted(false);
        self.reboot();
    }

    pub(crate) fn end_boot(&self) {
        self.set_booted(true);
    }

    fn set_booted(&self, booted: bool) {
        let (done, animation) = if booted { ("1", "stopped") } else { ("", "running") };
        for (key, value) in [
            ("sys.boot_completed", done),
            ("dev.bootcomplete", done),
            ("init.svc.bootanim", animation),
        ] {
            // Only `ro.` properties can refuse.
            self.android().set_property(key, value).ok();
        }
    }

    /// The apps end, and all connections with them; the phone is back at once, with its home screen.
    pub(crate) fn reboot(&self) {
        let android = self.android();
        for package in android.processes().into_iter().filter_map(|process| process.package) {
            android.force_stop(&package);
        }
        android.go_home();
        // Only `ro.` properties can refuse.
        android.set_property("service.adb.root", "0").ok();
        self.restart_adbd();
    }

    /// Enters a program into the process table.
    pub(crate) fn start(&self, uid: u32, parent: u32, name: &str) -> Running {
        let parent = if parent == 0 { self.0.adbd.load(Ordering::Relaxed) } else { parent };
        self.0.jobs.add(self.0.android.register_process(uid, parent, name), parent)
    }

    /// A program says what is to be done with a signal to it.
    pub(crate) fn dispose(&self, pid: u32, signal: u8, wanted: Disposition) {
        self.0.jobs.dispose(pid, signal, wanted);
    }

    /// Another program runs under this pid from now on.
    pub(crate) fn replaced(&self, pid: u32) {
        self.0.jobs.replaced(pid);
    }

    /// The signals that a program catches and has not heard of yet.
    pub(crate) fn take_arrived(&self, pid: u32) -> BTreeSet<u8> {
        self.0.jobs.take_arrived(pid)
    }

    pub(crate) fn arrivals(&self, pid: u32) -> Option<watch::Receiver<BTreeSet<u8>>> {
        self.0.jobs.arrivals(pid)
    }

    /// Sends a signal to a program of ours or to an app.
    pub(crate) fn kill(&self, who: &Identity, pid: u32, signal: u8) -> Result<(), Errno> {
        let target = self.0.android.processes().into_iter().find(|process| process.pid == pid);
        let target = target.ok_or(Errno::NoProcess)?;
        if who.uid != 0 && who.uid != target.uid {
            return Err(Errno::NotPermitted);
        }
        match self.0.jobs.signal(pid, signal) {
            Err(Errno::NoProcess) if signal != 0 => {
                if self.0.android.kill(pid) {
                    Ok(())
                } else {
                    Err(Errno::NotPermitted)
                }
            }
            Err(Errno::NoProcess) => Ok(()),
            other => other,
        }
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("hostname", &self.hostname).finish_non_exhaustive()
    }
}
