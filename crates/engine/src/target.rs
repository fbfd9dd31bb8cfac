//! What an action or a check is aimed at, and finding it on a screen.

use device::Gesture;
use ui::refs::Located;
use ui::text::quote;
use ui::{NodeId, Point, Ref, Selector};

use crate::store::Store;
use crate::{Error, Result, Screen};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Ref(Ref),
    Selector(Selector),
    Point(Point),
}

impl Target {
    pub fn parse_ref(text: &str) -> Result<Self> {
        text.parse().map(Self::Ref).map_err(|_| Error::not_a_ref(text))
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ref(token) => write!(f, "{token}"),
            Self::Point(Point { x, y }) => write!(f, "({x},{y})"),
            Self::Selector(selector) => f.write_str(&describe(selector)),
        }
    }
}

/// An element that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The element to act on.
    pub node: NodeId,
    /// Where to touch it.
    pub point: Point,
    /// It in one line.
    pub line: String,
    /// Distinct elements that fitted.
    pub count: usize,
    pub confidence: f64,
    pub reason: &'static str,
}

/// The one element that `target` means, or why there is not exactly one.
pub(crate) fn resolve(target: &Target, screen: &Screen, store: &Store) -> Result<Resolved> {
    match target {
        Target::Point(point) => {
            Err(Error::InternalError { why: format!("{point:?} is not an element") })
        }
        Target::Ref(token) => match store.locate(*token, screen) {
            Located::Here(node) => Ok(resolved(screen, node, node, 1, 1.0, "ref")),
            Located::Stale { was } => Err(Error::StaleReference { token: token.to_string(), was }),
            Located::Ambiguous { candidates, .. } => Err(Error::AmbiguousTarget {
                wanted: token.to_string(),
                count: candidates.len(),
                candidates: candidates.iter().take(LISTED).map(ToString::to_string).collect(),
            }),
            Located::Unknown => Err(Error::ElementNotFound {
                wanted: format!("{token}, which was never given out, or too long ago"),
                nearest: Vec::new(),
            }),
        },
        Target::Selector(selector) => {
            if selector.is_empty() {
                return Err(Error::invalid(
                    "target",
                    "give a ref, a selector field such as text or id, or x and y",
                ));
            }
            let found = selector.find(&screen.tree, &screen.visibility);
            match found.matches.as_slice() {
                [] => Err(not_found(target, selector, screen)),
                [one] => Ok(resolved(
                    screen,
                    one.target,
                    one.node,
                    found.count,
                    one.confidence(),
                    one.reason(),
                )),
                several => Err(Error::AmbiguousTarget {
                    wanted: target.to_string(),
                    count: several.len(),
                    candidates: several
                        .iter()
                        .take(LISTED)
                        .map(|one| screen.line(one.target))
                        .collect(),
                }),
            }
        }
    }
}

/// Candidates that an error lists at most.
const LISTED: usize = 8;

/// Every element that a selector fits, best first.
pub(crate) fn resolve_all(selector: &Selector, screen: &Screen) -> Vec<Resolved> {
    let found = selector.find(&screen.tree, &screen.visibility);
    let count = found.count;
    let each = |one: &ui::Match| {
        resolved(screen, one.target, one.node, count, one.confidence(), one.reason())
    };
    found.matches.iter().map(each).collect()
}

pub(crate) fn nearest(selector: &Selector, screen: &Screen) -> Vec<String> {
    let nearest = selector.nearest(&screen.tree, &screen.visibility);
    nearest.into_iter().map(|node| screen.line(node)).collect()
}

fn not_found(target: &Target, selector: &Selector, screen: &Screen) -> Error {
    Error::ElementNotFound { wanted: target.to_string(), nearest: nearest(selector, screen) }
}

fn resolved(
    screen: &Screen,
    node: NodeId,
    label: NodeId,
    count: usize,
    confidence: f64,
    reason: &'static str,
) -> Resolved {
    // The label of a row is a safe place to touch the row: other controls may stand in its middle.
    let shown = |id| screen.visibility.shown(screen.tree.node(id));
    let around = shown(node);
    let place = shown(label)
        .filter(|label| around.is_some_and(|around| around.encloses(*label)))
        .or(around);
    let point = place.unwrap_or_else(|| screen.tree.node(node).bounds()).center();
    Resolved { node, point, line: screen.line(node), count, confidence, reason }
}

/// Refuses what a tap could not reach.
pub(crate) fn check_reachable(screen: &Screen, resolved: &Resolved) -> Result<()> {
    let node = screen.tree.node(resolved.node);
    let why = if screen.visibility.shown(node).is_none() {
        "it is not on the display"
    } else if !node.is_enabled() {
        "it is disabled"
    } else {
        return Ok(());
    };
    Err(Error::ElementNotInteractable { target: resolved.line.clone(), why: why.to_owned() })
}

/// A tap on what was found.
pub(crate) fn tap(point: Point) -> Gesture {
    Gesture::Tap { at: point }
}

fn describe(selector: &Selector) -> String {
    let named = [
        ("text", &selector.text),
        ("textContains", &selector.text_contains),
        ("id", &selector.id),
        ("description", &selector.description),
        ("className", &selector.class_name),
    ];
    let mut parts: Vec<String> = named
        .iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", quote(value.as_ref()?))))
        .collect();
    if let Some(role) = selector.role {
        parts.push(format!("role {}", role.name()));
    }
    if let Some(index) = selector.index {
        parts.push(format!("index {index}"));
    }
    parts.join(", ")
}
