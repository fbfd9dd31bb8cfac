//! The log: one ring of entries per buffer, read as a snapshot or followed without loss by sequence
//! number. Formats belong to `logcat`.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use jiff::Timestamp;

use super::Android;

/// Entries kept per buffer; the oldest go first.
const CAPACITY: usize = 20_000;

/// A log buffer, in the order `logcat` numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Buffer {
    Main,
    Radio,
    Events,
    System,
    Crash,
    Kernel,
}

impl Buffer {
    /// Every buffer.
    pub const ALL: [Self; 6] =
        [Self::Main, Self::Radio, Self::Events, Self::System, Self::Crash, Self::Kernel];
    /// What `logcat` reads unless told otherwise.
    pub const DEFAULT: [Self; 3] = [Self::Main, Self::System, Self::Crash];

    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Radio => "radio",
            Self::Events => "events",
            Self::System => "system",
            Self::Crash => "crash",
            Self::Kernel => "kernel",
        }
    }
}

/// A log level, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Verbose,
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

impl Level {
    /// The letter of a log line.
    pub fn letter(self) -> char {
        match self {
            Self::Verbose => 'V',
            Self::Debug => 'D',
            Self::Info => 'I',
            Self::Warn => 'W',
            Self::Error => 'E',
            Self::Fatal => 'F',
        }
    }
}

/// One entry. The message may have several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Grows by one with every entry of any buffer, from 1.
    pub sequence: u64,
    pub time: Timestamp,
    pub uptime: Duration,
    pub buffer: Buffer,
    pub level: Level,
    pub pid: u32,
    pub tid: u32,
    pub uid: u32,
    pub tag: String,
    pub message: String,
}

/// Who writes a log entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writer {
    pub pid: u32,
    pub tid: u32,
    pub uid: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Log {
    rings: [VecDeque<Arc<LogEntry>>; 6],
    last: u64,
}

impl Log {
    pub(crate) fn append(&mut self, mut entry: LogEntry) {
        self.last += 1;
        entry.sequence = self.last;
        let ring = &mut self.rings[entry.buffer as usize];
        if ring.len() == CAPACITY {
            ring.pop_front();
        }
        ring.push_back(Arc::new(entry));
    }

    /// Entries after `sequence`, oldest first.
    fn after(&self, sequence: u64, buffers: &[Buffer]) -> Vec<Arc<LogEntry>> {
        let mut entries = Vec::new();
        for buffer in buffers {
            let ring = &self.rings[*buffer as usize];
            let start = ring.partition_point(|entry| entry.sequence <= sequence);
            entries.extend(ring.range(start..).cloned());
        }
        entries.sort_by_key(|entry| entry.sequence);
        entries.dedup_by_key(|entry| entry.sequence);
        entries
    }
}

/// Follows the log from a position on. An entry is missed only when its ring ran over it.
pub struct LogReader {
    android: Android,
    buffers: Vec<Buffer>,
    position: u64,
}

impl LogReader {
    /// Waits until there is something new, and returns all of it, oldest first.
    pub async fn next(&mut self) -> Vec<Arc<LogEntry>> {
        loop {
            let shared = Arc::clone(&self.android.shared);
            let logged = shared.logged.notified();
            tokio::pin!(logged);
            logged.as_mut().enable();
            let entries = self.take();
            if !entries.is_empty() {
                return entries;
            }
            logged.await;
        }
    }

    /// What is new by now, possibly nothing.
    pub fn take(&mut self) -> Vec<Arc<LogEntry>> {
        let entries = self.android.state().log.after(self.position, &self.buffers);
        if let Some(last) = entries.last() {
            self.position = last.sequence;
        }
        entries
    }
}

impl Android {
    /// Writes one entry; `sequence` and the times are the phone's.
    pub fn append_log(
        &self,
        buffer: Buffer,
        level: Level,
        who: Writer,
        tag: &str,
        message: impl Into<String>,
    ) {
        self.state().append_log(buffer, level, who, tag, message);
        self.shared.logged.notify_waiters();
    }

    /// Everything the buffers hold, oldest first.
    pub fn log_entries(&self, buffers: &[Buffer]) -> Vec<Arc<LogEntry>> {
        self.state().log.after(0, buffers)
    }

    /// Follows the log: entries with a sequence number above `position` (0: from the oldest kept).
    pub fn follow_log(&self, buffers: &[Buffer], position: u64) -> LogReader {
        LogReader { android: self.clone(), buffers: buffers.to_vec(), position }
    }

    /// Sequence number of the newest entry.
    pub fn log_position(&self) -> u64 {
        self.state().log.last
    }

    /// Empties the buffers; sequence numbers go on.
    pub fn clear_log(&self, buffers: &[Buffer]) {
        let mut state = self.state();
        for buffer in buffers {
            state.log.rings[*buffer as usize].clear();
        }
    }
}
