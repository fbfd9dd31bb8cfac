//! What an action or a check is aimed at, and finding it on a screen.

use ui::refs::Located;
use ui::selector::{By, Found, Match, Purpose, Track};
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
    /// None for a ref: it names one element, or none.
    pub certainty: Option<Certainty>,
}

/// How sure it is that an element is the one that was meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Certainty {
    /// 0 to 1.
    pub confidence: f64,
    /// What the match rests on, and each step that was needed.
    pub reason: String,
    /// It is exactly what was asked for, and nothing else was.
    pub plain: bool,
    /// What fitted too and was passed over, one line each.
    pub alternates: Vec<String>,
    /// Set where it was taken for a slider by its track.
    pub track: Option<Track>,
}

/// The one element that `target` means, or why there is not exactly one.
pub(crate) fn resolve(target: &Target, screen: &Screen, store: &Store) -> Result<Resolved> {
    match target {
        Target::Point(point) => {
            Err(Error::InternalError { why: format!("{point:?} is not an element") })
        }
        Target::Ref(token) => match store.locate(*token, screen) {
            Located::Here(node) => Ok(Resolved::new(screen, node, node, 1, None)),
            Located::Stale { was } => {
                Err(Error::StaleReference { token: token.to_string(), was: Some(was) })
            }
            Located::Ambiguous { candidates, .. } => Err(Error::AmbiguousTarget {
                wanted: token.to_string(),
                count: candidates.len(),
                candidates: candidates.iter().take(LISTED).map(ToString::to_string).collect(),
            }),
            Located::Unknown => Err(Error::StaleReference { token: token.to_string(), was: None }),
        },
        Target::Selector(selector) => {
            if selector.is_empty() {
                return Err(Error::invalid(
                    "target",
                    "give a ref, a selector field such as text or id, or x and y",
                ));
            }
            let found = selector.find(screen, Purpose::Act);
            match found.matches.as_slice() {
                [] => Err(Error::ElementNotFound {
                    wanted: target.to_string(),
                    nearest: nearest(selector, screen),
                }),
                [one] => Ok(Resolved::of(screen, &found, one)),
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

/// Everything on screen that a selector fits: for `Reach` the controls that labels stand for.
pub(crate) fn look_for(selector: &Selector, screen: &Screen, purpose: Purpose) -> Vec<Resolved> {
    let found = selector.find(screen, purpose);
    found.matches.iter().map(|one| Resolved::of(screen, &found, one)).collect()
}

/// Candidates that an error lists at most.
const LISTED: usize = 8;

/// What a caller may have meant: what fits but is not on the display, else what comes close.
pub(crate) fn nearest(selector: &Selector, screen: &Screen) -> Vec<String> {
    let hidden = out_of_sight(selector, screen);
    if !hidden.is_empty() {
        return hidden;
    }
    let id = |node: NodeId| quote(screen.tree.node(node).short_id());
    let told = selector.nearest(screen).into_iter().map(|near| match near.by {
        By::Label => screen.line(near.node),
        By::Id => format!("{} with id {}", screen.line(near.node), id(near.node)),
    });
    told.collect()
}

/// What would fit if it were on the display and has words to tell it by.
fn out_of_sight(selector: &Selector, screen: &Screen) -> Vec<String> {
    const MOST: usize = 3;
    if selector.include_hidden {
        return Vec::new();
    }
    let all = Selector { include_hidden: true, index: None, ..selector.clone() };
    let matches = all.find(screen, Purpose::Look).matches;
    let hidden = matches
        .iter()
        .map(|one| screen.tree.node(one.node))
        .filter(|node| screen.visibility.is_pruned(node.id()) && node.own_label().is_some());
    let told = hidden.map(|node| format!("{} (not on the display)", screen.line(node.id())));
    told.take(MOST).collect()
}

impl Resolved {
    /// One of the matches that were found.
    pub(crate) fn of(screen: &Screen, found: &Found, one: &Match) -> Self {
        let certainty = Certainty {
            confidence: one.confidence(),
            reason: one.reason(),
            plain: one.is_plain(),
            alternates: found.alternates.iter().map(|node| screen.line(*node)).collect(),
            track: one.track,
        };
        Self::new(screen, one.target, one.node, found.count, Some(certainty))
    }

    fn new(
        screen: &Screen,
        node: NodeId,
        label: NodeId,
        count: usize,
        certainty: Option<Certainty>,
    ) -> Self {
        // The label of a row is a safe place to touch the row: other controls may stand in its middle.
        let reachable = |id| screen.visibility.reachable(screen.tree.node(id));
        let around = reachable(node);
        let place = reachable(label)
            .filter(|label| around.is_some_and(|around| around.encloses(*label)))
            .or(around);
        let point = place.unwrap_or_else(|| screen.tree.node(node).bounds()).center();
        Self { node, point, line: screen.line(node), count, certainty }
    }
}

fn describe(selector: &Selector) -> String {
    let named = [
        ("stableId", &selector.stable_id),
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
