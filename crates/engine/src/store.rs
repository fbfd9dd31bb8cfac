//! The only owner of "the current screen" of a device.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::time::Instant;
use ui::refs::Located;
use ui::{Bindings, ChangeSignatures, Ref, Refs};

use crate::Screen;
use crate::history::{History, Told};
use crate::screen::Unnumbered;

#[derive(Debug, Default)]
pub(crate) struct Store {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    revision: u64,
    refs: Refs,
    current: Option<Arc<Screen>>,
    /// The one before, for telling what moves from what rests.
    previous: Option<Arc<Screen>>,
    history: History,
    pace: Pace,
    /// When the reads of `current` and `previous` ended.
    read_at: [Option<Instant>; 2],
    /// Counts what was done to the device; a screen read before the last act is not current.
    acts: u64,
    seen_after: u64,
}

/// Marks when a read began, and how much had been done to the device by then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    acts: u64,
    began: Instant,
}

/// How long reads take, which decides how long one stays fresh.
#[derive(Debug, Default)]
struct Pace {
    /// When the current screen's read began.
    began: Option<Instant>,
    /// Of the last reads, newest last.
    took: VecDeque<Duration>,
}

impl Pace {
    fn note(&mut self, began: Instant) {
        const REMEMBERED: usize = 9;
        self.began = Some(began);
        self.took.push_back(began.elapsed());
        self.took.drain(..self.took.len().saturating_sub(REMEMBERED));
    }

    /// A screen is evidence for so long after its read began.
    fn fresh_for(&self) -> Duration {
        const LEAST: Duration = Duration::from_millis(500);
        let mut took: Vec<_> = self.took.iter().copied().collect();
        took.sort_unstable();
        let median = took.get(took.len() / 2).copied().unwrap_or_default();
        LEAST.max(median * 2)
    }

    fn is_fresh(&self) -> bool {
        self.began.is_some_and(|began| began.elapsed() <= self.fresh_for())
    }
}

impl Store {
    /// Taken before a read begins.
    pub(crate) fn moment(&self) -> Moment {
        Moment { acts: self.lock().acts, began: Instant::now() }
    }

    /// Called when something is about to be done to the device.
    pub(crate) fn note_act(&self) {
        self.lock().acts += 1;
    }

    /// Takes in a screen that was read from `moment` on. The revision grows only when it differs in a
    /// way that counts.
    pub(crate) fn admit(&self, screen: Unnumbered, moment: Moment) -> Arc<Screen> {
        let state = &mut *self.lock();
        let same =
            state.current.as_ref().is_some_and(|current| current.signature == screen.signature());
        if !same {
            state.revision += 1;
        }
        if state.seen_after == moment.acts {
            state.refs.leave_alone();
        }
        let screen = Arc::new(screen.number(state.revision, &mut state.refs));
        state.history.note(state.revision, screen.telling());
        state.take(&screen, moment);
        screen
    }

    /// The current screen again, when a capture with this digest was read from `moment` on.
    pub(crate) fn admit_again(
        &self,
        digest: u64,
        moment: Moment,
        began: SystemTime,
    ) -> Option<Arc<Screen>> {
        let state = &mut *self.lock();
        let current = state.current.as_ref().filter(|current| current.has_digest(digest))?;
        let screen = Arc::new(current.again(began));
        state.take(&screen, moment);
        Some(screen)
    }

    /// The last screen, if nothing has been done to the device since it was read.
    pub(crate) fn current(&self) -> Option<Arc<Screen>> {
        let state = self.lock();
        state.current.clone().filter(|_| state.seen_after == state.acts)
    }

    /// The current screen, if it was read so lately that it still counts as evidence.
    pub(crate) fn fresh(&self) -> Option<Arc<Screen>> {
        let state = self.lock();
        state.current.clone().filter(|_| state.seen_after == state.acts && state.pace.is_fresh())
    }

    /// How long ago the read of the current screen began.
    pub(crate) fn age(&self) -> Duration {
        self.lock().pace.began.map(|began| began.elapsed()).unwrap_or_default()
    }

    /// The last two screens, current or not, and when their reads ended, newest first.
    pub(crate) fn sightings(&self) -> impl Iterator<Item = (Arc<Screen>, Instant)> + use<> {
        let state = self.lock();
        let screens = [state.current.clone(), state.previous.clone()];
        screens.into_iter().zip(state.read_at).filter_map(|(screen, at)| screen.zip(at))
    }

    /// The last screen, current or not.
    pub(crate) fn last(&self) -> Option<Arc<Screen>> {
        self.lock().current.clone()
    }

    /// What callers were told of a revision, if it is still remembered.
    pub(crate) fn told(&self, revision: u64) -> Option<Told> {
        self.lock().history.told(revision)
    }

    /// Whether this ref was ever given to anything on this device.
    pub(crate) fn has_issued(&self, token: Ref) -> bool {
        self.lock().refs.locate(token, &Bindings::default()) != Located::Unknown
    }

    pub(crate) fn locate(&self, token: Ref, screen: &Screen) -> Located {
        self.lock().refs.locate(token, &screen.refs)
    }

    /// How the screens of a revision may be told from others, if they all agree.
    pub(crate) fn signatures(&self, revision: u64) -> Option<ChangeSignatures> {
        self.lock().history.told(revision)?.signatures()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is never left half written, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, screen: &Arc<Screen>, moment: Moment) {
        self.previous = self.current.replace(Arc::clone(screen));
        self.read_at = [Some(Instant::now()), self.read_at[0]];
        self.seen_after = moment.acts;
        self.pace.note(moment.began);
    }
}
