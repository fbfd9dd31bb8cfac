//! What a host can open, one file each, and the list of them.

mod abb;
mod echo;
mod exec;
mod framebuffer;
mod gate;
mod jdwp;
mod reboot;
mod remount;
mod restart;
mod reverse;
mod service;
mod shell;
mod shell_protocol;
mod sink;
mod socket;
mod source;
mod subprocess;
mod sync;

pub(super) use echo::Echo;
pub(super) use gate::pass;
pub(super) use reverse::Reverses;
pub(super) use service::{Context, Service, open};
