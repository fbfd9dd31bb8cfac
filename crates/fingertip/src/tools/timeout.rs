//! How long a call may wait, as callers write it.

use std::time::Duration;

/// Clients give up on a call after a minute. Some ask for more all the same, and mean: as long as you can.
const LONGEST_MS: u64 = 55_000;

/// The wait that a caller asked for, or the longest there is.
pub(super) fn within(timeout_ms: u64) -> Duration {
    Duration::from_millis(timeout_ms.min(LONGEST_MS))
}
