//! The phone's file system: an immutable system image over a real folder, with modes and owners kept beside it.

mod attributes;
mod errno;
mod files;
mod host;
mod identity;
mod image;
pub(crate) mod path;
mod resolve;
mod stat;

pub use errno::Errno;
pub use files::{Files, Source, WriteMode};
pub use identity::Identity;
pub use image::Device;
pub use stat::{Entry, Kind, Stat};

pub(crate) use identity::{group_name, user_id, user_name};
pub(crate) use image::Image;
