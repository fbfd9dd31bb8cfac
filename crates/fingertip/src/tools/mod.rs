//! The tools: one file each, one list.

mod aliases;
mod arguments;
mod cx;
mod failure;
mod registry;
mod reply;
mod schema;
mod shape;
mod tool;

pub use cx::{ClientId, Cx, Note, Progress};
pub use failure::Failure;
pub use registry::{Entry, Listing, Registry, UnknownTool, tool};
pub use reply::{Block, Body, Reply, Told};
pub use tool::{Effect, Image, Output, Tool};

/// Every tool, in the order in which they are listed.
pub const ALL: &[Entry] = &[];
