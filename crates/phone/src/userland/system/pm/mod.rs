//! `pm`, the same as `cmd package`: what is installed, and changing it.

mod dispatch;
mod enable;
mod list;
mod packages;
mod path;

pub(crate) use dispatch::run;
