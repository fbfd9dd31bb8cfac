//! Looking an element up by words, where the caller does not know what kind of words they are.

use std::sync::Arc;

use device::Deadline;
use schemars::JsonSchema;
use serde::Serialize;
use ui::selector::{Purpose, Track};
use ui::{NodeId, Role, Selector, State};

use crate::desk::Desk;
use crate::target::{Resolved, nearest};
use crate::wait::{Belief, wait_until};
use crate::{Error, Result, Screen};

/// Words that an element has: a label, a description, an id, a class or a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    pub query: String,
    /// Only whole ones.
    pub exact: bool,
}

/// What was found.
#[derive(Debug)]
pub struct LookedUp {
    pub element: Option<FoundElement>,
    /// What came close where nothing fits.
    pub nearest: Vec<String>,
    pub screen: Arc<Screen>,
}

/// An element, and how sure it is that it was meant.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundElement {
    /// It in one line; its first word is its ref.
    #[serde(rename = "element")]
    pub line: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource_id: String,
    pub class: String,
    /// Left, top, right and bottom, in device pixels.
    pub bounds: [i32; 4],
    pub tap_coordinates: Tap,
    /// Only what would surprise.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub state: serde_json::Value,
    /// 0 to 1.
    pub confidence: f64,
    pub reason: String,
    #[serde(rename = "matched_count")]
    pub count: usize,
    /// What fitted too and was passed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternates: Vec<String>,
    /// Set where it was taken for a slider by its track.
    #[serde(skip)]
    pub track: Option<Track>,
}

/// Where to touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tap {
    pub x: i32,
    pub y: i32,
}

impl Desk {
    /// Looks until something fits. What fits only in part must be seen twice.
    pub async fn look_up(&self, lookup: &Lookup, deadline: Deadline) -> Result<LookedUp> {
        if lookup.query.trim().is_empty() {
            return Err(Error::invalid("query", "it is empty: give words to look for"));
        }
        let mut seen: Option<NodeId> = None;
        let found = |screen: &Screen| match lookup.find(screen) {
            Some((_, Fit::Whole)) => true,
            Some((element, Fit::Part)) => seen.replace(element.node) == Some(element.node),
            None => {
                seen = None;
                false
            }
        };
        let waited = wait_until(self, found, Belief::Settled, deadline).await?;
        let screen = waited.screen;
        let element = lookup.find(&screen).map(|(element, _)| FoundElement::of(&screen, element));
        let near =
            if element.is_none() { nearest(&lookup.by_label(), &screen) } else { Vec::new() };
        Ok(LookedUp { element, nearest: near, screen })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Whole,
    Part,
}

impl Lookup {
    fn by_label(&self) -> Selector {
        Selector { text: Some(self.query.clone()), ignore_case: true, ..Selector::default() }
    }

    /// Each way of understanding the words, best first.
    fn readings(&self) -> Vec<(Selector, Fit)> {
        let query = || Some(self.query.trim().to_owned());
        let base = || Selector { ignore_case: true, ..Selector::default() };
        let whole = [
            Selector { text: query(), ..Selector::default() },
            self.by_label(),
            Selector { description: query(), ..base() },
            Selector { id: query(), ..base() },
        ];
        let mut readings: Vec<_> = whole.into_iter().map(|one| (one, Fit::Whole)).collect();
        if !self.exact {
            let parts = [
                Selector { text_contains: query(), ..base() },
                Selector { description: query(), contains: true, ..base() },
                Selector { id: query(), contains: true, ..base() },
            ];
            readings.extend(parts.map(|one| (one, Fit::Part)));
            let role: Option<Role> =
                self.query.trim().to_lowercase().replace(' ', "_").parse().ok();
            readings.extend(role.map(|role| (Selector { role: Some(role), ..base() }, Fit::Part)));
            let class = Selector { class_name: query(), contains: true, ..base() };
            readings.push((class, Fit::Part));
        }
        readings
    }

    fn find(&self, screen: &Screen) -> Option<(Resolved, Fit)> {
        self.readings().into_iter().find_map(|(selector, fit)| {
            let found = selector.find(screen, Purpose::Act);
            let best = found.matches.first()?;
            let mut element = Resolved::of(screen, &found, best);
            if let Some(certainty) = &mut element.certainty {
                let others = found.matches.iter().skip(1).map(|one| screen.line(one.target));
                certainty.alternates =
                    others.chain(certainty.alternates.drain(..)).take(3).collect();
            }
            Some((element, fit))
        })
    }
}

impl FoundElement {
    fn of(screen: &Screen, element: Resolved) -> Self {
        let node = screen.tree.node(element.node);
        let bounds = node.bounds();
        let state = State::of(node).notable();
        let state = if state.is_empty() { None } else { serde_json::to_value(state).ok() };
        let certainty = element.certainty;
        let track = certainty.as_ref().and_then(|known| known.track);
        let (confidence, reason, alternates) = certainty
            .map(|known| (known.confidence, known.reason, known.alternates))
            .unwrap_or_default();
        Self {
            line: element.line,
            resource_id: node.resource_id().to_owned(),
            class: node.class().to_owned(),
            bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
            tap_coordinates: Tap { x: element.point.x, y: element.point.y },
            state: state.unwrap_or_default(),
            confidence,
            reason,
            count: element.count,
            alternates,
            track,
        }
    }
}
