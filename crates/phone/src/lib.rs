//! The virtual phone: an adbd, a userland and apps declared as data.

pub mod android;
pub mod apps;
mod files;
mod process;
pub mod screen;
mod shell;
mod sockets;
mod text;
mod userland;
