//! What a person sees while it goes on: on standard error, so that the lines of the answer stand alone.

use std::io::Write as _;

use super::visit::{Step, Visit, way};

pub(super) fn note(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

pub(super) fn screen(number: usize, of: usize, steps: &[Step], visits: Option<&[Visit]>) {
    let way = way(steps);
    let Some(visits) = visits else {
        return note(&format!("  {number}/{of} {way}: not reached again"));
    };
    let came = visits.iter().filter(|visit| visit.outcome.is_screen()).count();
    note(&format!("  {number}/{of} {way}: {} taps, {came} screens", visits.len()));
    for visit in visits.iter().filter(|visit| visit.outcome.is_trouble()) {
        note(&format!("    {}: {}", visit.way(), visit.outcome));
    }
}

pub(super) fn level(level: usize, opened: usize, known: usize) {
    note(&format!("  level {level}: from {opened} screens; {known} screens known"));
}
