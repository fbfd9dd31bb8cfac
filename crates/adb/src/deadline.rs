//! When a call must have ended. Every call into this crate takes one.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::{Error, Result};

/// A point on tokio's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

/// Longer than any call; keeps `after` from overflowing the clock.
const FAR: Duration = Duration::from_hours(30 * 24);

impl Deadline {
    pub fn after(duration: Duration) -> Self {
        Self(Instant::now() + duration.min(FAR))
    }

    pub fn at(instant: Instant) -> Self {
        Self(instant)
    }

    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    pub fn is_past(self) -> bool {
        self.remaining().is_zero()
    }

    /// The earlier of this one and `duration` from now: a shorter step inside a longer call.
    #[must_use]
    pub fn or_after(self, duration: Duration) -> Self {
        self.min(Self::after(duration))
    }

    /// Runs `work` until it ends or this deadline passes. `what` completes "timed out while …".
    pub async fn run<T>(
        self,
        what: impl fmt::Display,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        match timeout_at(self.0, work).await {
            Ok(ended) => ended,
            Err(_) => Err(Error::Timeout { what: what.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_late_future_is_dropped_and_named() {
        let deadline = Deadline::after(Duration::from_secs(3));
        let error = deadline.run("counting sheep", pending::<Result<()>>()).await.unwrap_err();
        assert_eq!(error.to_string(), "timed out while counting sheep");
        assert!(deadline.is_past());
        assert_eq!(deadline.run("nothing", async { Ok(7) }).await.unwrap(), 7);
    }

    #[tokio::test(start_paused = true)]
    async fn the_sooner_deadline_wins_and_huge_ones_do_not_overflow() {
        let long = Deadline::after(Duration::MAX);
        let short = long.or_after(Duration::from_secs(1));
        assert_eq!(short.remaining(), Duration::from_secs(1));
        assert_eq!(short.or_after(Duration::from_secs(5)), short);
    }
}
