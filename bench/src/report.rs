//! What is printed: a line a measurement, with its goal.

use std::io::Write as _;

use crate::stats::Pair;

#[derive(Debug, Default)]
pub(crate) struct Report(Vec<String>);

impl Report {
    pub(crate) fn ratio(&mut self, what: &str, pair: &Pair, goal: f64) {
        self.times(what, pair.ours.median(), pair.floor.median(), goal);
    }

    /// Of the best rounds.
    pub(crate) fn least_ratio(&mut self, what: &str, pair: &Pair, goal: f64) {
        self.times(what, pair.ours.least(), pair.floor.least(), goal);
    }

    fn times(&mut self, what: &str, ours: u64, floor: u64, goal: f64) {
        let ratio = as_float(ours) / as_float(floor.max(1));
        let digits = if floor < 100_000 { 3 } else { 2 };
        let [ours, floor] = [ours, floor].map(|nanoseconds| as_float(nanoseconds) / 1e6);
        let times = format!("{ours:.digits$} ms against {floor:.digits$} ms");
        self.0.push(format!(
            "{} {ratio:5.2} times (goal {goal}): {what} ({times})",
            mark(ratio <= goal)
        ));
    }

    /// The largest size against the smallest.
    pub(crate) fn growth(&mut self, what: &str, costs: &[(usize, u64)], goal: f64) {
        let cost = |at: Option<&(usize, u64)>| at.map_or(1, |(_, cost)| (*cost).max(1));
        let ratio = as_float(cost(costs.last())) / as_float(cost(costs.first()));
        let all: Vec<String> =
            costs.iter().map(|(size, cost)| format!("{cost} with {size}")).collect();
        self.0.push(format!(
            "{} {ratio:5.2} times (goal {goal}): {what} ({})",
            mark(ratio <= goal),
            all.join(", ")
        ));
    }

    pub(crate) fn bytes(&mut self, what: &str, bytes: u64, goal: u64) {
        let megabytes = |bytes: u64| as_float(bytes) / 1e6;
        self.0.push(format!(
            "{} {:5.1} MB (goal {:.0} MB): {what}",
            mark(bytes <= goal),
            megabytes(bytes),
            megabytes(goal)
        ));
    }

    pub(crate) fn print(&self) {
        for line in &self.0 {
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
