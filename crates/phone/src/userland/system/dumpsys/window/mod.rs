//! `dumpsys window`: focus, displays, windows, keyguard.

mod command;
mod displays;
mod focus;
mod policy;
mod windows;

pub(super) use command::dump;
