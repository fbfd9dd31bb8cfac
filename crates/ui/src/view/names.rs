//! What an element is called: by itself, by something in it, or by something beside it.

use crate::text::LABEL_LIMIT;
use crate::visibility::Visibility;
use crate::{Bounds, Node, NodeId, Role};

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

/// What a part of the screen is called.
pub(crate) fn pane(node: Node<'_>) -> Option<&str> {
    Some(node.pane().trim()).filter(|title| !title.is_empty())
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
    let named_by = node.tree.node(named_by);
    given.or_else(|| spoken(named_by).0).or_else(|| pane(named_by))
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
    if pane(node).is_some() {
        return Some(Label(node.id()));
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
        let is_closed = below.is_scrollable() || shown && below.is_interactive();
        if is_closed || !visibility.leads_somewhere(below.id()) {
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
