//! `jdwp` and `track-jdwp`: which processes can be debugged.

use super::reverse::framed;
use super::session::Session;
use crate::adbd::connection::Service;
use crate::android::Android;

pub(super) fn list(session: &Session) -> Service {
    let text = pids(session.machine().android());
    Box::new(move |stream| {
        Box::pin(async move {
            stream.writer.write(text.into()).await.ok();
        })
    })
}

/// The list, and again whenever it changes.
pub(super) fn track(session: &Session) -> Service {
    let android = session.machine().android().clone();
    Box::new(move |stream| {
        Box::pin(async move {
            let mut changes = android.changed();
            let mut last = None;
            loop {
                changes.borrow_and_update();
                let text = pids(&android);
                if last.as_ref() != Some(&text) {
                    if stream.writer.write(framed(&text).into()).await.is_err() {
                        return;
                    }
                    last = Some(text);
                }
                if changes.changed().await.is_err() {
                    return;
                }
            }
        })
    })
}

fn pids(android: &Android) -> String {
    let debuggable = |package: &str| android.package(package).is_some_and(|package| package.manifest.debuggable);
    android
        .processes()
        .into_iter()
        .filter(|process| process.package.as_deref().is_some_and(debuggable))
        .map(|process| format!("{}\n", process.pid))
        .collect()
}
