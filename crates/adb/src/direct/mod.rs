//! Straight to an adbd: the wire protocol over any byte stream, several services at once.

mod banner;
mod bridge;
mod channel;
mod connection;
mod handshake;
mod outbound;
pub mod packet;
mod stream;
mod transport;

pub use banner::Banner;
pub use stream::DirectStream;
pub use transport::Direct;
