//! What the phones say about themselves: how often an app ended for reasons that are nobody's action.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Default)]
pub(crate) struct Mood {
    deaths: Arc<AtomicU64>,
}

impl Mood {
    /// A line of the phones' log.
    pub(crate) fn hear(&self, line: &str) {
        if line.contains("kill-app") || line.contains("reboot") {
            self.deaths.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Grows when an app of some phone may have ended.
    pub(crate) fn deaths(&self) -> u64 {
        self.deaths.load(Ordering::Relaxed)
    }
}
