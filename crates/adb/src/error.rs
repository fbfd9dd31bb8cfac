//! Every way a call can fail, one variant per meaning, so that nobody above reads texts.

use std::fmt::Write as _;
use std::io;

use crate::start::Tried;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    // What an adb server says when it selects a device or opens a service on it.
    #[error("no device is attached to the adb server")]
    NoDevices,
    #[error("the adb server knows no device {}", quoted(serial))]
    DeviceNotFound { serial: String },
    #[error("more than one device fits the request")]
    MoreThanOne,
    #[error("the device is offline: {}", one_line(text))]
    DeviceOffline { text: String },
    #[error("the device is not ready yet: {}", one_line(text))]
    StillConnecting { text: String },
    #[error("the device has not authorized this computer: {}", one_line(text))]
    Unauthorized { text: String },
    #[error("this user may not open the device: {}", one_line(text))]
    NoPermissions { text: String },
    #[error("the device refused or closed the service {}", quoted(service))]
    Closed { service: String },
    #[error("the adb server does not know the request {}", quoted(request))]
    UnknownService { request: String },

    // What an adb server or a device says about forwards.
    #[error("nothing is forwarded from {}", quoted(spec))]
    ListenerNotFound { spec: String },
    #[error("the socket to forward from is already forwarded: {}", one_line(text))]
    AlreadyForwarded { text: String },
    #[error("cannot listen on the socket to forward from: {}", one_line(text))]
    CannotBind { text: String },

    /// A FAIL whose text is in no row of the table.
    #[error("{} was refused: {}", quoted(request), one_line(text))]
    Refused { request: String, text: String },
    #[error("the adb server could not connect to {}: {}", quoted(address), one_line(text))]
    ConnectFailed { address: String, text: String },

    #[error("no adb server answers at {addr}: {source}")]
    ServerUnreachable { addr: String, source: io::Error },
    #[error("the adb server closed the connection without answering {}", quoted(request))]
    ServerDied { request: String },
    #[error("no adbd answers at {}: {source}", quoted(address))]
    DeviceUnreachable { address: String, source: io::Error },
    #[error("the other side broke the protocol: {what}")]
    Protocol { what: String },
    #[error("timed out while {what}")]
    Timeout { what: String },
    #[error("the connection to the device was lost: {0}")]
    ConnectionLost(Loss),
    #[error("the device asks for an RSA key: connect to it through an adb server")]
    AuthRequired,
    #[error("the device asks for TLS: pair and connect to it through an adb server")]
    TlsRequired,

    #[error("no adb program found; tried {}", list(tried))]
    AdbNotFound { tried: Vec<Tried> },
    #[error("could not start an adb server with {program}: {}", one_line(why))]
    StartFailed { program: String, why: String },

    /// What the device's file service said.
    #[error("the device could not serve {}: {}", quoted(path), one_line(text))]
    Sync { path: String, text: String },
    #[error("the output is longer than {limit} bytes")]
    TooMuchOutput { limit: usize },
    #[error("invalid {what}: {why}")]
    InvalidArgument { what: &'static str, why: String },
    /// The local side of a transfer, or the local machine.
    #[error("{what}: {source}")]
    Io { what: &'static str, source: io::Error },
}

/// Why a connection to a device ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Loss {
    #[error("the device closed it")]
    Closed,
    #[error("the device closed it in the middle of a packet")]
    Truncated,
    #[error("a packet with a wrong magic number arrived")]
    BadMagic,
    #[error("a packet announced {0} bytes of payload")]
    Oversize(u32),
    #[error("the device started the connection anew")]
    Reset,
    #[error("the device stopped reading")]
    NotReading,
    #[error("this side let go of it")]
    Released,
    #[error("the device closed the stream")]
    StreamClosed,
    #[error("the stream ended before the answer was complete")]
    Incomplete,
    #[error("the command's stream ended without an exit code")]
    NoExitCode,
    #[error("{0}")]
    Io(io::ErrorKind),
}

impl Error {
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self::Protocol { what: what.into() }
    }

    pub(crate) fn invalid(what: &'static str, why: impl Into<String>) -> Self {
        Self::InvalidArgument { what, why: why.into() }
    }

    pub(crate) fn io(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what, source }
    }

    /// An I/O error on a stream to a device: ours if it carries one, else the loss of the stream.
    pub fn from_stream(error: io::Error) -> Self {
        let kind = error.kind();
        match error.downcast::<Self>() {
            Ok(ours) => ours,
            Err(_) if kind == io::ErrorKind::UnexpectedEof => {
                Self::ConnectionLost(Loss::Incomplete)
            }
            Err(_) => Self::ConnectionLost(Loss::Io(kind)),
        }
    }
}

/// A stream's `Read` and `Write` can only say `io::Error`; ours travels inside it.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        Self::new(io::ErrorKind::ConnectionAborted, error)
    }
}

/// The longest foreign text shown in a message.
const SHOWN: usize = 200;

/// Foreign text on one line: control characters escaped, length bounded.
pub(crate) fn one_line(text: &str) -> String {
    let mut shown = String::new();
    for (index, character) in text.trim().chars().enumerate() {
        if index == SHOWN {
            shown.push('…');
            break;
        }
        match character {
            '\n' => shown.push(' '),
            character if character.is_control() => shown.extend(character.escape_default()),
            character => shown.push(character),
        }
    }
    shown
}

fn quoted(text: &str) -> String {
    format!("'{}'", one_line(text))
}

fn list(tried: &[Tried]) -> String {
    let mut text = String::new();
    for (index, place) in tried.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _infallible = write!(text, "{separator}{place}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_error_survives_the_way_through_io() {
        let io = io::Error::from(Error::ConnectionLost(Loss::BadMagic));
        assert!(matches!(Error::from_stream(io), Error::ConnectionLost(Loss::BadMagic)));
        let io = io::Error::from(io::ErrorKind::UnexpectedEof);
        assert!(matches!(Error::from_stream(io), Error::ConnectionLost(Loss::Incomplete)));
        let io = io::Error::from(io::ErrorKind::ConnectionReset);
        assert!(matches!(
            Error::from_stream(io),
            Error::ConnectionLost(Loss::Io(io::ErrorKind::ConnectionReset))
        ));
    }

    #[test]
    fn foreign_text_stays_on_one_bounded_line() {
        let error = Error::Closed { service: "shell:a\nb\u{1b}[31m".into() };
        assert_eq!(
            error.to_string(),
            r"the device refused or closed the service 'shell:a b\u{1b}[31m'"
        );
        assert_eq!(one_line(&"x".repeat(500)).chars().count(), SHOWN + 1);
    }
}
