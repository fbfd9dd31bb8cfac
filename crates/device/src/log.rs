//! What a device writes about itself, as it grows: a capability that only some devices have.

use async_trait::async_trait;

use crate::{Deadline, Result};

/// A device whose log can be read.
#[async_trait]
pub trait Log: Send + Sync {
    /// Begins to read: from `since` on where it is known, else with the last lines before now.
    async fn follow(&self, since: Option<u64>, deadline: Deadline) -> Result<Box<dyn LogStream>>;
}

/// The log while it is being read. Dropping it ends the reading on the device.
#[async_trait]
pub trait LogStream: Send {
    /// The processes that were there when reading began.
    fn processes(&self) -> &[Process];

    /// The next entries; none when the log has ended. A passed deadline loses nothing: call again.
    async fn next(&mut self, deadline: Deadline) -> Result<Vec<LogEntry>>;

    /// Asks which processes are there now.
    async fn refresh(&mut self, deadline: Deadline) -> Result<&[Process]>;
}

/// A process, and the app it belongs to or its own name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    pub app: String,
}

/// One line of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    pub time: Option<LogTime>,
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    pub level: LogLevel,
    pub tag: String,
    pub message: String,
    /// The app that wrote it, where the line itself says so.
    pub app: Option<String>,
    pub meaning: Meaning,
    /// It was written before reading began.
    pub past: bool,
}

/// How much a line matters, in the writer's opinion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
pub enum LogLevel {
    #[strum(to_string = "V")]
    Verbose,
    #[strum(to_string = "D")]
    Debug,
    #[strum(to_string = "I")]
    Info,
    #[strum(to_string = "W")]
    Warn,
    #[strum(to_string = "E")]
    Error,
    #[strum(to_string = "F")]
    Fatal,
}

/// When a line was written, by the device's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogTime {
    /// Milliseconds since 1970.
    Epoch(u64),
    /// What the device's wall clock showed; many formats leave out the year, all of them the zone.
    Wall { year: Option<u16>, month: u8, day: u8, millis: u32 },
}

impl LogTime {
    pub fn epoch_ms(self) -> Option<u64> {
        match self {
            Self::Epoch(ms) => Some(ms),
            Self::Wall { .. } => None,
        }
    }
}

/// What the system itself says through a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Meaning {
    #[default]
    Plain,
    /// Something that the app tried failed, though the line is not called an error.
    Failed,
    Started(Process),
    Ended(Process),
    /// A part of the report of a crash.
    Crash(Report),
    /// A part of the report of an app that does not respond.
    NotResponding(Report),
}

/// To which report a line belongs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// The process in trouble.
    pub pid: Option<u32>,
    /// Its app, on the lines that name it.
    pub app: Option<String>,
    /// The line says what happened; the others say where.
    pub key: bool,
    /// A summary in one line: worth telling only where there is no report.
    pub summary: bool,
}
