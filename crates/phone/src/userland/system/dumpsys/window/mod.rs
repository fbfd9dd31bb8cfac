//! `dumpsys window`: focus, displays, windows, keyguard.

mod attributes;
mod block;
mod command;
mod displays;
mod focus;
mod policy;
mod windows;

pub(super) use command::dump;
pub(super) use displays::contents;
