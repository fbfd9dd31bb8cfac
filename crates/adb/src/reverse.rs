//! Reverse forwards: sockets on the device that are connected to sockets of this machine. The
//! device keeps them, and forgets them with the connection.

use crate::server::Rebind;
use crate::server::smart_socket::SmartSocket;
use crate::server::{bound_port, norebind};
use crate::{Deadline, Device, Error, Loss, Result, SocketSpec};

/// One reverse forward as the device lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReverseEntry {
    pub device: String,
    pub host: String,
}

impl Device {
    /// Connects who connects to `device` there to `host` here. The answer is the port of a `tcp:`
    /// socket, which the device chooses for `tcp:0`.
    pub async fn reverse(
        &self,
        device: &SocketSpec,
        host: &SocketSpec,
        rebind: Rebind,
        deadline: Deadline,
    ) -> Result<Option<u16>> {
        // The device may connect as soon as it has agreed, so the target must be known before.
        self.transport.reverse_added(device, host)?;
        let mut undo = Undo { from: self, pair: Some((device, host)) };
        let request = format!("reverse:forward:{}{device};{host}", norebind(rebind));
        let answer = async {
            let mut socket = self.ask_reverse(request, deadline).await?;
            socket.status().await?;
            match device {
                SocketSpec::Tcp(port) => bound_port(*port, socket.text_if_any().await?),
                SocketSpec::LocalAbstract(_) => Ok(None),
            }
        };
        let bound = deadline.run("setting up a reverse forward", answer).await.map_err(lost)?;
        if let (Some(port), SocketSpec::Tcp(0)) = (bound, device) {
            // From now on it is removed by the name it got.
            self.transport.reverse_added(&SocketSpec::Tcp(port), host)?;
        } else {
            undo.pair = None;
        }
        Ok(bound)
    }

    /// Removes one reverse forward by name.
    pub async fn kill_reverse(&self, device: &SocketSpec, deadline: Deadline) -> Result<()> {
        let request = format!("reverse:killforward:{device}");
        let answer = async { self.ask_reverse(request, deadline).await?.status().await };
        deadline.run("removing a reverse forward", answer).await.map_err(lost)?;
        self.transport.reverse_removed(device, None);
        Ok(())
    }

    pub async fn list_reverse(&self, deadline: Deadline) -> Result<Vec<ReverseEntry>> {
        let request = "reverse:list-forward".to_owned();
        let answer = async { self.ask_reverse(request, deadline).await?.text_or_okay().await };
        let text = deadline.run("listing reverse forwards", answer).await.map_err(lost)?;
        Ok(text.lines().filter_map(ReverseEntry::parse).collect())
    }

    /// The device answers in the same frames as an adb server.
    async fn ask_reverse(&self, request: String, deadline: Deadline) -> Result<SmartSocket> {
        Ok(SmartSocket::resume(self.open(&request, deadline).await?, request))
    }
}

impl ReverseEntry {
    /// The first column names the connection, in another way in each version.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.trim().rsplitn(3, ' ');
        let (host, device, _connection) = (words.next()?, words.next()?, words.next()?);
        Some(Self { device: device.to_owned(), host: host.to_owned() })
    }
}

/// Takes a target back when setting it up fails or is given up.
struct Undo<'a> {
    from: &'a Device,
    pair: Option<(&'a SocketSpec, &'a SocketSpec)>,
}

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        if let Some((device, host)) = self.pair {
            self.from.transport.reverse_removed(device, Some(host));
        }
    }
}

/// It is the device that did not answer.
fn lost(error: Error) -> Error {
    if let Error::ServerDied { .. } = error {
        return Error::ConnectionLost(Loss::Incomplete);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_column_is_passed_over() {
        let expected = ReverseEntry { device: "tcp:8081".into(), host: "tcp:8081".into() };
        for first in ["(reverse)", "host", "host-12", "UsbFfs"] {
            let line = format!("{first} tcp:8081 tcp:8081");
            assert_eq!(ReverseEntry::parse(&line).as_ref(), Some(&expected));
        }
        assert_eq!(ReverseEntry::parse("tcp:1 tcp:2"), None);
    }
}
