//! `exec:COMMAND`: bytes pass as they are, in both directions; no exit code.

use super::service::Service;
use super::subprocess::{Protocol, Subprocess, Terminal};
use crate::adbd::daemon::Adbd;

pub(super) fn open(adbd: &Adbd, command: &str) -> Option<Service> {
    if command.is_empty() {
        return None;
    }
    let arguments = vec!["/system/bin/sh".to_owned(), "-c".to_owned(), command.to_owned()];
    let (protocol, terminal) = (Protocol::Raw, Terminal::Raw);
    Subprocess { arguments, protocol, terminal, term: None }.open(adbd)
}
