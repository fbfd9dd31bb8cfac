//! What an element is called: by itself, by something in it, or by something beside it.

use foldhash::{HashMap, HashMapExt as _, HashSet};

use crate::text::LABEL_LIMIT;
use crate::visibility::Visibility;
use crate::{Bounds, Node, NodeId, Role, Tree};

/// Which node's label names an element: its own, or one hoisted from below or taken from beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(pub NodeId);

/// What a person reads on a node: its text, and its description where that says something else.
pub(crate) fn spoken(node: Node<'_>) -> (Option<&str>, Option<&str>) {
    let text = node.readable_text().trim();
    let description = node.description().trim();
    if text.is_empty() || description.is_empty() {
        (node.own_label(), None)
    } else if has_words(description, text) {
        (Some(description), None)
    } else if has_words(text, description) {
        (Some(text), None)
    } else {
        (Some(text), Some(description))
    }
}

/// Whether `whole`, as it is shown, has `part` as words of its own.
pub(crate) fn has_words(whole: &str, part: &str) -> bool {
    if whole == part {
        return true;
    }
    // A long label is cut when it is shown, and may lose the part.
    if part.len() > whole.len() || whole.len() > LABEL_LIMIT {
        return false;
    }
    let edge = |neighbour: Option<char>| !neighbour.is_some_and(char::is_alphanumeric);
    whole.match_indices(part).any(|(at, _)| {
        edge(whole[..at].chars().next_back()) && edge(whole[at + part.len()..].chars().next())
    })
}

/// What a field is called by its author. Its text is what it holds.
pub(crate) fn given_name(field: Node<'_>) -> Option<&str> {
    let names = [field.description(), field.hint()];
    names.into_iter().map(str::trim).find(|name| !name.is_empty())
}

/// What an element with this label is called.
pub(crate) fn name(node: Node<'_>, label: Option<Label>) -> Option<&str> {
    let Label(named_by) = label?;
    let given = if named_by == node.id() && node.is_editable() { given_name(node) } else { None };
    given.or_else(|| spoken(node.tree.node(named_by)).0)
}

/// The node's own label, else the nearest one below it that belongs to no other element.
pub(crate) fn effective_label(node: Node<'_>, visibility: &Visibility) -> Option<Label> {
    let own = || node.own_label().map(|_| Label(node.id()));
    if node.is_editable() && given_name(node).is_none() {
        return hoisted(node, visibility).or_else(own);
    }
    if let Some(own) = own() {
        return Some(own);
    }
    if node.is_scrollable() || is_backdrop(node, visibility.display()) {
        return None;
    }
    hoisted(node, visibility)
}

/// What fills most of the display is not named by the first text on it.
fn is_backdrop(node: Node<'_>, display: Bounds) -> bool {
    node.bounds().height() > display.height() / 2 && node.bounds().width() > display.width() / 2
}

/// The first label below a node that belongs to no other element.
pub(super) fn hoisted(node: Node<'_>, visibility: &Visibility) -> Option<Label> {
    // In reading order: what stands first in a row is what a person would call it.
    let mut next = node.id().0 + 1;
    while next < node.data().end {
        let below = node.tree.node(NodeId(next));
        let shown = !visibility.is_pruned(below.id());
        if !visibility.leads_somewhere(below.id()) || shown && below.is_interactive() {
            next = below.data().end;
            continue;
        }
        if shown && below.own_label().is_some() && below.role() != Role::ProgressBar {
            return Some(Label(below.id()));
        }
        next += 1;
    }
    None
}

/// Switches, boxes and sliders that have no name, and the texts beside them that do name them.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    names: HashMap<NodeId, NodeId>,
    claimed: HashSet<NodeId>,
}

impl Beside {
    pub(crate) fn of(tree: &Tree, visibility: &Visibility) -> Self {
        let mut beside = Self::default();
        // All nameless controls under one roof are named together, so that each text names one.
        let mut roofs: HashMap<NodeId, Vec<Nameless<'_>>> = HashMap::new();
        let mut order = Vec::new();
        for node in tree.nodes() {
            if !is_namable(node) || visibility.is_pruned(node.id()) {
                continue;
            }
            if effective_label(node, visibility).is_some() {
                continue;
            }
            if let Some((roof, branch)) = roof(node, visibility) {
                let under = roofs.entry(roof.id()).or_insert_with(|| {
                    order.push(roof);
                    Vec::new()
                });
                under.push(Nameless { control: node, branch });
            }
        }
        for roof in order {
            beside.name(roof, &roofs[&roof.id()], visibility);
        }
        beside
    }

    pub(crate) fn name_of(&self, control: NodeId) -> Option<Label> {
        self.names.get(&control).copied().map(Label)
    }

    /// Whether this text names a control, and is said there.
    pub(crate) fn is_claimed(&self, text: NodeId) -> bool {
        self.claimed.contains(&text)
    }

    /// The nearest pairs first, so that it does not matter in which order they are listed.
    fn name(&mut self, roof: Node<'_>, nameless: &[Nameless<'_>], visibility: &Visibility) {
        /// How many neighbours on either side are looked at where there are many.
        const REACH: usize = 16;
        let children: Vec<(Node<'_>, Option<Node<'_>>)> =
            roof.children().map(|child| (child, plain_text(child, visibility))).collect();
        let mut pairs = Vec::new();
        let mut place = 0;
        for Nameless { control, branch } in nameless {
            while children.get(place).is_some_and(|(child, _)| child.id() != *branch) {
                place += 1;
            }
            let near = place.saturating_sub(REACH)..(place + REACH + 1).min(children.len());
            pairs.extend(children[near].iter().filter_map(|(child, text)| {
                let text = (*text)?;
                Some((distance(control.bounds(), child.bounds())?, *control, text))
            }));
        }
        let corner = |node: Node<'_>| (node.bounds().top, node.bounds().left);
        pairs.sort_by_key(|(far, control, text)| (*far, corner(*control), corner(*text)));
        for (_, control, text) in pairs {
            if !self.names.contains_key(&control.id()) && !self.is_claimed(text.id()) {
                self.names.insert(control.id(), text.id());
                self.claimed.insert(text.id());
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Nameless<'t> {
    control: Node<'t>,
    /// The child of the roof that it is, or stands in.
    branch: NodeId,
}

fn is_namable(node: Node<'_>) -> bool {
    (node.is_checkable() || node.role() == Role::Slider) && !node.is_scrollable()
}

/// The nearest layer above that holds more than this control, and the way to it.
fn roof<'t>(control: Node<'t>, visibility: &Visibility) -> Option<(Node<'t>, NodeId)> {
    const LAYERS: usize = 4;
    let mut branch = control.id();
    for above in control.ancestors().take(LAYERS) {
        if visibility.has_shown_children(above.id()) {
            // A list's rows do not name each other's controls.
            return (!above.is_scrollable()).then_some((above, branch));
        }
        branch = above.id();
    }
    None
}

/// The text that a neighbour shows, where it shows nothing to act on.
fn plain_text<'t>(child: Node<'t>, visibility: &Visibility) -> Option<Node<'t>> {
    const LOOK: usize = 8;
    if visibility.has_interactive_below(child.id()) {
        return None;
    }
    let mut inside = std::iter::once(child).chain(child.descendants()).take(LOOK);
    inside.find(|node| {
        !visibility.is_pruned(node.id()) && !node.is_interactive() && node.own_label().is_some()
    })
}

/// How far a text is from a control on the same line; none when it is on another one. What is read before
/// a control names it rather than what is read after it.
fn distance(control: Bounds, text: Bounds) -> Option<(i32, i32)> {
    let shared = control.bottom.min(text.bottom).saturating_sub(control.top.max(text.top));
    if shared <= 0 || shared < control.height().min(text.height()) / 2 {
        return None;
    }
    let gap = if text.left <= control.left {
        control.left.saturating_sub(text.right).max(0)
    } else {
        // Beyond the control: half as near.
        text.left.saturating_sub(control.right).max(0).saturating_mul(2)
    };
    Some((gap, text.left))
}
