//! `jdwp` and `track-jdwp`: the processes a debugger could attach to.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;
use crate::android::Android;

/// The pids, once.
pub(super) fn list(adbd: &Adbd) -> Service {
    let pids = pids(adbd.machine().android());
    service(|stream| async move {
        // A host that is gone needs no answer.
        stream.writer.write(pids).await.ok();
    })
}

/// The pids, and again whenever they have changed.
pub(super) fn track(adbd: &Adbd) -> Service {
    let android = adbd.machine().android().clone();
    service(|stream| async move {
        let mut changed = android.changed();
        let mut last = None;
        loop {
            let pids = pids(&android);
            if last.as_ref() != Some(&pids) {
                if stream.writer.write(format!("{:04x}{pids}", pids.len())).await.is_err() {
                    return;
                }
                last = Some(pids);
            }
            tokio::select! {
                () = stream.writer.closed() => return,
                ticked = changed.changed() => if ticked.is_err() { return },
            }
        }
    })
}

/// One on each line.
fn pids(android: &Android) -> String {
    let mut pids = String::new();
    for process in android.processes() {
        let package = process.package.and_then(|name| android.package(&name));
        if package.is_some_and(|package| package.manifest.debuggable) {
            pids.push_str(&process.pid.to_string());
            pids.push('\n');
        }
    }
    pids
}
