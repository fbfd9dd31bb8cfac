//! A stream over a connection of our own to an adbd.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::channel::{Channel, End};
use super::connection::Connection;
use super::packet::Command;
use super::transport::KeepAlive;

/// Dropping it closes the service on the device.
pub struct DirectStream {
    channel: Arc<Channel>,
    connection: Arc<Connection>,
    /// Streams that we opened keep the connection; those that the device opened do not.
    _keep_alive: Option<Arc<KeepAlive>>,
}

impl DirectStream {
    pub(super) fn new(
        channel: Arc<Channel>,
        connection: Arc<Connection>,
        keep_alive: Option<Arc<KeepAlive>>,
    ) -> Self {
        Self { channel, connection, _keep_alive: keep_alive }
    }

    pub(super) fn channel(&self) -> &Channel {
        &self.channel
    }
}

impl AsyncRead for DirectStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let (read, okay) = self.channel.poll_read(cx, buffer);
        if let Some(remote) = okay {
            self.connection.send(Command::Okay, self.channel.local, remote, b"");
        }
        read
    }
}

impl AsyncWrite for DirectStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if bytes.is_empty() {
            return Poll::Ready(Ok(0));
        }
        let sent = bytes.len().min(self.connection.max_payload());
        self.channel.poll_write(cx).map_ok(|remote| {
            self.connection.send(Command::Write, self.channel.local, remote, &bytes[..sent]);
            sent
        })
    }

    /// A packet is on its way as soon as it is accepted.
    fn poll_flush(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The protocol knows no half close: this ends both directions. What has arrived can be read.
    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.connection.release(&self.channel, End::ByUs);
        Poll::Ready(Ok(()))
    }
}

impl Drop for DirectStream {
    fn drop(&mut self) {
        self.connection.release(&self.channel, End::ByUs);
    }
}

impl fmt::Debug for DirectStream {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "DirectStream({})", self.channel.local)
    }
}
