//! `abb:` and `abb_exec:`: a call to an Android service, its arguments separated by NUL, without a shell.

use super::service::Service;
use super::subprocess::{Protocol, Subprocess, Terminal};
use crate::adbd::daemon::Adbd;

/// With the packets of `shell,v2`.
pub(super) fn open(adbd: &Adbd, argument: &str) -> Option<Service> {
    call(argument, Protocol::V2)?.open(adbd)
}

/// As a plain stream.
pub(super) fn open_raw(adbd: &Adbd, argument: &str) -> Option<Service> {
    call(argument, Protocol::Raw)?.open(adbd)
}

fn call(argument: &str, protocol: Protocol) -> Option<Subprocess> {
    if argument.is_empty() {
        return None;
    }
    let words = argument.split('\0').map(str::to_owned);
    let arguments = std::iter::once("cmd".to_owned()).chain(words).collect();
    Some(Subprocess { arguments, protocol, terminal: Terminal::None, term: None })
}
