//! Which line stands for which node: the matcher's only knowledge of how elements are named.

use crate::view::{Element, Outline};
use crate::{Node, NodeId, Role};

/// The elements of an outline, asked for by any node that has to do with them.
#[derive(Clone, Copy)]
pub(super) struct Names<'r>(pub(super) &'r Outline);

impl Names<'_> {
    /// The element that this node gives its name to, in it or beside it.
    pub(super) fn named_by(self, label: NodeId) -> Option<NodeId> {
        let element = self.0.element(label)?;
        (element.node != label && label_node(&element) == Some(label)).then_some(element.node)
    }

    /// The row that a switch leaves its touches to: the two are one element.
    pub(super) fn row_of(self, control: NodeId) -> Option<NodeId> {
        let element = self.0.element(control)?;
        (element.node != control && element.control == control).then_some(element.node)
    }

    pub(super) fn is_named(self, node: NodeId) -> bool {
        self.own(node).is_some_and(|element| label_node(&element).is_some())
    }

    pub(super) fn is_element(self, node: NodeId) -> bool {
        self.own(node).is_some()
    }

    /// Whether the node is of this kind, by its class or by what its line calls it.
    pub(super) fn has_role(self, node: Node<'_>, role: Role) -> bool {
        node.role() == role
            || self.own(node.id()).is_some_and(|element| {
                ROLES.iter().any(|(word, named)| *word == element.word && *named == role)
            })
    }

    fn own(self, node: NodeId) -> Option<Element> {
        self.0.element(node).filter(|element| element.node == node)
    }
}

/// What lines call elements, as roles.
const ROLES: [(&str, Role); 6] = [
    ("btn", Role::Button),
    ("input", Role::TextField),
    ("check", Role::CheckBox),
    ("switch", Role::Switch),
    ("radio", Role::RadioButton),
    ("slider", Role::Slider),
];

/// The node whose words an element's line shows.
fn label_node(element: &Element) -> Option<NodeId> {
    element.label.map(|label| label.0)
}
