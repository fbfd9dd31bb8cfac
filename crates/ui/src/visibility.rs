//! What of a tree is worth showing: the facts that views, matching and fingerprints share, worked out
//! once for a tree in two linear passes.

use crate::{Bounds, Node, NodeId, Role, Size, Tree};

const SYSTEM_UI: &str = "com.android.systemui";

/// Per node: is it left out, and is something below it that matters.
#[derive(Debug, Clone)]
pub struct Visibility {
    display: Bounds,
    facts: Vec<Facts>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    pruned: bool,
    interactive_below: bool,
    control_below: bool,
    shown_children: u32,
}

impl Visibility {
    pub fn of(tree: &Tree, display: Size) -> Self {
        let display = Bounds::of(display);
        let app_in_front =
            tree.nodes().any(|node| node.package() != SYSTEM_UI && !node.bounds().is_empty());
        let mut facts = vec![Facts::default(); tree.len()];
        for node in tree.nodes() {
            let above = node.parent().is_some_and(|parent| facts[parent.id().index()].pruned);
            facts[node.id().index()].pruned = above || is_pruned(node, display, app_in_front);
        }
        for node in tree.nodes().rev() {
            let own = facts[node.id().index()];
            if own.pruned {
                continue;
            }
            if let Some(parent) = node.parent() {
                let parent = &mut facts[parent.id().index()];
                parent.interactive_below |= own.interactive_below || node.is_interactive();
                parent.control_below |= own.control_below || is_control(node);
                parent.shown_children += 1;
            }
        }
        Self { display, facts }
    }

    pub fn display(&self) -> Bounds {
        self.display
    }

    /// Not on the display, without extent, or part of the system's bars.
    pub fn is_pruned(&self, id: NodeId) -> bool {
        self.facts[id.index()].pruned
    }

    /// Whether an element that can be acted on stands below this one.
    pub fn has_interactive_below(&self, id: NodeId) -> bool {
        self.facts[id.index()].interactive_below
    }

    /// Whether a field, a checkable or a scrollable stands below this one.
    pub fn has_control_below(&self, id: NodeId) -> bool {
        self.facts[id.index()].control_below
    }

    /// A layer with one child and nothing to say: the child stands for it.
    pub fn is_empty_wrapper(&self, node: Node<'_>) -> bool {
        self.facts[node.id().index()].shown_children == 1
            && matches!(node.role(), Role::Container | Role::Unknown)
            && !node.is_interactive()
            && node.own_label().is_none()
            && node.resource_id().is_empty()
            && node.pane().is_empty()
            && node.state().is_empty()
    }

    /// The part of a node that is on the display.
    pub fn shown(&self, node: Node<'_>) -> Option<Bounds> {
        if self.is_pruned(node.id()) { None } else { node.bounds().intersection(self.display) }
    }
}

fn is_pruned(node: Node<'_>, display: Bounds, app_in_front: bool) -> bool {
    let bounds = node.bounds();
    bounds.is_empty()
        || !node.is_displayed()
        || bounds.intersection(display).is_none()
        || (app_in_front && node.package() == SYSTEM_UI)
}

fn is_control(node: Node<'_>) -> bool {
    node.is_scrollable() || node.is_checkable() || node.is_editable()
}
