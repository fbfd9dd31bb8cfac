//! The only owner of "the current screen" of a device.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use ui::refs::Located;
use ui::{Bindings, Ref, Refs};

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
    history: History,
    /// Counts what was done to the device; a screen read before the last act is not current.
    acts: u64,
    seen_after: u64,
}

/// Marks how much had been done to the device when a read began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment(u64);

impl Store {
    /// Taken before a read begins.
    pub(crate) fn moment(&self) -> Moment {
        Moment(self.lock().acts)
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
        let screen = Arc::new(screen.number(state.revision, &mut state.refs));
        state.history.note(state.revision, screen.telling());
        state.current = Some(Arc::clone(&screen));
        state.seen_after = moment.0;
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
        state.current = Some(Arc::clone(&screen));
        state.seen_after = moment.0;
        Some(screen)
    }

    /// The last screen, if nothing has been done to the device since it was read.
    pub(crate) fn current(&self) -> Option<Arc<Screen>> {
        let state = self.lock();
        state.current.clone().filter(|_| state.seen_after == state.acts)
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

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is never left half written, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
