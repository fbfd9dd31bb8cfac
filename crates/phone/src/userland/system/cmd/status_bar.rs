//! `cmd statusbar`. The bar cannot be pulled down on this phone; what only moves it is taken in silence.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

#[expect(clippy::unnecessary_wraps, reason = "all services have one signature")]
pub(super) fn answer(_process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some(
            "expand-notifications"
            | "expand-settings"
            | "collapse"
            | "disable-for-setup"
            | "send-disable-flag",
        ) => Ok(Reply::silent()),
        Some("check-support") => Ok(Reply::out("true\n")),
        Some("get-status-icons") => Ok(Reply::out("wifi\nmobile\nbattery\nclock\n")),
        other => Ok(Reply::unknown(other)),
    }
}
