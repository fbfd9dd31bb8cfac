//! `shell[,v2][,raw|pty][,TERM=x]:COMMAND`, without a command a shell to type into.

use super::service::Service;
use super::subprocess::{Protocol, Subprocess, Terminal};
use crate::adbd::daemon::Adbd;

pub(super) fn open(adbd: &Adbd, options: &str, command: &str) -> Option<Service> {
    let mut protocol = Protocol::Raw;
    let mut wants_terminal = command.is_empty();
    let mut term = None;
    for option in options.split(',') {
        match option {
            "v2" => protocol = Protocol::V2,
            "raw" => wants_terminal = false,
            "pty" => wants_terminal = true,
            // Options that nobody here knows are the future's.
            _ => term = option.strip_prefix("TERM=").map(str::to_owned).or(term),
        }
    }
    let terminal = match (wants_terminal, protocol) {
        (true, _) => Terminal::Cooked,
        (false, Protocol::V2) => Terminal::None,
        // Without the packets only a terminal can tell a program that the host has left.
        (false, Protocol::Raw) => Terminal::Raw,
    };
    let sh = "/system/bin/sh";
    let arguments = if command.is_empty() { vec![sh] } else { vec![sh, "-c", command] };
    let arguments = arguments.into_iter().map(str::to_owned).collect();
    Subprocess { arguments, protocol, terminal, term }.open(adbd)
}
