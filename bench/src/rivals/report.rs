//! A line a measurement, as soon as it is known.

use std::io::Write as _;

use bench::stats::{Pair, Sample};

/// Ours against the floor.
pub(crate) fn ratio(what: &str, pair: &Pair, goal: f64) {
    let (ours, floor) = (pair.ours.median(), pair.floor.median());
    let ratio = as_float(ours) / as_float(floor.max(1));
    say(&format!(
        "{} {ratio:5.2} times (goal {goal}): {what} ({} against {})",
        mark(ratio <= goal),
        ms(ours),
        ms(floor)
    ));
}

/// Ours against somebody else's, or why there is none.
pub(crate) fn other(what: &str, ours: &Sample, name: &str, other: &Result<Sample, String>) {
    match other {
        Ok(other) => ahead(what, ours, name, other),
        Err(why) => {
            let why: String = why.chars().take(160).collect();
            say(&format!("      {what}: {name} does not do it: {why}"));
        }
    }
}

fn ahead(what: &str, ours: &Sample, name: &str, other: &Sample) {
    let (ours, other) = (ours.median(), other.median());
    let times = as_float(other) / as_float(ours.max(1));
    say(&format!(
        "{} {times:5.2} times ahead (goal 1): {what}, of {name} ({} against {})",
        mark(times >= 1.0),
        ms(ours),
        ms(other)
    ));
}

pub(crate) fn bytes(what: &str, bytes: usize, goal: usize) {
    say(&format!("{} {bytes} bytes (goal {goal}): {what}", mark(bytes <= goal)));
}

pub(crate) fn say(line: &str) {
    drop(writeln!(std::io::stdout().lock(), "{line}"));
}

fn mark(good: bool) -> &'static str {
    if good { "ok  " } else { "MISS" }
}

fn ms(nanoseconds: u64) -> String {
    format!("{:.2} ms", as_float(nanoseconds) / 1e6)
}

#[expect(clippy::cast_precision_loss, reason = "medians of milliseconds")]
fn as_float(number: u64) -> f64 {
    number as f64
}
