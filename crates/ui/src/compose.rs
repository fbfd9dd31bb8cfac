//! Roles that Compose does not write where one would look for them.
//!
//! A button is a clickable `View`; that it is a button stands in an empty child whose class is the role.
//! A switch is a `View` that can be checked and says nothing else: every other checkable has a class.

use crate::{Node, Role, Tree};

const VIEW: &str = "android.view.View";

/// Gives each such element its role.
pub(crate) fn adopt_roles(tree: &mut Tree) {
    let found: Vec<(usize, Role)> = tree.nodes().filter_map(adopted).collect();
    for (index, role) in found {
        tree.nodes[index].role = role;
    }
}

fn adopted(node: Node<'_>) -> Option<(usize, Role)> {
    let is_leaf = node.data().end == node.id().0 + 1;
    if !is_leaf || node.own_label().is_some() {
        return None;
    }
    let role = node.role();
    if role == Role::Unknown && node.is_checkable() && node.class() == VIEW {
        return Some((node.id().index(), Role::Switch));
    }
    let told = matches!(role, Role::Button | Role::CheckBox | Role::RadioButton | Role::Spinner);
    let parent = node.parent().filter(|_| told && !node.is_interactive())?;
    let is_bare = parent.class() == VIEW && parent.is_interactive();
    is_bare.then(|| (parent.id().index(), role))
}
