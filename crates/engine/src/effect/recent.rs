//! The last actions on a device, for telling what was going on when it went away.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::{Action, Error, Result};

#[derive(Debug, Default)]
pub(crate) struct Recent {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    done: VecDeque<Done>,
    next: u64,
    /// Reports in the log before this position were told.
    told: Option<u64>,
}

#[derive(Debug)]
struct Done {
    number: u64,
    action: &'static str,
    target: Option<String>,
    /// The app that was in front.
    app: Option<String>,
    began: Instant,
    outcome: Option<&'static str>,
}

/// So many are remembered.
const MOST: usize = 5;

impl Recent {
    /// An action begins.
    pub(crate) fn begin(&self, action: &Action) -> u64 {
        let state = &mut *self.lock();
        let number = state.next;
        state.next += 1;
        let (action, began) = (action.name(), Instant::now());
        state.done.push_back(Done {
            number,
            action,
            target: None,
            app: None,
            began,
            outcome: None,
        });
        state.done.drain(..state.done.len().saturating_sub(MOST));
        number
    }

    /// What it is aimed at has become known.
    pub(crate) fn aimed(&self, number: u64, target: Option<&str>, app: Option<&str>) {
        if let Some(done) = self.lock().done.iter_mut().find(|done| done.number == number) {
            done.target = target.map(str::to_owned);
            done.app = app.map(str::to_owned);
        }
    }

    pub(crate) fn end<T>(&self, number: u64, outcome: &Result<T>) {
        if let Some(done) = self.lock().done.iter_mut().find(|done| done.number == number) {
            done.outcome = Some(outcome.as_ref().map_or_else(Error::code, |_| "done"));
        }
    }

    /// One line each, oldest first.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |done: &Done| {
            let target = done.target.as_ref().map(|line| format!(" {line}")).unwrap_or_default();
            let outcome = done.outcome.unwrap_or("under way");
            let ago = done.began.elapsed().as_millis();
            format!("{}{target}: {outcome}, begun {ago} ms ago", done.action)
        };
        self.lock().done.iter().map(line).collect()
    }

    /// The apps that were in front.
    pub(crate) fn apps(&self) -> Vec<String> {
        self.lock().done.iter().filter_map(|done| done.app.clone()).collect()
    }

    /// Where the reports begin that nobody was told of; from now on they are told up to `until`.
    pub(crate) fn untold(&self, until: u64) -> Option<u64> {
        self.lock().told.replace(until)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
