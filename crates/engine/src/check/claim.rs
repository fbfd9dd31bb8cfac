//! The claim as a value, and waiting until it is settled.

use device::Deadline;
use serde_json::{Value, json};
use ui::Selector;

use super::verdict::Seen;
use super::{ChangeCheck, ElementCheck, PlaceCheck, StateCheck, Verdict};
use crate::desk::Desk;
use crate::store::Store;
use crate::target::nearest;
use crate::wait::{Belief, wait_until};
use crate::{Error, Result, Screen, Target};

/// A claim about a screen. Data: tools and flows make the same values.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    Element(ElementCheck),
    State(StateCheck),
    Place(PlaceCheck),
    Change(ChangeCheck),
    /// Nothing loads, nothing moves.
    Idle,
}

impl Desk {
    /// Waits until the check holds: the answer to "is it so yet".
    pub async fn wait_for(&self, check: &Check, deadline: Deadline) -> Result<Verdict> {
        let belief = match check {
            Check::Element(_) => Belief::Settled,
            // What moves is only seen by looking twice.
            Check::Idle | Check::Change(_) | Check::Place(_) | Check::State(_) => Belief::Reads(2),
        };
        self.judge(check, belief, deadline).await
    }

    /// Decides the check: two reads agree before it is called true.
    pub async fn expect(&self, check: &Check, deadline: Deadline) -> Result<Verdict> {
        self.judge(check, Belief::Reads(2), deadline).await
    }

    async fn judge(&self, check: &Check, belief: Belief, deadline: Deadline) -> Result<Verdict> {
        check.make_sense(&self.store)?;
        let check = &self.with_baseline(check, deadline).await?;
        let mut before = None;
        let holds = |screen: &Screen| match check {
            Check::Idle => {
                let same = before.replace(screen.signature) == Some(screen.signature);
                let rests = same || screen.quiet;
                rests && check.observe(screen, &self.store).met
            }
            Check::Element(_) | Check::State(_) | Check::Place(_) | Check::Change(_) => {
                check.observe(screen, &self.store).met
            }
        };
        let waited = wait_until(self, holds, belief, deadline).await?;
        let screen = waited.screen;
        let seen = check.observe(&screen, &self.store);
        let near = match check.selector() {
            Some(selector) if !waited.met && seen.element.is_none() => nearest(selector, &screen),
            _ => Vec::new(),
        };
        let (code, reason) = match seen.against.filter(|_| !waited.met) {
            Some((code, reason)) => (Some(code), Some(reason)),
            None if waited.met => (None, None),
            None => {
                let reason = "it held, but not in enough reads".to_owned();
                (Some(super::verdict::Denial::Timeout), Some(reason))
            }
        };
        Ok(Verdict {
            met: waited.met,
            expected: check.claim(),
            observed: seen.observed,
            element: seen.element,
            count: seen.count,
            nearest: near,
            reason,
            code,
            screen,
            waited: waited.lasted,
            age: self.store.age(),
            reads: waited.reads,
            agreed: waited.agreed,
        })
    }

    /// A change is judged against what was there before: a revision that is remembered, else what is there now.
    async fn with_baseline(&self, check: &Check, deadline: Deadline) -> Result<Check> {
        let Check::Change(change) = check else { return Ok(check.clone()) };
        Ok(Check::Change(change.clone().against(self, deadline).await?))
    }
}

impl Check {
    /// What is claimed, as a program reads it.
    pub fn claim(&self) -> Value {
        match self {
            Self::Element(check) => check.claim(),
            Self::State(check) => check.claim(),
            Self::Place(check) => check.claim(),
            Self::Change(check) => check.claim(),
            Self::Idle => json!({ "condition": "idle" }),
        }
    }

    pub(crate) fn target(&self) -> Option<&Target> {
        match self {
            Self::Element(check) => Some(&check.target),
            Self::State(check) => Some(&check.target),
            Self::Place(_) | Self::Change(_) | Self::Idle => None,
        }
    }

    /// The words by which an element is looked for, where it is not by its ref alone.
    fn selector(&self) -> Option<&Selector> {
        match (self.target()?, self) {
            (Target::Selector(selector), _) => Some(selector),
            (Target::Ref(_) | Target::Point(_), Self::State(check)) => check.stand_in.as_deref(),
            (Target::Ref(_) | Target::Point(_), _) => None,
        }
    }

    /// Refuses what could never be answered.
    fn make_sense(&self, store: &Store) -> Result<()> {
        match self.target() {
            Some(Target::Selector(selector)) if selector.is_empty() => Err(Error::invalid(
                "selector",
                "give at least one of text, textContains, id, description, role, className",
            )),
            Some(Target::Ref(token)) if self.selector().is_none() && !store.has_issued(*token) => {
                Err(Error::StaleReference { token: token.to_string(), was: None })
            }
            _ => match self {
                Self::Place(check) => check.make_sense(),
                Self::State(check) => check.make_sense(),
                Self::Element(_) | Self::Change(_) | Self::Idle => Ok(()),
            },
        }
    }

    fn observe(&self, screen: &Screen, store: &Store) -> Seen {
        let seen = self.look(screen, store);
        let gaps = screen.tree.gaps().len();
        if seen.met && gaps > 0 && self.rests_on_absence() {
            let reason = format!("{gaps} parts of the screen could not be read: it may be in them");
            return Seen::no(super::verdict::Denial::Timeout, reason);
        }
        seen
    }

    /// Whether it holds because something was not seen: what could not be read is no evidence of that.
    fn rests_on_absence(&self) -> bool {
        match self {
            Self::Element(check) => check.condition == super::Condition::NotExists,
            Self::Place(check) => check.differs,
            // A damaged part differs from what was there, and may hide what is still loading.
            Self::Change(_) | Self::Idle => true,
            Self::State(_) => false,
        }
    }

    fn look(&self, screen: &Screen, store: &Store) -> Seen {
        match self {
            Self::Element(check) => check.observe(screen, store),
            Self::State(check) => check.observe(screen, store),
            Self::Place(check) => check.observe(screen),
            Self::Change(check) => check.observe(screen),
            // A bar that says how far it is moves, and is seen to, as long as something loads.
            Self::Idle => match screen.loading.iter().find(|sign| sign.determinate.is_none()) {
                Some(sign) => {
                    let reason = format!("still loading: {}", sign.signal);
                    Seen::no(super::verdict::Denial::Timeout, reason)
                }
                None => Seen::yes(),
            },
        }
    }
}
