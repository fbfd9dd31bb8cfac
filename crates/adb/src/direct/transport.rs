//! One device over a connection of our own.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::AbortHandle;

use super::channel::Channel;
use super::connection::Connection;
use super::packet::Command;
use super::{Banner, DirectStream, handshake};
use crate::error::one_line;
use crate::transport::{Opening, check_service};
use crate::{
    Deadline, Error, Features, Loss, Result, SocketSpec, Stream, Transport, features, tcp,
};

/// The transport that speaks to an adbd itself. The connection lives as long as this handle or a
/// stream opened through it. Devices that want a key or TLS must be reached through an adb server.
pub struct Direct {
    connection: Arc<Connection>,
    keep_alive: Arc<KeepAlive>,
}

/// Ends the connection when nobody uses it any more.
pub(super) struct KeepAlive {
    connection: Arc<Connection>,
    task: AbortHandle,
}

/// Where an adbd listens unless told otherwise.
const PORT: u16 = 5555;
/// How long a device may take to greet; adb servers wait as long before they call it offline.
const GREETING: Duration = Duration::from_secs(10);

impl Direct {
    /// Connects to `HOST[:PORT]`.
    pub async fn connect(address: &str, deadline: Deadline) -> Result<Self> {
        let (host, port) = split_address(address).ok_or_else(|| {
            Error::invalid("address", format!("'{}' is not HOST:PORT", one_line(address)))
        })?;
        let connecting = async {
            tcp::connect(host, port)
                .await
                .map_err(|source| Error::DeviceUnreachable { address: address.to_owned(), source })
        };
        let what = format!("connecting to '{}'", one_line(address));
        let socket = deadline.run(what, connecting).await?;
        let (reader, writer) = socket.into_split();
        Self::begin(reader, writer, deadline).await
    }

    /// Speaks to the adbd at the other end of `io`.
    pub async fn handshake(
        io: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        deadline: Deadline,
    ) -> Result<Self> {
        let (reader, writer) = tokio::io::split(io);
        Self::begin(reader, writer, deadline).await
    }

    async fn begin(
        mut reader: impl AsyncRead + Send + Unpin + 'static,
        mut writer: impl AsyncWrite + Send + Unpin + 'static,
        deadline: Deadline,
    ) -> Result<Self> {
        let greeting = handshake::greet(&mut reader, &mut writer);
        let limit = Deadline::after(GREETING);
        let patience = deadline.min(limit);
        let greeting = match patience.run("waiting for the device's greeting", greeting).await {
            // Its port is open, but nobody is behind it; who waits less than that cannot know.
            Err(Error::Timeout { .. }) if patience == limit => {
                let text = "it took the connection and did not answer".to_owned();
                return Err(Error::DeviceOffline { text });
            }
            greeting => greeting?,
        };
        let (connection, task) = Connection::new(reader, writer, greeting);
        let task = tokio::spawn(task).abort_handle();
        let keep_alive = Arc::new(KeepAlive { connection: Arc::clone(&connection), task });
        Ok(Self { connection, keep_alive })
    }

    /// What the device last said of itself.
    pub fn banner(&self) -> Banner {
        self.connection.banner()
    }

    /// Why the connection is gone, if it is.
    pub fn loss(&self) -> Option<Loss> {
        *self.connection.lost().borrow()
    }

    /// Waits until the connection is gone.
    pub async fn lost(&self) -> Loss {
        let mut lost = self.connection.lost();
        match lost.wait_for(Option::is_some).await {
            Ok(loss) => loss.unwrap_or(Loss::Released),
            Err(_) => Loss::Released,
        }
    }
}

#[async_trait]
impl Transport for Direct {
    async fn open(&self, service: &str, deadline: Deadline) -> Result<Stream> {
        // The service travels with a NUL behind it.
        check_service(service, self.connection.max_payload() - 1)?;
        let channel = self.connection.register(Channel::opening)?;
        let local = channel.local;
        let keep_alive = Some(Arc::clone(&self.keep_alive));
        let stream = DirectStream::new(channel, Arc::clone(&self.connection), keep_alive);
        self.connection.send(Command::Open, local, 0, format!("{service}\0").as_bytes());
        let opened = poll_fn(|cx| stream.channel().poll_opened(cx));
        if deadline.run(Opening(service), opened).await? {
            Ok(stream.into())
        } else {
            Err(Error::Closed { service: service.to_owned() })
        }
    }

    async fn features(&self, _deadline: Deadline) -> Result<Features> {
        Ok(self.banner().features.intersection(&Features::parse(features::OURS)))
    }

    fn reverse_added(&self, device: &SocketSpec, host: &SocketSpec) -> Result<()> {
        if !matches!(host, SocketSpec::Tcp(1..)) {
            let why = format!("{host} cannot be connected to from here, only a TCP port can");
            return Err(Error::invalid("reverse target", why));
        }
        self.connection.bridges.add(device, host);
        Ok(())
    }

    fn reverse_removed(&self, device: &SocketSpec, host: Option<&SocketSpec>) {
        self.connection.bridges.remove(device, host);
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.task.abort();
        self.connection.lose(Loss::Released);
    }
}

impl fmt::Debug for Direct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Direct").field("banner", &self.banner()).finish_non_exhaustive()
    }
}

fn split_address(address: &str) -> Option<(&str, u16)> {
    let (host, port) = match address.strip_prefix('[') {
        Some(bracketed) => {
            let (host, rest) = bracketed.split_once(']')?;
            (host, if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) })
        }
        None => match address.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (address, None),
        },
    };
    let port = match port {
        None => PORT,
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        Some(_) => return None,
    };
    (port != 0 && !host.is_empty()).then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_maybe_a_port() {
        assert_eq!(split_address("lab"), Some(("lab", 5555)));
        assert_eq!(split_address("127.0.0.1:7"), Some(("127.0.0.1", 7)));
        assert_eq!(split_address("[::1]:7"), Some(("::1", 7)));
        assert_eq!(split_address("[::1]"), Some(("::1", 5555)));
        for bad in ["", ":1", "a:0", "a:b", "a:99999", "a:+1", "::1", "[::1", "[::1]x"] {
            assert_eq!(split_address(bad), None, "{bad}");
        }
    }
}
