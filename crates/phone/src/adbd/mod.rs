//! adbd: the phone's end of the adb wire protocol. Knows nothing of our client.

mod connection;
mod daemon;
mod event;
mod packet;
mod services;
mod stream;

#[cfg(test)]
mod test_host;

pub(crate) use daemon::Daemon;
pub use event::Event;
