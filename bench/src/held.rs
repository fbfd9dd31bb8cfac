//! What processes held and what came of a long run, as it is printed, and what of it fails the run.

use std::io::Write as _;
use std::process::ExitCode;

use crate::process::Usage;

/// How much a process may hold at the end of what it held when it was warm.
const GROWTH: f64 = 1.3;
/// And how many bytes more, whatever it held: the allocator may keep the pixels of one picture.
const SLACK: u64 = 4 * 1080 * 2400;
/// Threads and open files that may come and go: a picture being made, a connection being closed.
const PASSING: u64 = 24;

#[derive(Debug, Default)]
pub struct Report {
    lines: Vec<String>,
    failed: bool,
}

impl Report {
    pub fn told(&mut self, line: &str) {
        self.lines.push(format!("      {line}"));
    }

    /// A line for people to read.
    pub fn may(&mut self, met: bool, line: &str) {
        self.lines.push(format!("{}  {line}", if met { "ok  " } else { "MISS" }));
    }

    pub fn memory(&mut self, of: &str, start: Option<Usage>, warm: Usage, end: Usage) {
        let megabytes = |bytes: u64| as_float(bytes) / 1e6;
        let growth = as_float(end.memory) / as_float(warm.memory.max(1));
        let fits = growth <= GROWTH || end.memory <= warm.memory + SLACK;
        let start = start
            .map(|start| format!("{:.1} MB at the start, ", megabytes(start.memory)))
            .unwrap_or_default();
        self.must(fits, &format!(
            "{growth:5.2} times (goal {GROWTH}): memory at the end against warm, {of} ({start}{:.1} MB warm, {:.1} MB at the end)",
            megabytes(warm.memory),
            megabytes(end.memory)
        ));
        for (what, warm, end) in
            [("threads", warm.threads, end.threads), ("open files", warm.files, end.files)]
        {
            let line = format!("{what} of {of}: {warm} warm, {end} at the end");
            self.must(end <= warm + PASSING, &line);
        }
    }

    /// A line, and whether the run may pass with it.
    pub fn must(&mut self, met: bool, line: &str) {
        self.failed |= !met;
        self.lines.push(format!("{}  {line}", if met { "ok  " } else { "FAIL" }));
    }

    pub fn print(&self) -> ExitCode {
        for line in &self.lines {
            drop(writeln!(std::io::stdout().lock(), "{line}"));
        }
        if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

#[expect(clippy::cast_precision_loss, reason = "medians of milliseconds and megabytes")]
pub fn as_float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(memory: u64, files: u64) -> bool {
        let mut report = Report::default();
        let warm = Usage { memory: 100_000_000, threads: 2, files: 60 };
        report.memory("it", None, warm, Usage { memory, threads: 2, files });
        report.failed
    }

    #[test]
    fn growth_fails_the_run() {
        assert!(!grown(129_000_000, 60));
        assert!(grown(131_000_000, 60));
        assert!(grown(100_000_000, 100));
    }

    #[test]
    fn a_small_process_may_grow_a_little() {
        let mut report = Report::default();
        let usage = |memory| Usage { memory, threads: 1, files: 3 };
        report.memory("it", None, usage(1_000_000), usage(11_000_000));
        assert!(!report.failed);
        report.memory("it", None, usage(1_000_000), usage(11_500_000));
        assert!(report.failed);
    }
}
