//! The one function that waits. Everything that waits for a screen waits here.

use std::sync::Arc;
use std::time::Duration;

use device::Deadline;
use tokio::time::Instant;
use ui::Signature;

use crate::desk::Desk;
use crate::gauges::Gauges;
use crate::{Result, Screen, Settle};

/// The longest that one read may take: a phone gives up on a restless screen after ten seconds.
const ONE_READ: Duration = Duration::from_secs(15);

/// How long settling waits for an indicator that will not go: some never do.
pub(crate) const SETTLING: Duration = Duration::from_secs(10);

/// When a screen that satisfies the condition is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Belief {
    /// When the device was silent before it was read, or when the read before agrees.
    Settled,
    /// When so many reads in a row agree. A stored screen that is still fresh is one of them.
    Reads(u32),
}

/// What came of waiting.
#[derive(Debug)]
pub(crate) struct Waited {
    pub(crate) met: bool,
    /// The last screen that was read.
    pub(crate) screen: Arc<Screen>,
    /// Screens that were looked at, a stored one among them.
    pub(crate) reads: u32,
    /// How many in a row satisfied the condition at the end.
    pub(crate) agreed: u32,
    pub(crate) lasted: Duration,
}

/// Reads the screen until `holds` is believed, or the deadline passes.
///
/// Between reads it pauses, longer while nothing changes. However little time there is, the reads that
/// belief needs are made: a slow device is no reason to doubt what was seen.
pub(crate) async fn wait_until(
    desk: &Desk,
    mut holds: impl FnMut(&Screen) -> bool,
    belief: Belief,
    deadline: Deadline,
) -> Result<Waited> {
    let began = Instant::now();
    let mut pause = Pause::default();
    let mut reads = 0;
    let mut agreed = 0;
    // Whether it held in the last read.
    let mut held = false;
    let mut last: Option<Arc<Screen>> = None;
    let mut unreadable = None;
    let mut slowest = Duration::ZERO;
    let mut owed: Option<Deadline> = None;
    if let (Belief::Reads(_), Some(screen)) = (belief, desk.fresh()) {
        reads += 1;
        held = holds(&screen);
        agreed = u32::from(held);
        last = Some(screen);
    }
    // The first look is owed, and one at the deadline itself.
    let mut look = Look::First;
    loop {
        let allowed = match look {
            Look::First => deadline.max(Deadline::after(ONE_READ)),
            Look::Between => deadline,
            // What held once is owed the read that confirms it: neither is it so, nor is it not.
            Look::Last if held => confirm(&mut owed),
            Look::Last => Deadline::after((slowest * 2 + MARGIN).min(ONE_READ)),
        };
        let reading = Instant::now();
        let next = match desk.read(allowed).await {
            Ok(screen) => {
                slowest = slowest.max(reading.elapsed());
                reads += 1;
                held = holds(&screen);
                agreed = if held { agreed + 1 } else { 0 };
                let enough = match belief {
                    Belief::Settled => {
                        if screen.quiet {
                            1
                        } else {
                            2
                        }
                    }
                    Belief::Reads(reads) => reads,
                };
                let met = agreed >= enough;
                if met || (look == Look::Last && !held) {
                    return Ok(Waited { met, screen, reads, agreed, lasted: began.elapsed() });
                }
                let next = pause.after(screen.signature);
                last = Some(screen);
                // What holds but is not believed yet is looked at again at once.
                if held { Duration::ZERO } else { next }
            }
            // A screen in motion cannot be read now, but perhaps in a moment.
            Err(error) if error.is_tree_unavailable() && !deadline.is_past() => {
                agreed = 0;
                unreadable = Some(error);
                Pause::SHORTEST
            }
            // Nor is what cannot be read now any news about what held a moment ago.
            Err(error) if error.is_tree_unavailable() && held && !confirm(&mut owed).is_past() => {
                unreadable = Some(error);
                Pause::SHORTEST
            }
            // What was seen last is worth more to the caller than the news that time is up.
            Err(error) => match last {
                Some(screen) if deadline.is_past() && !held => {
                    let lasted = began.elapsed();
                    return Ok(Waited { met: false, screen, reads, agreed, lasted });
                }
                // Why it could not be read says more than that the last try took too long.
                _ if deadline.is_past() => return Err(unreadable.unwrap_or(error)),
                _ => return Err(error),
            },
        };
        let left = deadline.remaining();
        look = if left <= next { Look::Last } else { Look::Between };
        let rest = if owed.is_some() { next } else { next.min(left) };
        tokio::time::sleep_until(Instant::now() + rest).await;
    }
}

/// How far two looks must be apart to show that something rests: longer than a touch takes to follow the second. Real phones take a
/// second for a look; only on a virtual one is there ever something to wait for.
pub(crate) const APART: Duration = Duration::from_millis(8);

/// Until a look tells something about what was seen at `since`.
pub(crate) async fn apart_from(since: Instant) {
    tokio::time::sleep_until(since + APART).await;
}

/// Until when a read that confirms what held is tried, from when it is first missed.
fn confirm(owed: &mut Option<Deadline>) -> Deadline {
    *owed.get_or_insert_with(|| Deadline::after(CONFIRMING))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    First,
    Between,
    Last,
}

/// How long a condition that held in one read may wait for the read that confirms it, beyond the deadline.
const CONFIRMING: Duration = Duration::from_secs(3);

/// What the last look may take beyond twice the slowest one before it.
const MARGIN: Duration = Duration::from_millis(250);

impl Desk {
    /// The screen once it has settled, or as it was when time ran out.
    pub async fn settled(&self, settle: Settle, deadline: Deadline) -> Result<Arc<Screen>> {
        let mut gauges = Gauges::default();
        let quiet =
            |screen: &Screen| settle != Settle::Full || gauges.moving(&screen.loading).is_empty();
        Ok(wait_until(self, quiet, Belief::Settled, deadline.or_after(SETTLING)).await?.screen)
    }
}

/// Short pauses while the screen moves, longer ones while it rests.
#[derive(Default)]
struct Pause {
    seen: Option<Signature>,
    rests: u32,
}

impl Pause {
    const SHORTEST: Duration = Duration::from_millis(50);

    fn after(&mut self, signature: Signature) -> Duration {
        const LONGEST: Duration = Duration::from_millis(800);
        self.rests =
            if self.seen.replace(signature) == Some(signature) { self.rests + 1 } else { 0 };
        (Self::SHORTEST * 2_u32.saturating_pow(self.rests.min(8))).min(LONGEST)
    }
}
