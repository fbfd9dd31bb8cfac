//! What clients do with the phone, as lines of a log.

use std::fmt;

/// Longest service name shown.
const SHOWN: usize = 160;

/// Something a client did. `Display` gives one line without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A host introduced itself.
    Connected { connection: u64, from: String },
    /// A service was opened: a command, a file transfer, a socket.
    Opened { connection: u64, service: String },
    /// A service is unknown or nobody answers there.
    Refused { connection: u64, service: String },
    /// A service came to its end, or its client went away.
    Closed { connection: u64, service: String },
    /// The connection is over.
    Disconnected { connection: u64 },
    /// Something is wrong from now on, or happened.
    FaultBegan { fault: String },
    /// Something is right again, or has struck as often as it was to.
    FaultEnded { fault: String },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected { connection, from } => {
                write!(f, "#{connection} connected from {}", Line(from))
            }
            Self::Opened { connection, service } => {
                write!(f, "#{connection} open {}", Line(service))
            }
            Self::Refused { connection, service } => {
                write!(f, "#{connection} refuse {}", Line(service))
            }
            Self::Closed { connection, service } => {
                write!(f, "#{connection} close {}", Line(service))
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
        let opened = |service: &str| Event::Opened { connection: 3, service: service.to_owned() };
        assert_eq!(opened("shell:echo 'a'").to_string(), "#3 open shell:echo 'a'");
        assert_eq!(opened("exec:a\nb\u{202e}\0").to_string(), r"#3 open exec:a\nb\u{202e}\0");
        assert_eq!(opened(&"x".repeat(170)).to_string().len(), "#3 open …(+10)".len() + 160);
    }
}
