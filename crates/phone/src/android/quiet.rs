//! The accessibility-event clock. Everything an accessibility service would hear about counts: new
//! content, clicks, scrolling, windows. A blinking cursor or a turning spinner does not.

use std::time::Duration;

use tokio::time::Instant;

use super::{Android, handle::State};

/// What an input causes in a process shows with the next frames, and is told a moment later. Whoever looks on a phone comes
/// later still: it takes longer to start.
const FRAMES: Duration = Duration::from_millis(250);

impl Android {
    /// Waits until the last accessibility event lies at least `quiet` back, for at most `limit`.
    /// On a phone that is already quiet it returns at once. False: it never became quiet.
    pub async fn wait_quiet(&self, quiet: Duration, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        let mut changed = self.changed();
        loop {
            let (quiet_at, settling) = {
                let state = self.state();
                (state.quiet_at(quiet), state.front_is_settling())
            };
            let now = Instant::now();
            if now >= quiet_at && !settling {
                // What a process is at right now may be about to be seen, however slow the machine is.
                let heard = self.hear_out_front().await;
                let quiet = self.state().quiet_at(quiet) <= Instant::now();
                // One that hangs is quiet, too.
                if quiet && (heard || Instant::now() >= deadline) {
                    return true;
                }
                continue;
            }
            if now >= deadline {
                return false;
            }
            if settling {
                // An app that is about to show itself is not quiet yet, however slow the machine is.
                tokio::time::timeout_at(deadline, changed.changed()).await.ok();
                continue;
            }
            tokio::time::sleep_until(quiet_at.min(deadline)).await;
        }
    }

    /// When something was last seen to happen, since the phone started.
    pub(crate) fn last_activity(&self) -> Duration {
        let state = self.state();
        state.clock.uptime().saturating_sub(state.last_event.elapsed())
    }

    /// Time since the last accessibility event.
    pub fn quiet_for(&self) -> Duration {
        self.state().last_event.elapsed()
    }
}

impl State {
    pub(crate) fn bump_quiet(&mut self) {
        self.last_event = Instant::now();
    }

    /// An app has taken an input.
    pub(crate) fn input_taken(&mut self, pid: u32) {
        let running = self.processes.apps.get(&pid);
        if running.is_some_and(|running| running.body.is_some()) {
            self.input.taken = Some(Instant::now());
        }
    }

    fn quiet_at(&self, quiet: Duration) -> Instant {
        let told = self.last_event + quiet;
        self.input.taken.map_or(told, |taken| told.max(taken + FRAMES))
    }
}
