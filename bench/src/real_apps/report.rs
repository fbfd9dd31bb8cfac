//! A line a measurement, as soon as it is known. Goals here are absolute: there is no floor to compare a JVM with.

use std::io::Write as _;
use std::time::Duration;

use bench::stats::Sample;

/// The median, and the best and the worst beside it.
pub(crate) fn times(what: &str, sample: &Sample, goal: Duration) {
    let median = Duration::from_nanos(sample.median());
    say(&format!(
        "{} {} (goal {}): {what} (best {}, worst {} of {})",
        mark(median <= goal),
        shown(median),
        shown(goal),
        shown(Duration::from_nanos(sample.least())),
        shown(Duration::from_nanos(sample.most_of_a_hundred())),
        sample.len()
    ));
}

/// Something without a goal.
pub(crate) fn time(what: &str, took: Duration) {
    say(&format!("      {}: {what}", shown(took)));
}

pub(crate) fn percent(what: &str, percent: f64, goal: f64) {
    say(&format!("{} {percent:.2} percent (goal {goal}): {what}", mark(percent < goal)));
}

#[expect(clippy::cast_precision_loss, reason = "megabytes")]
pub(crate) fn bytes(what: &str, bytes: u64, goal: u64) {
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    say(&format!(
        "{} {:5.1} MB (goal {:.0} MB): {what}",
        mark(bytes <= goal),
        megabytes(bytes),
        megabytes(goal)
    ));
}

pub(crate) fn say(line: &str) {
    drop(writeln!(std::io::stdout().lock(), "{line}"));
}

fn mark(good: bool) -> &'static str {
    if good { "ok  " } else { "MISS" }
}

fn shown(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.0} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}
