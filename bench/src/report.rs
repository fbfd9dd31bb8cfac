//! What is printed: a line a measurement, with its goal, and which of the goals must be met.

use std::io::Write as _;

use crate::stats::Pair;

/// How far beyond its goal a time may be before the run fails: even the best round is not all ours.
const MARGIN: f64 = 1.1;

#[derive(Debug, Default)]
pub(crate) struct Report {
    lines: Vec<String>,
    failed: usize,
}

impl Report {
    pub(crate) fn ratio(&mut self, what: &str, pair: &Pair, goal: f64) {
        self.times(what, pair.ours.median(), pair.floor.median(), goal);
    }

    /// Of the best rounds; it must be met, but for a small margin.
    pub(crate) fn least_ratio(&mut self, what: &str, pair: &Pair, goal: f64) {
        let ratio = self.times(what, pair.ours.least(), pair.floor.least(), goal);
        self.must(ratio <= goal * MARGIN);
    }

    fn times(&mut self, what: &str, ours: u64, floor: u64, goal: f64) -> f64 {
        let ratio = as_float(ours) / as_float(floor.max(1));
        let digits = if floor < 100_000 { 3 } else { 2 };
        let [ours, floor] = [ours, floor].map(|nanoseconds| as_float(nanoseconds) / 1e6);
        let times = format!("{ours:.digits$} ms against {floor:.digits$} ms");
        self.lines.push(format!(
            "{} {ratio:5.2} times (goal {goal}): {what} ({times})",
            mark(ratio <= goal)
        ));
        ratio
    }

    /// The largest size against the smallest. It must be met: nothing that others do changes it.
    pub(crate) fn growth(&mut self, what: &str, costs: &[(usize, u64)], goal: f64) {
        let cost = |at: Option<&(usize, u64)>| at.map_or(1, |(_, cost)| (*cost).max(1));
        let ratio = as_float(cost(costs.last())) / as_float(cost(costs.first()));
        let all: Vec<String> =
            costs.iter().map(|(size, cost)| format!("{cost} with {size}")).collect();
        self.lines.push(format!(
            "{} {ratio:5.2} times (goal {goal}): {what} ({})",
            mark(ratio <= goal),
            all.join(", ")
        ));
        self.must(ratio <= goal);
    }

    pub(crate) fn bytes(&mut self, what: &str, bytes: u64, goal: u64) {
        let megabytes = |bytes: u64| as_float(bytes) / 1e6;
        self.lines.push(format!(
            "{} {:5.1} MB (goal {:.0} MB): {what}",
            mark(bytes <= goal),
            megabytes(bytes),
            megabytes(goal)
        ));
    }

    /// How many of the goals that must be met are not.
    pub(crate) fn failed(&self) -> usize {
        self.failed
    }

    fn must(&mut self, met: bool) {
        if let (false, Some(line)) = (met, self.lines.last_mut()) {
            line.replace_range(..4, "FAIL");
            self.failed += 1;
        }
    }

    pub(crate) fn print(&self) {
        for line in &self.lines {
            drop(writeln!(std::io::stdout().lock(), "{line}"));
        }
    }
}

pub(crate) fn complain(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "bench: {text}"));
}

fn mark(good: bool) -> &'static str {
    if good { "ok  " } else { "MISS" }
}

#[expect(clippy::cast_precision_loss, reason = "medians of milliseconds and megabytes")]
fn as_float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn pair(ours: u64) -> Pair {
        let mut pair = Pair::default();
        pair.floor.add(Duration::from_millis(10));
        pair.ours.add(Duration::from_millis(ours));
        pair
    }

    fn check(take: impl Fn(&mut Report), marked: &str, failed: usize) {
        let mut report = Report::default();
        take(&mut report);
        let line = report.lines.last().expect("a line");
        assert!(line.starts_with(marked) && report.failed() == failed, "{line}");
    }

    #[test]
    fn only_what_is_ours_alone_fails_the_run() {
        check(|report| report.least_ratio("text", &pair(30), 3.0), "ok ", 0);
        check(|report| report.least_ratio("text", &pair(32), 3.0), "MISS", 0);
        check(|report| report.least_ratio("text", &pair(34), 3.0), "FAIL", 1);
        check(|report| report.growth("step", &[(100, 10), (20_000, 13)], 1.3), "ok ", 0);
        check(|report| report.growth("step", &[(100, 10), (20_000, 14)], 1.3), "FAIL", 1);
        check(|report| report.ratio("tap", &pair(90), 3.0), "MISS", 0);
        check(|report| report.bytes("binary", 99, 10), "MISS", 0);
    }
}
