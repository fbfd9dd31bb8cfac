//! Sockets by name: on the device to connect to, and as the two ends of a forward.

use std::fmt;
use std::str::FromStr;

use crate::error::one_line;
use crate::{Deadline, Device, Error, Result, Stream};

/// A socket on one side. Nothing else can be named, so a spec never carries a second request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SocketSpec {
    /// A port on the loopback interface; 0 to listen on a free one.
    Tcp(u16),
    /// A socket in the abstract namespace. Made by `SocketSpec::local_abstract` only.
    LocalAbstract(AbstractName),
}

/// The checked name of an abstract socket.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AbstractName(String);

impl SocketSpec {
    pub fn local_abstract(name: &str) -> Result<Self> {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"._@-".contains(&byte);
        if name.is_empty() || name.len() > 100 || !name.bytes().all(known) {
            let why = format!(
                "'{}' is not 1 to 100 letters, digits, '.', '_', '@' or '-'",
                one_line(name)
            );
            return Err(Error::invalid("socket name", why));
        }
        Ok(Self::LocalAbstract(AbstractName(name.to_owned())))
    }
}

impl Device {
    /// Connects to a socket on the device. Refusal is `Error::Closed`.
    pub async fn connect(&self, socket: &SocketSpec, deadline: Deadline) -> Result<Stream> {
        if *socket == SocketSpec::Tcp(0) {
            return Err(Error::invalid("socket", "there is nothing to connect to at port 0"));
        }
        self.open(&socket.to_string(), deadline).await
    }
}

impl fmt::Display for SocketSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(port) => write!(out, "tcp:{port}"),
            Self::LocalAbstract(AbstractName(name)) => write!(out, "localabstract:{name}"),
        }
    }
}

impl FromStr for SocketSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(name) = text.strip_prefix("localabstract:") {
            return Self::local_abstract(name);
        }
        let port = text.strip_prefix("tcp:").filter(|port| {
            (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit())
        });
        port.and_then(|port| port.parse().ok()).map(Self::Tcp).ok_or_else(|| {
            let why = format!("'{}' is neither tcp:PORT nor localabstract:NAME", one_line(text));
            Error::invalid("socket", why)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written_back() {
        for text in ["tcp:0", "tcp:65535", "localabstract:chrome_devtools_remote", "tcp:8080"] {
            assert_eq!(text.parse::<SocketSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_could_carry_a_second_request_is_refused() {
        let long = format!("localabstract:{}", "x".repeat(101));
        for text in [
            "",
            "tcp:",
            "tcp:65536",
            "tcp:+1",
            "tcp:123456",
            "tcp:1;tcp:2",
            "tcp:host:1",
            "localabstract:",
            "localabstract:a;b",
            "localabstract:a b",
            "localabstract:a/b",
            "localfilesystem:/x",
            "bogus:1",
            "TCP:1",
            "tcp:1\n",
            &long,
        ] {
            assert!(text.parse::<SocketSpec>().is_err(), "{text:?} should be refused");
        }
    }
}
