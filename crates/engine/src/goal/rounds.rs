//! The rounds of a goal: inputs, and a look at what they came to.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Via};

use crate::desk::Desk;
use crate::effect::{Stage, Trace};
use crate::lane::Turn;
use crate::perform::{Ending, Step};
use crate::{Result, Screen, Settle};

/// What was done so far, and what became of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rounds {
    settle: Settle,
    pub(super) count: u32,
    /// Whether the device took them all; nothing where none was tried.
    taken: Option<bool>,
    pub(super) via: Via,
    /// How long was waited, all in all.
    pub(super) waited: Duration,
    /// Why the last wait ended.
    pub(super) ending: Ending,
    pub(super) loading: Option<&'static str>,
}

impl Rounds {
    pub(super) fn new(settle: Settle) -> Self {
        Self {
            settle,
            count: 0,
            taken: None,
            via: Via("none"),
            waited: Duration::ZERO,
            ending: Ending::NotWaited,
            loading: None,
        }
    }

    /// Makes the inputs and looks when the screen is quiet. What was loading before is not waited for.
    pub(super) async fn make(
        &mut self,
        desk: &Desk,
        steps: Vec<Step>,
        before: &Screen,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<(Arc<Screen>, Turn)> {
        let dispatched = desk.dispatch(steps, turn, deadline).await;
        self.taken = Some(dispatched.is_ok());
        let (via, turn) = dispatched?;
        self.via = via;
        self.count += 1;
        let (waited, loading) = desk.quieten(Some(before), self.settle, true, deadline).await;
        self.loading = self.loading.or(loading);
        self.ending = match &waited {
            Ok(waited) if !waited.met && self.settle == Settle::Full => Ending::StillLoading,
            Ok(_) => Ending::Settled,
            Err(_) => Ending::Unreadable,
        };
        let waited = waited?;
        self.waited += waited.lasted;
        Ok((waited.screen, turn))
    }

    /// Notes the stations that they came through.
    pub(super) fn note(&self, trace: &mut Trace) {
        if let Some(taken) = self.taken {
            trace.step(Stage::Execute, taken);
        }
        if self.ending != Ending::NotWaited {
            trace.step(Stage::Stabilize, self.ending == Ending::Settled);
        }
    }
}
