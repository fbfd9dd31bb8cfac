//! The last actions on a device, for telling what was going on when it went away.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::{Error, Result};

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
    pub(crate) fn begin(&self, action: &'static str) -> Entry<'_> {
        let state = &mut *self.lock();
        let number = state.next;
        state.next += 1;
        let began = Instant::now();
        state.done.push_back(Done {
            number,
            action,
            target: None,
            app: None,
            began,
            outcome: None,
        });
        state.done.drain(..state.done.len().saturating_sub(MOST));
        Entry { recent: self, number }
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

/// An action that is under way. Where nobody says how it ended, it was taken back.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    recent: &'a Recent,
    number: u64,
}

impl Entry<'_> {
    /// What it is aimed at has become known.
    pub(crate) fn aimed(&self, target: Option<&str>, app: Option<&str>) {
        self.change(|done| {
            done.target = target.map(str::to_owned);
            done.app = app.map(str::to_owned);
        });
    }

    pub(crate) fn end<T>(&self, outcome: &Result<T>) {
        let outcome = outcome.as_ref().map_or_else(Error::code, |_| "done");
        self.change(|done| done.outcome = Some(outcome));
    }

    fn change(&self, change: impl FnOnce(&mut Done)) {
        let mut state = self.recent.lock();
        if let Some(done) = state.done.iter_mut().find(|done| done.number == self.number) {
            change(done);
        }
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.change(|done| done.outcome = done.outcome.or(Some(Error::Cancelled.code())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_nobody_ended_was_taken_back() {
        let recent = Recent::default();
        recent.begin("tap").end(&Ok(()));
        drop(recent.begin("swipe"));
        let begun = recent.begin("press");
        let told = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
        let lines: Vec<String> = recent.lines().iter().map(|line| told(line)).collect();
        assert_eq!(lines, ["tap: done", "swipe: CANCELLED", "press: under way"]);
        drop(begun);
    }
}
