//! Where the adb server listens, as adb's own environment variables say it.

use std::fmt;
use std::path::PathBuf;

use crate::env::{self, EnvLookup};
use crate::error::one_line;
use crate::{Error, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerAddr {
    Tcp {
        host: String,
        port: u16,
    },
    /// A Unix domain socket.
    Local(PathBuf),
}

const HOST: &str = "127.0.0.1";
const PORT: u16 = 5037;

impl Default for ServerAddr {
    fn default() -> Self {
        Self::Tcp { host: HOST.to_owned(), port: PORT }
    }
}

impl ServerAddr {
    /// A TCP server on this machine.
    pub fn loopback(port: u16) -> Self {
        Self::Tcp { host: HOST.to_owned(), port }
    }

    /// `ADB_SERVER_SOCKET` wins over `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`.
    pub fn from_env(env: EnvLookup<'_>) -> Result<Self> {
        if let Some(socket) = env::text(env, "ADB_SERVER_SOCKET") {
            return Self::parse(&socket).ok_or_else(|| {
                let why = format!(
                    "'{}' is none of tcp:PORT, tcp:HOST:PORT, localfilesystem:PATH",
                    one_line(&socket)
                );
                Error::invalid("ADB_SERVER_SOCKET", why)
            });
        }
        let host = env::text(env, "ANDROID_ADB_SERVER_ADDRESS");
        let port = match env::text(env, "ANDROID_ADB_SERVER_PORT") {
            None => PORT,
            Some(text) => parse_port(&text).ok_or_else(|| {
                let why = format!("'{}' is not a port", one_line(&text));
                Error::invalid("ANDROID_ADB_SERVER_PORT", why)
            })?,
        };
        Ok(Self::Tcp { host: host.unwrap_or_else(|| HOST.to_owned()), port })
    }

    /// Reads the form of `ADB_SERVER_SOCKET`.
    pub fn parse(socket: &str) -> Option<Self> {
        if let Some(path) = socket.strip_prefix("localfilesystem:") {
            return (cfg!(unix) && !path.is_empty()).then(|| Self::Local(path.into()));
        }
        let rest = socket.strip_prefix("tcp:")?;
        let (host, port) = rest.rsplit_once(':').unwrap_or((HOST, rest));
        let host = host.strip_prefix('[').and_then(|v6| v6.strip_suffix(']')).unwrap_or(host);
        let foul = |character: char| character.is_whitespace() || character.is_control();
        let good = !host.is_empty() && !host.contains(foul);
        Some(Self::Tcp { host: good.then(|| host.to_owned())?, port: parse_port(port)? })
    }

    /// Whether the server runs on this machine, so that starting one can help.
    pub fn is_local(&self) -> bool {
        match self {
            Self::Tcp { host, .. } => matches!(host.as_str(), HOST | "localhost" | "::1"),
            Self::Local(_) => true,
        }
    }
}

impl fmt::Display for ServerAddr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(out, "tcp:[{host}]:{port}"),
            Self::Tcp { host, port } => write!(out, "tcp:{host}:{port}"),
            Self::Local(path) => write!(out, "localfilesystem:{}", path.display()),
        }
    }
}

fn parse_port(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?.filter(|&p| p != 0)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<String> {
        let env = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        ServerAddr::from_env(&env).map(|addr| addr.to_string())
    }

    #[test]
    fn variables_are_honoured_in_order() {
        assert_eq!(from(&[]).unwrap(), "tcp:127.0.0.1:5037");
        assert_eq!(from(&[("ADB_SERVER_SOCKET", "tcp:5040")]).unwrap(), "tcp:127.0.0.1:5040");
        assert_eq!(from(&[("ADB_SERVER_SOCKET", "")]).unwrap(), "tcp:127.0.0.1:5037");
        assert_eq!(
            from(&[
                ("ADB_SERVER_SOCKET", "tcp:lab:5041"),
                ("ANDROID_ADB_SERVER_ADDRESS", "other"),
                ("ANDROID_ADB_SERVER_PORT", "1"),
            ])
            .unwrap(),
            "tcp:lab:5041"
        );
        assert_eq!(
            from(&[("ANDROID_ADB_SERVER_ADDRESS", "lab"), ("ANDROID_ADB_SERVER_PORT", "5042")])
                .unwrap(),
            "tcp:lab:5042"
        );
        assert_eq!(from(&[("ADB_SERVER_SOCKET", "tcp:[::1]:7")]).unwrap(), "tcp:[::1]:7");
        if cfg!(unix) {
            let socket = "localfilesystem:/tmp/adb.sock";
            assert_eq!(from(&[("ADB_SERVER_SOCKET", socket)]).unwrap(), socket);
        }
    }

    #[test]
    fn nonsense_is_named() {
        for socket in ["5037", "tcp:", "tcp:x:", "tcp:a b:1", "tcp:0", "tcp:99999", "vsock:1:2"] {
            let error = from(&[("ADB_SERVER_SOCKET", socket)]).unwrap_err().to_string();
            assert!(error.starts_with("invalid ADB_SERVER_SOCKET: "), "{socket}: {error}");
        }
        assert!(from(&[("ANDROID_ADB_SERVER_PORT", "fifty")]).is_err());
        assert!(from(&[("ANDROID_ADB_SERVER_PORT", "0")]).is_err());
    }

    #[test]
    fn only_this_machine_is_local() {
        assert!(ServerAddr::default().is_local());
        assert!(ServerAddr::parse("tcp:localhost:1").unwrap().is_local());
        assert!(!ServerAddr::parse("tcp:10.0.0.1:1").unwrap().is_local());
    }
}
