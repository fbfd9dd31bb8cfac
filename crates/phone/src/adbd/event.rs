//! What clients do, for whoever watches the phone.

use std::fmt;

/// One line of a live log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An adb host has introduced itself.
    Connected { connection: u64 },
    Disconnected { connection: u64 },
    /// A host has opened a service, such as `shell,v2,raw:getprop`.
    Opened { connection: u64, service: String },
    /// A host has asked for something the phone does not have.
    Refused { connection: u64, service: String },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected { connection } => write!(f, "#{connection} connected"),
            Self::Disconnected { connection } => write!(f, "#{connection} disconnected"),
            Self::Opened { connection, service } => write!(f, "#{connection} {}", one_line(service)),
            Self::Refused { connection, service } => write!(f, "#{connection} refused {}", one_line(service)),
        }
    }
}

/// Bounded, and without anything that could move a cursor.
fn one_line(service: &str) -> String {
    const LIMIT: usize = 200;
    let mut line: String = service.chars().take(LIMIT).flat_map(char::escape_debug).collect();
    if service.chars().nth(LIMIT).is_some() {
        line.push('…');
    }
    line.replace("\\\"", "\"").replace("\\'", "'")
}
