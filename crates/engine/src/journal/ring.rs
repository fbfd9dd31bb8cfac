//! The last entries of a log. A position is a number that is never given again.

use std::collections::VecDeque;
use std::sync::Arc;

use device::LogEntry;

/// An entry, where it stands, and whose it was when it came.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) position: u64,
    pub(crate) entry: LogEntry,
    pub(crate) app: Option<Arc<str>>,
}

#[derive(Debug, Default)]
pub(super) struct Ring {
    kept: VecDeque<Kept>,
    /// The position of the next entry.
    next: u64,
    bytes: usize,
}

/// So much is remembered; the oldest goes first.
const MOST: usize = 10_000;
const MOST_BYTES: usize = 4 * 1024 * 1024;

impl Ring {
    pub(super) fn push(&mut self, entry: LogEntry, app: Option<Arc<str>>) {
        self.bytes += size(&entry);
        self.kept.push_back(Kept { position: self.next, entry, app });
        self.next += 1;
        while self.kept.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= size(&oldest.entry);
        }
    }

    /// Where the next entry will stand.
    pub(super) fn position(&self) -> u64 {
        self.next
    }

    /// Entries from a position on, oldest first.
    pub(super) fn since(&self, position: u64) -> impl DoubleEndedIterator<Item = &Kept> {
        let start = self.kept.partition_point(|kept| kept.position < position);
        self.kept.range(start..)
    }
}

fn size(entry: &LogEntry) -> usize {
    entry.tag.len() + entry.message.len() + size_of::<Kept>()
}

#[cfg(test)]
mod tests {
    use device::{LogLevel, Meaning};

    use super::*;

    fn entry(message: &str) -> LogEntry {
        LogEntry {
            time: None,
            pid: None,
            tid: None,
            level: LogLevel::Info,
            tag: "Tag".to_owned(),
            message: message.to_owned(),
            app: None,
            meaning: Meaning::Plain,
            past: false,
        }
    }

    #[test]
    fn positions_outlive_entries() {
        let mut ring = Ring::default();
        (0..MOST + 5).for_each(|number| ring.push(entry(&number.to_string()), None));
        assert_eq!(ring.position(), MOST as u64 + 5);
        assert_eq!(ring.kept.len(), MOST);
        let first = ring.since(0).next().map(|kept| kept.entry.message.clone());
        assert_eq!(first.as_deref(), Some("5"));
        assert_eq!(ring.since(ring.position()).count(), 0);
        assert_eq!(ring.since(ring.position() - 2).count(), 2);
    }

    #[test]
    fn long_lines_take_the_room_of_many() {
        let mut ring = Ring::default();
        (0..100).for_each(|_| ring.push(entry(&"x".repeat(100_000)), None));
        assert!(ring.bytes <= MOST_BYTES && ring.kept.len() < 100);
        let counted: usize = ring.kept.iter().map(|kept| size(&kept.entry)).sum();
        assert_eq!(counted, ring.bytes);
    }
}
