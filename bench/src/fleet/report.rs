//! What is printed, and what of it fails the run.

use std::io::Write as _;
use std::process::ExitCode;

use crate::process::Usage;
use crate::timings::{Part, Timings};

/// How much a process may hold at the end of what it held when it was warm.
const GROWTH: f64 = 1.3;
/// And how many bytes more, whatever it held: the allocator may keep the pixels of one picture.
const SLACK: u64 = 4 * 1080 * 2400;
/// Threads and open files that may come and go: a picture being made, a connection being closed.
const PASSING: u64 = 24;
/// A latency that grows beyond this is for people to look at; a busy machine can cause it.
const SLOWER: f64 = 1.5;

/// Calls of a kind that make a median worth telling.
const ENOUGH: usize = 20;

#[derive(Debug, Default)]
pub(crate) struct Report {
    lines: Vec<String>,
    failed: bool,
}

impl Report {
    pub(crate) fn told(&mut self, line: &str) {
        self.lines.push(format!("      {line}"));
    }

    /// That they all ended well, and only with what was their own, is why there is a report.
    pub(crate) fn calls(&mut self, timings: &Timings) {
        self.lines.push(format!("ok    {} calls, none failed, no cross-talk", timings.count()));
    }

    pub(crate) fn memory(&mut self, of: &str, start: Option<Usage>, warm: Usage, end: Usage) {
        let megabytes = |bytes: u64| as_float(bytes) / 1e6;
        let growth = as_float(end.resident) / as_float(warm.resident.max(1));
        let fits = growth <= GROWTH || end.resident <= warm.resident + SLACK;
        let start = start
            .map(|start| format!("{:.1} MB at the start, ", megabytes(start.resident)))
            .unwrap_or_default();
        self.must(fits, &format!(
            "{growth:5.2} times (goal {GROWTH}): resident at the end against warm, {of} ({start}{:.1} MB warm, {:.1} MB at the end)",
            megabytes(warm.resident),
            megabytes(end.resident)
        ));
        for (what, warm, end) in
            [("threads", warm.threads, end.threads), ("open files", warm.files, end.files)]
        {
            let line = format!("{what} of {of}: {warm} warm, {end} at the end");
            self.must(end <= warm + PASSING, &line);
        }
    }

    pub(crate) fn latencies(&mut self, timings: &Timings) {
        for kind in timings.kinds() {
            let [begin, end] = [Part::Beginning, Part::End].map(|part| timings.of(kind, part));
            if begin.len().min(end.len()) < ENOUGH {
                self.told(&format!("{kind}: too few calls to compare"));
                continue;
            }
            let times = |begin: u64, end: u64| as_float(end) / as_float(begin.max(1));
            let median = times(begin.median(), end.median());
            let most = times(begin.most_of_a_hundred(), end.most_of_a_hundred());
            let ms = |nanoseconds: u64| as_float(nanoseconds) / 1e6;
            let mark = if median <= SLOWER { "ok  " } else { "MISS" };
            self.lines.push(format!(
                "{mark}  {median:5.2} times (goal {SLOWER}): {kind}, median at the end against the beginning \
                 ({:.1} ms against {:.1} ms; p99 {most:.2} times, {:.1} ms against {:.1} ms; {} and {} calls)",
                ms(end.median()),
                ms(begin.median()),
                ms(end.most_of_a_hundred()),
                ms(begin.most_of_a_hundred()),
                end.len(),
                begin.len()
            ));
        }
    }

    fn must(&mut self, met: bool, line: &str) {
        self.failed |= !met;
        self.lines.push(format!("{}  {line}", if met { "ok  " } else { "FAIL" }));
    }

    pub(crate) fn print(&self) -> ExitCode {
        for line in &self.lines {
            drop(writeln!(std::io::stdout().lock(), "{line}"));
        }
        if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

pub(crate) fn complain(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "fleet: {text}"));
}

#[expect(clippy::cast_precision_loss, reason = "medians of milliseconds and megabytes")]
fn as_float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(resident: u64, files: u64) -> bool {
        let mut report = Report::default();
        let warm = Usage { resident: 100_000_000, threads: 2, files: 60 };
        report.memory("it", None, warm, Usage { resident, threads: 2, files });
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
        let usage = |resident| Usage { resident, threads: 1, files: 3 };
        report.memory("it", None, usage(1_000_000), usage(11_000_000));
        assert!(!report.failed);
        report.memory("it", None, usage(1_000_000), usage(11_500_000));
        assert!(report.failed);
    }
}
