//! Forwards: sockets of this machine that the adb server connects to sockets on a device. They
//! outlive our process and are reachable by every local user.

use super::Host;
use crate::{Deadline, Error, Result, SocketSpec};

/// One forward as the server lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardEntry {
    pub serial: String,
    pub local: String,
    pub remote: String,
}

/// What to do when the local socket is already forwarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rebind {
    Replace,
    Refuse,
}

impl Host {
    /// Forwards `local` to `remote` on the device. The answer is the port of a `tcp:` local, which
    /// the server chooses for `tcp:0`.
    pub async fn forward(
        &self,
        serial: &str,
        local: &SocketSpec,
        remote: &SocketSpec,
        rebind: Rebind,
        deadline: Deadline,
    ) -> Result<Option<u16>> {
        let request = format!("forward:{}{local};{remote}", norebind(rebind));
        let what = format!("forwarding {local} to {remote}");
        let answer = async {
            // The first OKAY accepts the request, the second says that it is done.
            let mut socket = self.begin_about(serial, &request).await?;
            socket.status().await?;
            match local {
                SocketSpec::Tcp(port) => Ok(bound_port(*port, socket.text_if_any().await?)?),
                SocketSpec::LocalAbstract(_) => Ok(None),
            }
        };
        deadline.run(what, answer).await
    }

    /// Removes one forward by name. There is no way to remove all of them: that request takes the
    /// forwards of every device and every program with it.
    pub async fn kill_forward(
        &self,
        serial: &str,
        local: &SocketSpec,
        deadline: Deadline,
    ) -> Result<()> {
        let what = format!("removing the forward of {local}");
        deadline
            .run(what, async {
                let request = format!("killforward:{local}");
                self.begin_about(serial, &request).await?.status().await
            })
            .await
    }

    /// The forwards of all devices.
    pub async fn list_forward(&self, deadline: Deadline) -> Result<Vec<ForwardEntry>> {
        let mut socket = self.begin("host:list-forward", deadline).await?;
        let text = deadline.run("listing forwards", socket.text()).await?;
        Ok(text.lines().filter_map(ForwardEntry::parse).collect())
    }
}

impl ForwardEntry {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.trim().rsplitn(3, ' ');
        let (remote, local, serial) = (words.next()?, words.next()?, words.next()?);
        Some(Self { serial: serial.into(), local: local.into(), remote: remote.into() })
    }
}

pub(crate) fn norebind(rebind: Rebind) -> &'static str {
    match rebind {
        Rebind::Replace => "",
        Rebind::Refuse => "norebind:",
    }
}

/// The port a `tcp:` socket was bound to: as answered, or as asked where old servers say nothing.
pub(crate) fn bound_port(asked: u16, answer: Option<String>) -> Result<Option<u16>> {
    match answer {
        Some(text) => match text.parse() {
            Ok(port) => Ok(Some(port)),
            Err(_) => Err(Error::protocol(format!("'{}' is not a port", text.escape_debug()))),
        },
        None => Ok((asked != 0).then_some(asked)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_from_the_end() {
        let entry = ForwardEntry::parse("emulator-5554 tcp:6100 localabstract:x").unwrap();
        assert_eq!(entry.remote, "localabstract:x");
        assert_eq!(ForwardEntry::parse("(no serial number) tcp:1 tcp:2").unwrap().local, "tcp:1");
        assert_eq!(ForwardEntry::parse(""), None);
        assert_eq!(ForwardEntry::parse("one two"), None);
    }

    #[test]
    fn ports_are_answered_or_as_asked() {
        assert_eq!(bound_port(0, Some("17777".into())).unwrap(), Some(17777));
        assert_eq!(bound_port(5, None).unwrap(), Some(5));
        assert_eq!(bound_port(0, None).unwrap(), None);
        assert!(bound_port(0, Some("x".into())).is_err());
    }
}
