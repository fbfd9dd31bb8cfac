//! The phone's file system: an immutable system image over a real folder, with modes and owners kept beside it.

mod attributes;
mod errno;
mod host;
mod identity;
mod image;
pub(crate) mod path;
mod resolve;
mod space;
mod stat;
mod storage;

#[cfg(test)]
mod tests;

pub use errno::Errno;
pub use identity::Identity;
pub(crate) use resolve::LastLink;
pub(crate) use space::FREE_AT_FIRST;
pub use space::Writable;
pub use stat::{Entry, Kind, Stat};
pub use storage::{Files, WriteMode};
pub(crate) use storage::{Source, WeakFiles};

pub(crate) use identity::{group_name, user_id, user_name};
pub(crate) use image::{Device, Image};
