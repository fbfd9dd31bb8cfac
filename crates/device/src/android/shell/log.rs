//! The log, by one `logcat` that stays.

use adb::CommandLine;
use adb::shell::{Event, ShellStream};
use async_trait::async_trait;

use super::super::logcat::{Reader, processes};
use super::super::translate::Translate as _;
use super::{Result, SMALL, run};
use crate::{Deadline, LogEntry, LogStream, Process};

/// What the phone's clock shows, its processes, an empty line, then the log from `$1` on: so many lines, or a
/// time. The events say which process is which app; where they or the times in seconds are not to be had, the
/// rest is.
const FOLLOW: &str = "date +%s; ps -A -o PID,NAME || ps; echo; \
    logcat -b main,system,crash,events -v threadtime -v epoch -T \"$1\" || logcat -v threadtime -T 1";

const PROCESSES: &str = "ps -A -o PID,NAME || ps";

/// Lines from before reading began.
const HISTORY: &str = "200";

/// The log of one phone while it is being read.
pub(in super::super) struct Logcat {
    id: String,
    adb: adb::Device,
    stream: ShellStream,
    reader: Reader,
    processes: Vec<Process>,
    /// Entries that came with the head.
    early: Vec<LogEntry>,
}

pub(in super::super) async fn follow(
    adb: &adb::Device,
    id: &str,
    since: Option<u64>,
    deadline: Deadline,
) -> Result<Logcat> {
    let from = match since {
        Some(ms) => format!("{}.{:03}", ms / 1000, ms % 1000),
        None => HISTORY.to_owned(),
    };
    let script = CommandLine::script(FOLLOW, [from])?;
    let mut stream = adb.shell_stream(&script, deadline).await?;
    let mut head = Vec::new();
    let rest = loop {
        match stream.next(deadline).await? {
            Some(Event::Stdout(bytes)) => head.extend_from_slice(&bytes),
            Some(Event::Stderr(_)) => {}
            Some(Event::Exit(_)) | None => return Err(super::refused(&script, &head)),
        }
        if let Some(end) = blank_line(&head) {
            break head.split_off(end);
        }
        if head.len() > SMALL {
            return Err(super::refused(&script, b"it did not come to the log"));
        }
    };
    let head = String::from_utf8_lossy(&head);
    let (clock, table) = head.split_once('\n').unwrap_or((&head, ""));
    // Read again from where it was left, nothing is old.
    let began = clock.trim().parse().ok().filter(|_| since.is_none());
    let (mut reader, mut early, processes) = (Reader::new(began), Vec::new(), processes(table));
    reader.learn(&processes);
    reader.push(&rest, &mut early);
    Ok(Logcat { id: id.to_owned(), adb: adb.clone(), stream, reader, processes, early })
}

#[async_trait]
impl LogStream for Logcat {
    fn processes(&self) -> &[Process] {
        &self.processes
    }

    async fn next(&mut self, deadline: Deadline) -> crate::Result<Vec<LogEntry>> {
        let mut entries = std::mem::take(&mut self.early);
        while entries.is_empty() {
            let event = self.stream.next(deadline).await;
            match event.map_err(Into::into).translate(&self.id)? {
                Some(Event::Stdout(bytes)) => self.reader.push(&bytes, &mut entries),
                Some(Event::Stderr(_)) => {}
                Some(Event::Exit(_)) | None => break,
            }
        }
        Ok(entries)
    }

    async fn refresh(&mut self, deadline: Deadline) -> crate::Result<&[Process]> {
        let asked = run(&self.adb, &CommandLine::constant(PROCESSES), deadline).await;
        self.processes = processes(&asked.translate(&self.id)?.text());
        self.reader.learn(&self.processes);
        Ok(&self.processes)
    }
}

/// Where the head ends: behind its empty line.
fn blank_line(head: &[u8]) -> Option<usize> {
    let mut start = 0;
    while let Some(length) = memchr::memchr(b'\n', &head[start..]) {
        let line = &head[start..start + length];
        start += length + 1;
        if line.is_empty() || line == b"\r" {
            return Some(start);
        }
    }
    None
}
