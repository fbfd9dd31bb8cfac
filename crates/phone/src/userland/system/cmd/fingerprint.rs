//! `cmd fingerprint`. There is no sensor: Android's own commands only bring a virtual one up to date.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

#[expect(clippy::unnecessary_wraps, reason = "all services have one signature")]
pub(super) fn answer(_process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    Ok(match words.next() {
        Some("sync") => Reply::silent(),
        Some(other) => Reply {
            out: format!("Unrecognized command: {other}\n"),
            status: 255,
            ..Reply::default()
        },
        None => Reply { out: HELP.to_owned(), status: 255, ..Reply::default() },
    })
}

const HELP: &str = "\
Fingerprint Service commands:
  help
      Print this help text.
  sync
      Sync enrollments now (virtualized sensors only).
";
