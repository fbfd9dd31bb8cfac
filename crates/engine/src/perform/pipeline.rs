//! An action from beginning to end.

use std::time::Duration;

use device::Deadline;
use ui::Loading;

use super::arrival::Arrival;
use super::plan::{Plan, TextGoal};
use super::receipt::{Effect, Ending, Receipt};
use crate::desk::Desk;
use crate::effect::{Caused, Entry, Stage, Trace};
use crate::gauges::Gauges;
use crate::wait::{Belief, SETTLING, Waited, wait_until};
use crate::{Act, Action, Check, Error, Expect, Result, Screen, Settle, Verdict};

/// So many damaged screens in a row are taken for all there is.
const DAMAGED: u32 = 3;

impl Desk {
    /// From the turn to the receipt. An error means that the device did not take it.
    pub(super) async fn carry_out(
        &self,
        act: &Act,
        entry: &Entry<'_>,
        trace: &mut Trace,
        deadline: Deadline,
    ) -> Result<Receipt> {
        let settle = act.settle.unwrap_or_else(|| act.action.default_settle());
        let turn = self.turn(deadline).await?;
        let plan = self.plan(act, settle, turn, deadline).await;
        let plan = self.excused(plan, deadline).await;
        let Plan { focusing, steps, target, certainty, before, text, turn } =
            trace.note(Stage::Resolve, plan)?;
        let seen = before.clone().or_else(|| self.store.last());
        let app = seen.as_ref().and_then(|screen| screen.place.app.as_deref());
        entry.aimed(target.as_deref(), app);
        // What the log says from here on, it says after the action.
        let mark = self.journal.book().position();
        let dispatching = async {
            let turn = match focusing {
                Some(focusing) => self.give_focus(focusing, turn, deadline).await?,
                None => turn,
            };
            self.dispatch(steps, turn, deadline).await
        };
        let dispatched = dispatching.await;
        // The turn is kept until the consequences were seen: they must be this action's own.
        let (via, mut turn) = trace.note(Stage::Execute, dispatched)?;
        let mut receipt = Receipt {
            target,
            certainty,
            effect: Effect::NotObserved,
            before,
            screen: None,
            via,
            waited: Duration::ZERO,
            ending: Ending::NotWaited,
            loading: None,
            unobserved: None,
            arrival: None,
            caused: Caused::default(),
            verdict: None,
        };
        if settle != Settle::None {
            let swiped = matches!(act.action, Action::Swipe(_));
            self.settle(&mut receipt, settle, swiped, deadline).await;
            trace.step(Stage::Stabilize, receipt.ending == Ending::Settled);
        }
        turn = match &text {
            None => turn,
            Some(_) if settle == Settle::None => {
                receipt.arrival = Some(Arrival::NotObserved("nobody looked: settle is none"));
                turn
            }
            Some(TextGoal::Stands(typing)) => {
                self.prove(typing, &mut receipt, settle, turn, deadline).await?
            }
            Some(TextGoal::Empty(field)) => {
                self.prove_empty(field, &mut receipt, settle, turn, deadline).await?
            }
        };
        let seen = seen.as_deref();
        self.conclude(&mut receipt, act.expect.as_ref(), seen, mark, trace, deadline).await;
        drop(turn);
        Ok(receipt)
    }

    /// Judges what was expected, and adds what else was caused since `mark`, a position in the log.
    pub(crate) async fn conclude(
        &self,
        receipt: &mut Receipt,
        expect: Option<&Expect>,
        seen: Option<&Screen>,
        mark: u64,
        trace: &mut Trace,
        deadline: Deadline,
    ) {
        if let Some(expect) = expect {
            let verdict = self.verify(expect, receipt, deadline).await;
            trace.step(Stage::Verify, verdict.as_ref().is_ok_and(|verdict| verdict.met));
            receipt.verdict = Some(verdict);
        }
        receipt.caused = self.caused(seen, receipt.last_screen(), mark);
        if receipt.caused.keyboard.is_some() && receipt.effect == Effect::None {
            receipt.effect = Effect::Changed;
        }
        if let (Some(expect), Some(Ok(verdict))) = (expect, &mut receipt.verdict) {
            receipt.caused.weigh(&expect.check, verdict);
        }
    }

    /// Waits for the consequences. That nobody could look afterwards does not undo the action.
    pub(super) async fn settle(
        &self,
        receipt: &mut Receipt,
        settle: Settle,
        swiped: bool,
        deadline: Deadline,
    ) {
        let (waited, loading) =
            self.quieten(receipt.before.as_deref(), settle, swiped, deadline).await;
        receipt.loading = loading;
        match waited {
            Ok(waited) => {
                let before = receipt.before.as_deref();
                let effect = before.map(|before| Effect::between(before, &waited.screen));
                receipt.effect = effect.unwrap_or(Effect::NotObserved);
                if !waited.screen.is_whole() {
                    receipt.unobserved = Some("parts of the screen could not be read".to_owned());
                }
                receipt.waited = waited.lasted;
                let still = settle == Settle::Full && !waited.met;
                receipt.ending = if still { Ending::StillLoading } else { Ending::Settled };
                receipt.screen = Some(waited.screen);
            }
            Err(error) => {
                receipt.ending = Ending::Unreadable;
                receipt.unobserved = Some(error.to_string());
            }
        }
    }

    /// Waits until the screen is quiet after an input; also tells what loaded meanwhile.
    pub(crate) async fn quieten(
        &self,
        before: Option<&Screen>,
        settle: Settle,
        swiped: bool,
        deadline: Deadline,
    ) -> (Result<Waited>, Option<&'static str>) {
        // What was already loading before the action is not waited for.
        let old: Vec<_> = before.iter().flat_map(|screen| screen.loading.clone()).collect();
        let is_old = |now: &Loading| {
            // What scrolled along is somewhere else and still the same.
            let moved =
                |was: &Loading| swiped && (was.signal, &was.name) == (now.signal, &now.name);
            old.iter().any(|was| was == now || moved(was))
        };
        let mut loading = None;
        let mut damaged = 0;
        let mut gauges = Gauges::default();
        let quiet = |screen: &Screen| {
            let new = gauges.moving(&screen.loading).into_iter().find(|now| !is_old(now));
            loading = loading.or(new.map(|sign| sign.signal));
            // What is damaged once is often whole the next time, and says little of what changed.
            damaged = if screen.is_whole() { 0 } else { damaged + 1 };
            let read = damaged == 0 || damaged >= DAMAGED;
            read && (settle == Settle::Light || new.is_none())
        };
        let waited = wait_until(self, quiet, Belief::Settled, deadline.or_after(SETTLING)).await;
        (waited, loading)
    }

    async fn verify(
        &self,
        expect: &Expect,
        receipt: &Receipt,
        deadline: Deadline,
    ) -> Result<Verdict> {
        let deadline = deadline.or_after(expect.within);
        match (&expect.check, &receipt.before) {
            (Check::Change(change), Some(before)) => {
                let check = Check::Change(change.clone().from(before));
                self.expect(&check, deadline).await
            }
            (Check::Change(_), None) => Err(Error::invalid(
                "expect",
                "a change cannot be judged: the screen was not read before the action",
            )),
            (check, _) => self.expect(check, deadline).await,
        }
    }
}
