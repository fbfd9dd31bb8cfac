//! adbd: the phone's end of the adb protocol, over any pair of byte streams. Knows nothing of the host's end.

mod admission;
mod connection;
mod daemon;
mod event;
mod incoming;
mod link;
pub mod packet;
mod services;
mod stream;
mod wire;

#[cfg(test)]
mod tests;

pub use event::{Event, Sync};

pub(crate) use connection::serve;
pub(crate) use daemon::Adbd;
