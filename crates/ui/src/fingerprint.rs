//! "Am I on the same screen?": what makes a screen itself, whatever is typed, checked or ticking on it.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::change::speaks_its_state;
use crate::dynamic::is_dynamic;
use crate::visibility::Visibility;
use crate::{Node, NodeId, Role, Tree};

/// Twelve base-36 characters that stay the same while a person would say "still this screen".
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// `place` is what the platform calls the screen: platform, and activity or bundle.
    pub fn of(tree: &Tree, visibility: &Visibility, place: &[&str]) -> Self {
        // Gathered first: many small updates cost more than the hash itself.
        let mut parts = Vec::with_capacity(tree.len() * 48);
        let mut part = |text: &str| {
            parts.extend_from_slice(text.as_bytes());
            parts.push(0);
        };
        for place in place {
            part(place);
        }
        let mut rows = Rows::default();
        let mut skip_to = 0;
        for node in tree.nodes() {
            if node.id().0 < skip_to {
                continue;
            }
            if !visibility.leads_somewhere(node.id()) || rows.is_late(node) {
                skip_to = node.data().end;
                continue;
            }
            if visibility.is_pruned(node.id()) {
                continue;
            }
            part(node.role().name());
            part(node.resource_id());
            part(name(node).filter(|name| !is_dynamic(name)).unwrap_or_default());
            part(node.pane());
            if holds_a_value(node) {
                // What stands inside is the value, a placeholder that comes with the focus, or a cursor.
                skip_to = node.data().end;
            }
        }
        Self(base36(&Sha256::digest(&parts)[..8]))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that stands in a screen's header.
    pub fn short(&self) -> &str {
        &self.0[..6]
    }
}

/// What a node is called, without what it is set to.
fn name(node: Node<'_>) -> Option<&str> {
    if holds_a_value(node) {
        let described = node.description().trim();
        let repeats = !node.text().trim().is_empty() && described.contains(node.text().trim());
        Some(described).filter(|_| !repeats)
    } else if speaks_its_state(node) {
        Some(node.description().trim())
    } else {
        node.own_label()
    }
}

fn holds_a_value(node: Node<'_>) -> bool {
    node.is_editable()
        || matches!(node.role(), Role::Slider | Role::ProgressBar | Role::Spinner | Role::Dropdown)
}

/// Counts the rows of every list. Those far down say little about which screen it is.
#[derive(Default)]
struct Rows {
    /// The lists that are open, innermost last, and how many rows of each have been met.
    open: Vec<(NodeId, u32)>,
}

impl Rows {
    /// Nodes come in document order.
    fn is_late(&mut self, node: Node<'_>) -> bool {
        const ROWS: u32 = 50;
        let Some(parent) = node.parent().filter(|parent| has_rows(*parent)) else { return false };
        while let Some((list, met)) = self.open.last_mut() {
            if *list == parent.id() {
                *met += 1;
                return *met > ROWS;
            }
            if node.tree.node(*list).contains(node.id()) {
                break;
            }
            self.open.pop();
        }
        self.open.push((parent.id(), 1));
        false
    }
}

/// Wider than a list: whatever scrolls may hold more than says which screen it is.
fn has_rows(node: Node<'_>) -> bool {
    node.role() == Role::List || node.is_scrollable()
}

fn base36(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let digits = (0..12).map(|_| {
        let digit = DIGITS[usize::try_from(number % 36).unwrap_or_default()];
        number /= 36;
        char::from(digit)
    });
    digits.collect()
}
