//! Something a screen should satisfy, and what was found instead.

use std::sync::Arc;
use std::time::Duration;

use device::Deadline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ui::selector::{Match, Purpose};
use ui::{NodeId, Selector};

use crate::desk::Desk;
use crate::store::Store;
use crate::target::{nearest, resolve};
use crate::wait::wait_until;
use crate::{Error, Resolved, Result, Screen, Target};

/// A claim about a screen. Data: tools and flows make the same values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub target: Target,
    pub condition: Condition,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Condition {
    /// It is on the screen, visible or not.
    #[default]
    Exists,
    /// It is not.
    NotExists,
    /// A part of it is on the display.
    Visible,
    /// It is visible, enabled and takes taps.
    Clickable,
}

/// What a check found.
#[derive(Debug)]
pub struct Verdict {
    pub met: bool,
    /// The element that was found, whatever the condition made of it.
    pub element: Option<Resolved>,
    /// How many elements fitted.
    pub count: usize,
    /// Elements that fitted or came close, one line each, when the condition was not met.
    pub nearest: Vec<String>,
    /// Why it was not met.
    pub reason: Option<String>,
    /// The screen that decided.
    pub screen: Arc<Screen>,
    pub waited: Duration,
    pub reads: u32,
}

impl Desk {
    /// Waits until the check holds. An answer of no is an answer; an error means that there is none.
    pub async fn wait_for(&self, check: &Check, deadline: Deadline) -> Result<Verdict> {
        if let Target::Selector(selector) = &check.target
            && selector.is_empty()
        {
            return Err(Error::invalid(
                "selector",
                "give at least one of text, textContains, id, description, role, className",
            ));
        }
        if let Target::Ref(token) = &check.target
            && !self.store.has_issued(*token)
        {
            return Err(Error::invalid(
                "ref",
                format!("{token} was never given out, or too long ago"),
            ));
        }
        let waited =
            wait_until(self, |screen| check.observe(screen, &self.store).met, deadline).await?;
        let seen = check.observe(&waited.screen, &self.store);
        let nearest = if let Target::Selector(selector) = &check.target
            && !waited.met
            && seen.element.is_none()
        {
            nearest(selector, &waited.screen)
        } else {
            Vec::new()
        };
        Ok(Verdict {
            met: waited.met,
            element: seen.element,
            count: seen.count,
            nearest,
            reason: seen.reason.filter(|_| !waited.met),
            screen: waited.screen,
            waited: waited.lasted,
            reads: waited.reads,
        })
    }
}

/// One look at one screen.
struct Seen {
    met: bool,
    element: Option<Resolved>,
    count: usize,
    reason: Option<String>,
}

impl Check {
    fn observe(&self, screen: &Screen, store: &Store) -> Seen {
        match &self.target {
            Target::Selector(selector) => self.look_for(selector, screen),
            Target::Ref(_) | Target::Point(_) => match resolve(&self.target, screen, store) {
                Ok(element) => {
                    let reason = self.against(screen, element.node, element.node);
                    Seen::of(element, reason)
                }
                // Several that cannot be told apart are there, whichever was meant.
                Err(error @ Error::AmbiguousTarget { count, .. }) => {
                    let met = self.condition == Condition::Exists;
                    let reason = (!met).then(|| error.to_string());
                    Seen { met, element: None, count, reason }
                }
                Err(_) => self.absent(),
            },
        }
    }

    fn look_for(&self, selector: &Selector, screen: &Screen) -> Seen {
        let mut selector = selector.clone();
        let purpose = match self.condition {
            Condition::Exists | Condition::NotExists => {
                selector.include_hidden = true;
                Purpose::Look
            }
            Condition::Visible => Purpose::Look,
            Condition::Clickable => Purpose::Reach,
        };
        let found = selector.find(screen, purpose);
        // Any match satisfies a check; for a check that there is none, the first one speaks.
        let judge = |one: &Match| self.against(screen, one.node, one.target);
        let chosen = found.matches.iter().find(|one| judge(one).is_none());
        let Some(chosen) = chosen.or(found.matches.first()) else { return self.absent() };
        Seen::of(Resolved::of(screen, &found, chosen), judge(chosen))
    }

    /// Why the condition does not hold of a node that was found and the element it stands for.
    fn against(&self, screen: &Screen, node: NodeId, target: NodeId) -> Option<&'static str> {
        let shown = |id| screen.visibility.shown(screen.tree.node(id)).is_some();
        let element = screen.tree.node(target);
        match self.condition {
            Condition::NotExists => Some("it is on screen"),
            Condition::Visible => (!shown(node)).then_some("it is not on the display"),
            Condition::Clickable if !shown(target) => Some("it is not on the display"),
            Condition::Clickable if !element.is_enabled() => Some("it is disabled"),
            Condition::Clickable if !element.is_interactive() => Some("it takes no taps"),
            Condition::Clickable if screen.visibility.reachable(element).is_none() => {
                Some("the keyboard covers it")
            }
            Condition::Exists | Condition::Clickable => None,
        }
    }

    fn absent(&self) -> Seen {
        let met = self.condition == Condition::NotExists;
        let reason = (!met).then(|| format!("nothing on screen matches {}", self.target));
        Seen { met, element: None, count: 0, reason }
    }
}

impl Seen {
    fn of(element: Resolved, against: Option<&'static str>) -> Self {
        let reason = against.map(|why| format!("{}: {why}", element.line));
        Self { met: reason.is_none(), count: element.count, element: Some(element), reason }
    }
}
