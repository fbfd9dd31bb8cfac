//! Medians: one slow round on a busy machine should not decide.

use std::time::Duration;

/// Measured values of one kind.
#[derive(Debug, Clone, Default)]
pub struct Sample(Vec<u64>);

/// The same work, ours and the floor's, taken in turns.
#[derive(Debug, Default)]
pub struct Pair {
    pub ours: Sample,
    pub floor: Sample,
}

impl Sample {
    pub fn add(&mut self, value: impl Into<Value>) {
        self.0.push(value.into().0);
    }

    pub fn median(&self) -> u64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// The value that one in a hundred is above.
    pub fn most_of_a_hundred(&self) -> u64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted
            .get((sorted.len() * 99 / 100).min(sorted.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    }

    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For work that only computes: whatever makes it slower is somebody else's.
    pub fn least(&self) -> u64 {
        self.0.iter().copied().min().unwrap_or_default()
    }
}

/// Bytes, or nanoseconds.
pub struct Value(u64);

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
pub struct Clock(tokio::time::Instant);

impl Clock {
    pub fn start() -> Self {
        Self(tokio::time::Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
