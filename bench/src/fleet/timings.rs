//! How long each kind of call took, by part of the run.

use std::collections::BTreeMap;
use std::time::Duration;

use bench::stats::Sample;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    WarmUp,
    Beginning,
    Middle,
    End,
}

#[derive(Debug, Default)]
pub(crate) struct Timings(BTreeMap<(&'static str, Part), Sample>);

impl Timings {
    pub(crate) fn add(&mut self, kind: &'static str, part: Part, took: Duration) {
        self.0.entry((kind, part)).or_default().add(took);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (key, sample) in other.0 {
            self.0.entry(key).or_default().merge(sample);
        }
    }

    pub(crate) fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<&'static str> = self.0.keys().map(|(kind, _)| *kind).collect();
        kinds.dedup();
        kinds
    }

    pub(crate) fn of(&self, kind: &'static str, part: Part) -> Sample {
        self.0.get(&(kind, part)).cloned().unwrap_or_default()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.values().map(Sample::len).sum()
    }
}
