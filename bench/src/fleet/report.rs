//! What is printed beside what the processes hold.

use std::io::Write as _;

use bench::held::{Report, as_float};

use crate::timings::{Part, Timings};

/// A latency that grows beyond this is for people to look at; a busy machine can cause it.
const SLOWER: f64 = 1.5;

/// Calls of a kind that make a median worth telling.
const ENOUGH: usize = 20;

/// That they all ended well, and only with what was their own, is why there is a report.
pub(crate) fn calls(report: &mut Report, timings: &Timings) {
    report.may(true, &format!("{} calls, none failed, no cross-talk", timings.count()));
}

pub(crate) fn latencies(report: &mut Report, timings: &Timings) {
    for kind in timings.kinds() {
        let [begin, end] = [Part::Beginning, Part::End].map(|part| timings.of(kind, part));
        if begin.len().min(end.len()) < ENOUGH {
            report.told(&format!("{kind}: too few calls to compare"));
            continue;
        }
        let times = |begin: u64, end: u64| as_float(end) / as_float(begin.max(1));
        let median = times(begin.median(), end.median());
        let most = times(begin.most_of_a_hundred(), end.most_of_a_hundred());
        let ms = |nanoseconds: u64| as_float(nanoseconds) / 1e6;
        let line = format!(
            "{median:5.2} times (goal {SLOWER}): {kind}, median at the end against the beginning \
             ({:.1} ms against {:.1} ms; p99 {most:.2} times, {:.1} ms against {:.1} ms; {} and {} calls)",
            ms(end.median()),
            ms(begin.median()),
            ms(end.most_of_a_hundred()),
            ms(begin.most_of_a_hundred()),
            end.len(),
            begin.len()
        );
        report.may(median <= SLOWER, &line);
    }
}

pub(crate) fn complain(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "fleet: {text}"));
}
