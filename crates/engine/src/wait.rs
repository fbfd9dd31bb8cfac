//! The one function that waits. Everything that waits for a screen waits here.

use std::sync::Arc;
use std::time::Duration;

use device::Deadline;
use tokio::time::Instant;
use ui::Signature;

use crate::desk::Desk;
use crate::{Result, Screen, Settle};

/// The longest that one read may take: a phone gives up on a restless screen after ten seconds.
const ONE_READ: Duration = Duration::from_secs(15);

/// What came of waiting.
#[derive(Debug)]
pub(crate) struct Waited {
    pub(crate) met: bool,
    /// The last screen that was read.
    pub(crate) screen: Arc<Screen>,
    pub(crate) reads: u32,
    pub(crate) lasted: Duration,
}

/// Reads the screen until `holds` is true of settled screens, or the deadline passes.
///
/// A screen is settled when the device was silent before it was read, or when the one before it
/// satisfied the condition too. Between reads it pauses, longer while nothing changes.
pub(crate) async fn wait_until(
    desk: &Desk,
    mut holds: impl FnMut(&Screen) -> bool,
    deadline: Deadline,
) -> Result<Waited> {
    let began = Instant::now();
    let mut pause = Pause::default();
    let mut reads = 0;
    let mut held_before = false;
    let mut last: Option<Arc<Screen>> = None;
    loop {
        // However little time there is, one look is owed: nobody can answer without one.
        let allowed = if reads == 0 { deadline.max(Deadline::after(ONE_READ)) } else { deadline };
        let screen = match desk.read(allowed).await {
            Ok(screen) => screen,
            // What was seen last is worth more to the caller than the news that time is up.
            Err(error) => match last {
                Some(screen) if deadline.is_past() => {
                    return Ok(Waited { met: false, screen, reads, lasted: began.elapsed() });
                }
                _ => return Err(error),
            },
        };
        reads += 1;
        let holds_now = holds(&screen);
        let settled = screen.quiet || held_before;
        let met = holds_now && settled;
        let next = pause.after(screen.signature);
        // A deadline that leaves no room for another read ends the waiting now.
        if met || deadline.remaining() <= next {
            return Ok(Waited { met, screen, reads, lasted: began.elapsed() });
        }
        held_before = holds_now;
        last = Some(screen);
        // What holds but has not settled is looked at again at once.
        if !holds_now {
            tokio::time::sleep_until(Instant::now() + next).await;
        }
    }
}

impl Desk {
    /// The screen once it has settled, or as it was when time ran out.
    pub async fn settled(&self, settle: Settle, deadline: Deadline) -> Result<Arc<Screen>> {
        let quiet = |screen: &Screen| settle != Settle::Full || !screen.is_loading();
        Ok(wait_until(self, quiet, deadline).await?.screen)
    }
}

/// Short pauses while the screen moves, longer ones while it rests.
#[derive(Default)]
struct Pause {
    seen: Option<Signature>,
    rests: u32,
}

impl Pause {
    fn after(&mut self, signature: Signature) -> Duration {
        const SHORTEST: Duration = Duration::from_millis(50);
        const LONGEST: Duration = Duration::from_millis(800);
        self.rests =
            if self.seen.replace(signature) == Some(signature) { self.rests + 1 } else { 0 };
        (SHORTEST * 2_u32.saturating_pow(self.rests.min(8))).min(LONGEST)
    }
}
