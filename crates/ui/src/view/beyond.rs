//! What lies beyond the display's edges: not shown, but counted where it would scroll into view.

use std::fmt;

use foldhash::{HashMap, HashMapExt as _};

use crate::extra::{Extra, NodeAction};
use crate::visibility::Visibility;
use crate::{Bounds, Node, NodeId, Role, Tree};

/// How many things to act on or to read are off the display, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beyond {
    pub above: u32,
    pub below: u32,
    pub left: u32,
    pub right: u32,
    /// Items of a collection that the phone counts but does not list, on a side that it does not tell.
    pub more: u32,
}

impl Beyond {
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }

    fn sides(self) -> [(u32, &'static str); 5] {
        [
            (self.above, "above"),
            (self.below, "below"),
            (self.left, "left"),
            (self.right, "right"),
            (self.more, "more"),
        ]
    }
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        let there = self.sides().into_iter().filter(|(count, _)| *count > 0);
        for (nth, (count, side)) in there.enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            write!(f, "{comma}+{count} {side}")?;
        }
        f.write_str(")")
    }
}

/// What is beyond, by the scrollable that holds it.
#[derive(Debug, Default)]
pub(super) struct Counts {
    by_scrollable: HashMap<NodeId, Beyond>,
    unowned: Beyond,
}

impl Counts {
    pub(super) fn of(&self, scrollable: NodeId) -> Beyond {
        self.by_scrollable.get(&scrollable).copied().unwrap_or_default()
    }

    pub(super) fn unowned(&self) -> Option<Beyond> {
        (!self.unowned.is_nothing()).then_some(self.unowned)
    }
}

pub(super) fn count(tree: &Tree, visibility: &Visibility) -> Counts {
    let mut counts = Counts { by_scrollable: HashMap::new(), unowned: Beyond::default() };
    let display = visibility.display();
    let is_off = |node: Node<'_>| {
        visibility.is_pruned(node.id())
            && !visibility.is_aside(node.id())
            && !node.bounds().is_empty()
            && node.bounds().intersection(display).is_none()
    };
    // Most screens have nothing off the display, and then there is nothing to work out.
    let any_off = tree.nodes().any(is_off);
    if any_off {
        let mut above = vec![Above::default(); tree.len()];
        for node in tree.nodes() {
            let mut own =
                node.parent().map(|parent| above[parent.id().index()]).unwrap_or_default();
            if is_off(node) && !own.counted && (node.is_interactive() || node.own_label().is_some())
            {
                let owner = match own.scrollable {
                    Some(id) => counts.by_scrollable.entry(id).or_default(),
                    None => &mut counts.unowned,
                };
                add(owner, node.bounds(), display);
                // What is inside an element off the display is part of it.
                own.counted = node.is_interactive() && !node.is_scrollable();
            }
            let shown = !visibility.is_pruned(node.id());
            if shown && (node.is_scrollable() || node.role() == Role::WebView) {
                own.scrollable = node.is_scrollable().then_some(node.id()).or(own.scrollable);
            }
            above[node.id().index()] = own;
        }
    }
    for node in tree.nodes() {
        if let Some(extra) = node.extra()
            && let Some(size) = extra.collection.and_then(crate::extra::Collection::size)
            && !visibility.is_pruned(node.id())
        {
            let beyond = counts.by_scrollable.entry(node.id()).or_default();
            *beyond = unlisted(node, extra, size, visibility);
        }
    }
    counts
}

#[derive(Clone, Copy, Default)]
struct Above {
    scrollable: Option<NodeId>,
    counted: bool,
}

fn add(beyond: &mut Beyond, bounds: Bounds, display: Bounds) {
    let side = if bounds.top >= display.bottom {
        &mut beyond.below
    } else if bounds.bottom <= display.top {
        &mut beyond.above
    } else if bounds.left >= display.right {
        &mut beyond.right
    } else {
        &mut beyond.left
    };
    *side += 1;
}

/// Items that a collection has beyond those shown, on the side to which it can be scrolled.
fn unlisted(list: Node<'_>, extra: &Extra, size: u32, visibility: &Visibility) -> Beyond {
    let shown = list.children().filter(|row| visibility.leads_somewhere(row.id())).count();
    let missing = size.saturating_sub(u32::try_from(shown).unwrap_or(u32::MAX));
    let can = |action: NodeAction| {
        extra.actions.as_ref().is_some_and(|actions| actions.contains(&action))
    };
    let mut beyond = Beyond::default();
    match (can(NodeAction::ScrollForward), can(NodeAction::ScrollBackward)) {
        (true, false) => beyond.below = missing,
        (false, true) => beyond.above = missing,
        _ => beyond.more = missing,
    }
    beyond
}
