//! What goals share with each other and with actions: they are traced, remembered and judged.

use std::sync::Arc;

use device::Deadline;

use super::rounds::Rounds;
use crate::desk::Desk;
use crate::effect::{Caused, Entry, Trace};
use crate::lane::Turn;
use crate::perform::{Effect, Receipt};
use crate::target::Certainty;
use crate::{Error, Expect, Result, Screen, Settle};

/// How a goal is to be pursued.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct How {
    /// How long each step waits for its consequences: until nothing loads, unless told.
    pub settle: Option<Settle>,
    /// What should be true when it is reached.
    pub expect: Option<Expect>,
}

/// How a goal went, whether it was reached or not.
#[derive(Debug)]
pub struct Pursued<T> {
    pub trace: Trace,
    /// How often something was done for it.
    pub rounds: u32,
    /// An error means that it was not reached.
    pub outcome: Result<(Receipt, T)>,
}

/// A goal that is under way.
pub(super) struct Pursuit<'a> {
    desk: &'a Desk,
    how: &'a How,
    entry: Entry<'a>,
    /// A position in the log.
    mark: u64,
    pub(super) trace: Trace,
    pub(super) rounds: Rounds,
}

/// Where it ended.
pub(super) struct Reached {
    /// What it was about, in one line.
    pub(super) target: String,
    pub(super) certainty: Option<Certainty>,
    /// The screen before the first round.
    pub(super) before: Arc<Screen>,
    pub(super) screen: Arc<Screen>,
}

impl How {
    /// What is looked for has to be looked at.
    pub(super) fn make_sense(&self) -> Result<()> {
        match self.settle {
            Some(Settle::None) => {
                Err(Error::invalid("settle", "a goal is judged by looking: give light or full"))
            }
            Some(Settle::Light | Settle::Full) | None => Ok(()),
        }
    }
}

impl Desk {
    pub(super) fn pursuit<'a>(&'a self, name: &'static str, how: &'a How) -> Pursuit<'a> {
        self.journal.start(self.device());
        Pursuit {
            desk: self,
            how,
            entry: self.recent.begin(name),
            mark: self.journal.book().position(),
            trace: Trace::begin(),
            rounds: Rounds::new(how.settle.unwrap_or(Settle::Full)),
        }
    }
}

impl Pursuit<'_> {
    /// Judges what was expected, and tells how it went. The turn is kept until then.
    pub(super) async fn end<T>(
        mut self,
        reached: Result<(Reached, T, Turn)>,
        deadline: Deadline,
    ) -> Pursued<T> {
        let outcome = match reached {
            Ok((reached, made, turn)) => {
                let receipt = self.receipt(reached, deadline).await;
                drop(turn);
                Ok((receipt, made))
            }
            Err(error) => Err(error),
        };
        self.entry.end(&outcome);
        Pursued { trace: self.trace, rounds: self.rounds.count, outcome }
    }

    async fn receipt(&mut self, reached: Reached, deadline: Deadline) -> Receipt {
        let Reached { target, certainty, before, screen } = reached;
        self.entry.aimed(Some(&target), before.place.app.as_deref());
        let Rounds { via, waited, ending, loading, .. } = self.rounds;
        let mut receipt = Receipt {
            target: Some(target),
            certainty,
            effect: Effect::between(&before, &screen),
            before: Some(Arc::clone(&before)),
            screen: Some(screen),
            via,
            waited,
            ending,
            loading,
            unobserved: None,
            arrival: None,
            caused: Caused::default(),
            verdict: None,
        };
        let expect = self.how.expect.as_ref();
        let (trace, mark) = (&mut self.trace, self.mark);
        self.desk.conclude(&mut receipt, expect, Some(&before), mark, trace, deadline).await;
        receipt
    }
}
