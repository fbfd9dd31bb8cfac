//! The phone as its programs see it: files, device state, sockets, the other programs.

use super::job::{Jobs, Running};
use crate::android::Android;
use crate::files::{Errno, Files, Identity};
use crate::sockets::Sockets;
use std::sync::Arc;
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
    adbd: u32,
    /// Counts how often adbd was started again; each time all its connections end.
    restarts: watch::Sender<u64>,
    off: CancellationToken,
}

impl Machine {
    pub(crate) fn new(
        android: Android,
        files: Files,
        sockets: Sockets,
        off: CancellationToken,
    ) -> Self {
        let hostname =
            android.property("ro.product.device").unwrap_or_else(|| "localhost".to_owned());
        android.attach_files(&files);
        let (jobs, restarts) = (Jobs::default(), watch::Sender::new(0));
        let processes = android.processes();
        let adbd = processes
            .iter()
            .find(|process| process.name == "adbd")
            .map_or(1, |process| process.pid);
        Self(Arc::new(Inner { android, files, sockets, jobs, hostname, adbd, restarts, off }))
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

    pub(crate) fn adbd_restarts(&self) -> watch::Receiver<u64> {
        self.0.restarts.subscribe()
    }

    /// Ends all connections, as a new adbd would.
    pub(crate) fn restart_adbd(&self) {
        self.0.restarts.send_modify(|count| *count += 1);
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
        let parent = if parent == 0 { self.0.adbd } else { parent };
        self.0.jobs.add(self.0.android.register_process(uid, parent, name))
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
