//! The phone's clocks: wall time is a base plus what tokio's clock says has passed, so that tests can
//! pause it. The only place of `android` and `apps` that waits.

use std::time::Duration;

use jiff::{Timestamp, Zoned, tz::TimeZone};
use tokio::time::Instant;

use super::Android;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    boot: Instant,
    wall_at_boot: Timestamp,
}

impl Clock {
    pub(crate) fn starting_at(wall: Timestamp) -> Self {
        Self { boot: Instant::now(), wall_at_boot: wall }
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.boot.elapsed()
    }

    /// The moment so long after the start.
    pub(crate) fn moment(&self, uptime: Duration) -> Option<Instant> {
        self.boot.checked_add(uptime)
    }

    pub(crate) fn timestamp(&self) -> Timestamp {
        self.wall_at_boot.checked_add(self.uptime()).unwrap_or(Timestamp::MAX)
    }
}

/// Waits on tokio's clock.
pub(crate) async fn pause(duration: Duration) {
    if !duration.is_zero() {
        tokio::time::sleep_until(Instant::now() + duration).await;
    }
}

impl Android {
    /// The time on the phone's clock, in its time zone (`persist.sys.timezone`).
    pub fn now(&self) -> Zoned {
        let (timestamp, zone) = {
            let state = self.state();
            (state.clock.timestamp(), state.properties.get("persist.sys.timezone").cloned())
        };
        let zone = zone.and_then(|name| TimeZone::get(&name).ok()).unwrap_or(TimeZone::UTC);
        timestamp.to_zoned(zone)
    }

    /// Time since the phone started.
    pub fn uptime(&self) -> Duration {
        self.state().clock.uptime()
    }
}
