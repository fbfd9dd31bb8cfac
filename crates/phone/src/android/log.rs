//! The log: one ring of entries per buffer, read as a snapshot or followed without loss by sequence
//! number. Formats belong to `logcat`.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use jiff::Timestamp;

use super::Android;

/// Bytes kept per buffer unless `logcat -G` says otherwise; the oldest entries go first.
const CAPACITY: usize = 256 * 1024;
/// What the log daemon keeps beside each message.
const OVERHEAD: usize = 28;

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

impl LogEntry {
    /// What it takes of its buffer: with its level, and the ends of its two texts.
    pub fn size(&self) -> usize {
        OVERHEAD + 3 + self.tag.len() + self.message.len()
    }
}

/// Who writes a log entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writer {
    pub pid: u32,
    pub tid: u32,
    pub uid: u32,
}

#[derive(Debug)]
struct Ring {
    entries: VecDeque<Arc<LogEntry>>,
    bytes: usize,
    capacity: usize,
}

impl Default for Ring {
    fn default() -> Self {
        Self { entries: VecDeque::new(), bytes: 0, capacity: CAPACITY }
    }
}

impl Ring {
    fn push(&mut self, entry: LogEntry) {
        self.bytes += entry.size();
        self.entries.push_back(Arc::new(entry));
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.bytes > self.capacity
            && let Some(oldest) = self.entries.pop_front()
        {
            self.bytes -= oldest.size();
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Log {
    rings: [Ring; 6],
    last: u64,
}

impl Log {
    pub(crate) fn append(&mut self, mut entry: LogEntry) {
        self.last += 1;
        entry.sequence = self.last;
        self.rings[entry.buffer as usize].push(entry);
    }

    /// Entries after `sequence`, oldest first.
    fn after(&self, sequence: u64, buffers: &[Buffer]) -> Vec<Arc<LogEntry>> {
        let mut entries = Vec::new();
        for buffer in buffers {
            let ring = &self.rings[*buffer as usize].entries;
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
            let ring = &mut state.log.rings[*buffer as usize];
            *ring = Ring { capacity: ring.capacity, ..Ring::default() };
        }
    }

    /// How many bytes a buffer keeps.
    pub(crate) fn log_size(&self, buffer: Buffer) -> usize {
        self.state().log.rings[buffer as usize].capacity
    }

    pub(crate) fn resize_log(&self, buffers: &[Buffer], bytes: usize) {
        let mut state = self.state();
        for buffer in buffers {
            let ring = &mut state.log.rings[*buffer as usize];
            ring.capacity = bytes;
            ring.shrink();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_holds_what_it_says_and_the_oldest_go() {
        let mut log = Log::default();
        let entry = |buffer, length| LogEntry {
            sequence: 0,
            time: Timestamp::UNIX_EPOCH,
            uptime: Duration::ZERO,
            buffer,
            level: Level::Info,
            pid: 1,
            tid: 1,
            uid: 0,
            tag: "t".to_owned(),
            message: "x".repeat(length),
        };
        log.append(entry(Buffer::System, 1));
        for _ in 0..3_000 {
            log.append(entry(Buffer::Main, 1_000));
        }
        let kept = log.after(0, &[Buffer::Main]);
        let bytes: usize = kept.iter().map(|entry| entry.size()).sum();
        assert!(bytes <= CAPACITY && bytes + kept[0].size() > CAPACITY, "{bytes}");
        assert_eq!(kept.last().unwrap().sequence, 3_001);
        assert_eq!(log.after(0, &[Buffer::System]).len(), 1, "buffers do not push each other out");
    }
}
