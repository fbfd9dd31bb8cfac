//! The screen model alone: a dump to text, against quick-xml merely scanning the dump.

use std::hint::black_box;
use std::time::Duration;

use bench::{screens, steps};

use crate::report::Report;
use crate::stats::{Clock, Pair};
use crate::{Outcome, floor};

/// Parsing, and parsing with everything up to the text, of a dump with about so many nodes.
pub(crate) fn measure(
    report: &mut Report,
    what: &str,
    dump: &[u8],
    nodes: usize,
    rounds: usize,
) -> Outcome<()> {
    let (mut parsed, mut written) = (Pair::default(), Pair::default());
    // Short rounds, and many: some of them are disturbed by nobody.
    let times = (2_000 / nodes).max(1);
    let each = |work: &dyn Fn() -> Outcome<usize>| -> Outcome<Duration> {
        let clock = Clock::start();
        for _ in 0..times {
            black_box(work()?);
        }
        Ok(clock.elapsed() / u32::try_from(times)?)
    };
    for _ in 0..rounds * 5 {
        let scanned = each(&|| floor::scan(dump))?;
        parsed.floor.add(scanned);
        parsed.ours.add(each(&|| steps::run(dump, 1))?);
        written.floor.add(scanned);
        written.ours.add(each(&|| Ok(steps::text(dump)?.len()))?);
    }
    let against = "against a scan";
    report.least_ratio(&format!("parse of {nodes} nodes, {what}, {against}"), &parsed, 3.0);
    report.least_ratio(&format!("compact text of {nodes} nodes, {what}, {against}"), &written, 3.0);
    Ok(())
}

pub(crate) fn measure_rows(report: &mut Report, rounds: usize) -> Outcome<()> {
    for nodes in [100, 1_000, 5_000] {
        measure(report, "in rows", screens::rows(nodes).as_bytes(), nodes, rounds)?;
    }
    Ok(())
}
