//! The bytes of one service on a device, whatever carries them.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;

use crate::direct::DirectStream;

/// A two-way byte stream. Dropping it closes the service on the device. There is no half close:
/// `shutdown` ends both directions on the device.
#[derive(Debug)]
pub struct Stream(Carrier);

enum Carrier {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
    Direct(DirectStream),
    Other(Box<dyn Io>),
}

/// Anything that can carry a stream.
trait Io: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Io for T {}

impl Stream {
    /// Wraps any byte stream, for transports outside of this crate.
    pub fn from_io(io: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> Self {
        Self(Carrier::Other(Box::new(io)))
    }

    fn carrier(self: Pin<&mut Self>) -> Pin<&mut dyn Io> {
        match &mut self.get_mut().0 {
            Carrier::Tcp(io) => Pin::new(io),
            #[cfg(unix)]
            Carrier::Unix(io) => Pin::new(io),
            Carrier::Direct(io) => Pin::new(io),
            Carrier::Other(io) => Pin::new(&mut **io),
        }
    }
}

impl From<TcpStream> for Stream {
    fn from(io: TcpStream) -> Self {
        Self(Carrier::Tcp(io))
    }
}

#[cfg(unix)]
impl From<UnixStream> for Stream {
    fn from(io: UnixStream) -> Self {
        Self(Carrier::Unix(io))
    }
}

impl From<DirectStream> for Stream {
    fn from(io: DirectStream) -> Self {
        Self(Carrier::Direct(io))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.carrier().poll_read(cx, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.carrier().poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.carrier().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.carrier().poll_shutdown(cx)
    }
}

impl fmt::Debug for Carrier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(io) => io.fmt(out),
            #[cfg(unix)]
            Self::Unix(io) => io.fmt(out),
            Self::Direct(io) => io.fmt(out),
            Self::Other(_) => out.write_str("stream"),
        }
    }
}
