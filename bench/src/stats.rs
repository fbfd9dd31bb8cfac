//! Medians: one slow round on a busy machine should not decide.

use std::time::Duration;

/// Measured values of one kind.
#[derive(Debug, Default)]
pub(crate) struct Sample(Vec<u64>);

/// The same work, ours and the floor's, taken in turns.
#[derive(Debug, Default)]
pub(crate) struct Pair {
    pub(crate) ours: Sample,
    pub(crate) floor: Sample,
}

impl Sample {
    pub(crate) fn add(&mut self, value: impl Into<Value>) {
        self.0.push(value.into().0);
    }

    pub(crate) fn median(&self) -> u64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// For work that only computes: whatever makes it slower is somebody else's.
    pub(crate) fn least(&self) -> u64 {
        self.0.iter().copied().min().unwrap_or_default()
    }
}

/// Bytes, or nanoseconds.
pub(crate) struct Value(u64);

impl From<u64> for Value {
    fn from(bytes: u64) -> Self {
        Self(bytes)
    }
}

impl From<Duration> for Value {
    fn from(duration: Duration) -> Self {
        Self(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX))
    }
}

/// Wall-clock time: here it is what is measured.
pub(crate) struct Clock(tokio::time::Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(tokio::time::Instant::now())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
