//! From bytes to entries: lines that arrive in pieces, entries of several lines, what they mean.

use super::line;
use super::meaning::Interpreter;
use crate::{LogEntry, Process};

#[derive(Debug, Default)]
pub(in super::super) struct Reader {
    /// The beginning of a line whose end has not arrived.
    partial: Vec<u8>,
    /// An entry of the long format, whose message follows.
    head: Option<LogEntry>,
    interpreter: Interpreter,
    /// Reading began at this second: what is older was written before.
    began: Option<u64>,
}

/// A log line has some four kilobytes at most; no device has reason to send longer ones.
const LONGEST: usize = 64 * 1024;

impl Reader {
    pub(in super::super) fn new(began: Option<u64>) -> Self {
        Self { began, ..Self::default() }
    }

    pub(in super::super) fn learn(&mut self, processes: &[Process]) {
        self.interpreter.learn(processes);
    }

    /// Takes in some bytes and adds the entries that are complete.
    pub(in super::super) fn push(&mut self, bytes: &[u8], entries: &mut Vec<LogEntry>) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = rest.split_at(end);
            rest = &after[1..];
            if self.partial.is_empty() {
                self.line(line, entries);
            } else {
                let mut whole = std::mem::take(&mut self.partial);
                whole.extend_from_slice(line);
                self.line(&whole, entries);
            }
        }
        let room = LONGEST.saturating_sub(self.partial.len());
        self.partial.extend_from_slice(&rest[..rest.len().min(room)]);
    }

    fn line(&mut self, bytes: &[u8], entries: &mut Vec<LogEntry>) {
        let text = String::from_utf8_lossy(bytes);
        if let Some(head) = line::parse_head(&text) {
            self.head = Some(head.into_entry());
            return;
        }
        let parsed = match &self.head {
            Some(_) if text.trim_end().is_empty() => {
                self.head = None;
                None
            }
            Some(head) => {
                let message = text.trim_end_matches('\r').to_owned();
                Some(LogEntry { message, ..head.clone() })
            }
            None => line::parse(&text).map(line::Line::into_entry),
        };
        if let Some(mut entry) = parsed {
            let time = entry.time.and_then(crate::LogTime::epoch_ms);
            entry.past = time.zip(self.began).is_some_and(|(time, began)| time / 1000 < began);
            entry.meaning = self.interpreter.interpret(&entry);
            entries.push(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &[u8], size: usize) -> Vec<LogEntry> {
        let (mut reader, mut entries) = (Reader::new(Some(1_755_771_331)), Vec::new());
        text.chunks(size.max(1)).for_each(|piece| reader.push(piece, &mut entries));
        entries
    }

    #[test]
    fn long_entries_have_a_line_each() {
        let text = "--------- beginning of main\n[ 02-06 00:34:22.848   864:  864 I/Store ]\none\ntwo\n\nnothing\n";
        let entries = read(text.as_bytes(), 7);
        let messages: Vec<&str> = entries.iter().map(|entry| entry.message.as_str()).collect();
        assert_eq!(messages, ["one", "two"]);
        assert!(entries.iter().all(|entry| entry.tag == "Store" && entry.pid == Some(864)));
    }

    #[test]
    fn what_is_older_than_the_reading_is_past() {
        let text = "1755771330.999     1     1 I a: b\r\n1755771331.000     1     1 I a: b\r\n";
        let past: Vec<bool> = read(text.as_bytes(), 9).iter().map(|entry| entry.past).collect();
        assert_eq!(past, [true, false]);
    }

    #[test]
    fn an_endless_line_takes_no_endless_room() {
        let (mut reader, mut entries) = (Reader::default(), Vec::new());
        (0..100).for_each(|_| reader.push(&[b'x'; 10_000], &mut entries));
        assert!(reader.partial.len() <= LONGEST && entries.is_empty());
    }

    proptest! {
        #[test]
        fn any_split_reads_the_same(size in 1_usize..50, messages in proptest::collection::vec("[a-z é]{0,20}", 0..8)) {
            let lines = messages.iter().map(|text| format!("1755771331.000     1     2 E Tag: {text}\n"));
            let text: String = lines.collect();
            prop_assert_eq!(read(text.as_bytes(), size), read(text.as_bytes(), usize::MAX));
        }

        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400), size in 1_usize..50) {
            read(&bytes, size);
        }
    }
}
