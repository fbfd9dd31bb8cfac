//! What clients do with the phone, as lines of a log.

use std::fmt;
use std::time::Duration;

/// Longest service name shown.
const SHOWN: usize = 160;

/// Something a client did. `Display` gives one line without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A host introduced itself.
    Connected { connection: u64, from: String },
    /// A service was opened: a command, a file transfer, a socket.
    Opened { connection: u64, stream: u32, service: String },
    /// A service is unknown or nobody answers there.
    Refused { connection: u64, service: String },
    /// A service came to its end, or its client went away: a program that did not end has no exit code.
    /// `cut`: a fault took the connection away in the middle of the answer, or where it would end.
    Closed {
        connection: u64,
        stream: u32,
        service: String,
        exit: Option<u8>,
        cut: bool,
        took: Duration,
    },
    /// A file or a list went over a `sync:` stream, or was refused.
    Synced { connection: u64, what: Sync, path: String, refused: Option<String>, took: Duration },
    /// Somebody is at the emulator's console.
    ConsoleConnected { connection: u64, from: String },
    /// The console was told something, without secrets, and did it or said why not.
    ConsoleCommand { connection: u64, command: String, refused: Option<String>, took: Duration },
    /// The connection is over.
    Disconnected { connection: u64 },
    /// Something is wrong from now on, or happened.
    FaultBegan { fault: String },
    /// Something is right again, or has struck as often as it was to.
    FaultEnded { fault: String },
}

/// What a `sync:` stream was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// To the phone, so many bytes.
    Push(u64),
    /// From the phone, so many bytes.
    Pull(u64),
    List,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected { connection, from } => {
                write!(f, "#{connection} connected from {}", Line(from))
            }
            Self::Opened { connection, service, .. } => {
                write!(f, "#{connection} open {}", Line(service))
            }
            Self::Refused { connection, service } => {
                write!(f, "#{connection} refuse {}", Line(service))
            }
            Self::Closed { connection, service, cut, .. } => {
                let how = if *cut { "cut" } else { "close" };
                write!(f, "#{connection} {how} {}", Line(service))
            }
            Self::Synced { connection, what, path, .. } => {
                let what = match what {
                    Sync::Push(_) => "push",
                    Sync::Pull(_) => "pull",
                    Sync::List => "list",
                };
                write!(f, "#{connection} {what} {}", Line(path))
            }
            Self::ConsoleConnected { connection, from } => {
                write!(f, "#{connection} connected to the console from {}", Line(from))
            }
            Self::ConsoleCommand { connection, command, .. } => {
                write!(f, "#{connection} console {}", Line(command))
            }
            Self::Disconnected { connection } => write!(f, "#{connection} disconnected"),
            Self::FaultBegan { fault } => write!(f, "fault {}", Line(fault)),
            Self::FaultEnded { fault } => write!(f, "fault over: {}", Line(fault)),
        }
    }
}

/// Foreign text on one line, cut when it is long.
struct Line<'a>(&'a str);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(SHOWN) {
            match character {
                '"' | '\'' => write!(f, "{character}")?,
                _ => write!(f, "{}", character.escape_debug())?,
            }
        }
        match characters.count() {
            0 => Ok(()),
            more => write!(f, "…(+{more})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_single_lines() {
        let opened = |service: &str| {
            let service = service.to_owned();
            Event::Opened { connection: 3, stream: 1, service }
        };
        assert_eq!(opened("shell:echo 'a'").to_string(), "#3 open shell:echo 'a'");
        assert_eq!(opened("exec:a\nb\u{202e}\0").to_string(), r"#3 open exec:a\nb\u{202e}\0");
        assert_eq!(opened(&"x".repeat(170)).to_string().len(), "#3 open …(+10)".len() + 160);
    }
}
