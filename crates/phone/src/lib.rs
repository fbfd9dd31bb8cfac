//! The virtual phone: an adbd, a userland and apps declared as data.

pub mod adbd;
pub mod android;
pub mod apps;
pub mod console;
pub mod faults;
mod files;
mod phone;
mod process;
pub mod screen;
mod shell;
mod sockets;
mod sqlite;
mod text;
mod userland;

pub use adbd::{Event, Sync};
pub use files::{Entry, Errno, Files, Identity, Kind, Stat, Writable, WriteMode};
pub use phone::{BuildError, Builder, Phone};
