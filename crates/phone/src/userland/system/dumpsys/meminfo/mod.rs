//! `dumpsys meminfo`: what processes use of the memory.

mod areas;
mod command;
mod device;
mod process;

pub(super) use command::dump;
