//! `sync:`: files on the device, without a shell in between.

mod list;
mod metadata;
mod pull;
mod push;
mod session;
pub mod wire;

pub use list::{DirEntry, Listing};
pub use metadata::Metadata;
pub use push::Target;
pub use session::SyncSession;
