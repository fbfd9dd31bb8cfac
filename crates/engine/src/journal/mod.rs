//! The one log reader of a device: what it writes, kept for a while with positions, and whose it is.

mod book;
mod follower;
mod life;
mod owners;
mod ring;
mod trouble;

pub(crate) use follower::Journal;
pub use life::Life;
pub use trouble::Trouble;
pub(crate) use trouble::bounded;
