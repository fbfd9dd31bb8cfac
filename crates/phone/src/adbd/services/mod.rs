//! The services a host can open, by the beginning of their names.

mod abb;
mod bench;
mod control;
mod framebuffer;
mod jdwp;
mod program;
mod reverse;
mod session;
mod shell;
mod shell_packet;
mod socket;
mod sync;
mod sync_wire;

pub(super) use session::Session;

use super::connection::Service;
use crate::text;

/// The service for a name; `None` is a refusal.
pub(super) fn find(session: &Session, name: &[u8]) -> Option<Service> {
    let text = text::decode(name);
    let (kind, rest) = text.split_once(':').unwrap_or((&text, ""));
    match kind {
        "shell" | "exec" => Some(shell::service(session, kind, &[], rest)),
        _ if kind.starts_with("shell,") => {
            let options: Vec<&str> = kind.split(',').skip(1).collect();
            Some(shell::service(session, "shell", &options, rest))
        }
        "abb" | "abb_exec" => Some(abb::service(session, kind, rest)),
        "sync" => Some(sync::service(session)),
        "tcp" | "localabstract" | "localreserved" | "localfilesystem" | "local" => socket::service(session, &text),
        "reverse" => Some(reverse::service(session, rest)),
        "framebuffer" => Some(framebuffer::service(session)),
        "jdwp" if rest.is_empty() => Some(jdwp::list(session)),
        "track-jdwp" => Some(jdwp::track(session)),
        "sink" => bench::sink(rest),
        "source" => bench::source(rest),
        _ => control::service(session, kind, rest),
    }
}
