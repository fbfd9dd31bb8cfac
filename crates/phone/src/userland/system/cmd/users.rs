//! `cmd user`: the phone has its owner and nobody else.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

#[expect(clippy::unnecessary_wraps, reason = "all services have one signature")]
pub(super) fn answer(_process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("list") => {
            let verbose = std::iter::from_fn(|| words.option()).any(|option| option == "-v");
            Ok(Reply::out(if verbose {
                "1 users:\n\n0: id=0, name=Owner, type=full.SYSTEM, flags=ADMIN|FULL|INITIALIZED|MAIN|PRIMARY|SYSTEM (running) (current)\n"
            } else {
                "Users:\n\tUserInfo{0:Owner:4c13} running\n"
            }))
        }
        Some("get-main-user") => Ok(Reply::out("0\n")),
        Some("is-headless-system-user-mode" | "is-visible-background-users-supported") => {
            Ok(Reply::out("false\n"))
        }
        other => Ok(Reply::unknown(other)),
    }
}
