//! Visible labels, as decisions define them: the text or description of a node that meets the display,
//! once a screen line, and whether the text has them.

use std::collections::BTreeMap;

use ui::text::quote;
use ui::{Bounds, Node, NodeId};

use crate::elements::{Elements, can_be_acted_on};
use crate::scene::related;
use crate::{Loss, Scene, Subject, TextLines, verdict};

/// A label that has to be in the text.
#[derive(Debug)]
pub struct VisibleLabel<'t> {
    pub node: Node<'t>,
    pub sort: &'static str,
    /// As the text would quote it, without the quotes.
    pub escaped: String,
}

/// Every visible label; equal ones on one line of the screen are one.
pub fn visible_labels<'t>(scene: &Scene<'t>) -> Vec<VisibleLabel<'t>> {
    let mut all = Vec::new();
    for node in scene.visible() {
        let mut own: Vec<String> = Vec::new();
        for (sort, text) in own_labels(node) {
            let escaped = escape(text);
            if !escaped.is_empty() && !own.contains(&escaped) {
                own.push(escaped.clone());
                all.push(VisibleLabel { node, sort, escaped });
            }
        }
    }
    once_a_line(scene, all)
}

/// What a node says: a field may be empty and show its hint, a password is not for reading.
fn own_labels(node: Node<'_>) -> impl Iterator<Item = (&'static str, &str)> {
    let text = if node.is_password() { "" } else { node.text() };
    let hint = if node.is_editable() { node.hint() } else { "" };
    [("text", text), ("description", node.description()), ("hint", hint)]
        .into_iter()
        .filter(|(_, text)| !text.trim().is_empty())
}

fn once_a_line<'t>(scene: &Scene<'t>, mut all: Vec<VisibleLabel<'t>>) -> Vec<VisibleLabel<'t>> {
    // From the smallest on: what is large and says the same as something in it adds nothing.
    all.sort_by_key(|label| scene.part_on_display(label.node).height());
    let mut lines: BTreeMap<String, Vec<(Bounds, Option<NodeId>)>> = BTreeMap::new();
    all.retain(|label| {
        let part = scene.part_on_display(label.node);
        let owner = owner(scene, label.node);
        let kept = lines.entry(label.escaped.clone()).or_default();
        let first = !kept.iter().any(|(other, its_owner)| {
            on_one_line(*other, part) || (owner.is_some() && *its_owner == owner)
        });
        if first {
            kept.push((part, owner));
        }
        first
    });
    all.sort_by_key(|label| label.node.id());
    all
}

/// The element that a label belongs to: an icon and its title are one line of a launcher. Something that
/// fills the display is a backdrop, and owns nothing.
fn owner(scene: &Scene<'_>, node: Node<'_>) -> Option<NodeId> {
    let element = std::iter::once(node).chain(node.ancestors()).find(|node| can_be_acted_on(*node));
    let small = |node: &Node<'_>| {
        !node.is_scrollable()
            && i64::from(scene.part_on_display(*node).height()) * 3
                < i64::from(scene.display().height())
    };
    element.filter(small).map(Node::id)
}

/// Whether the lower of the two stands by half or more beside the other.
fn on_one_line(one: Bounds, other: Bounds) -> bool {
    let shared = one.bottom.min(other.bottom).saturating_sub(one.top.max(other.top));
    shared.saturating_mul(2) >= one.height().min(other.height()).max(1)
}

/// The labels that the text does not have.
pub(crate) fn lost(
    scene: &Scene<'_>,
    labels: &[VisibleLabel<'_>],
    lines: &TextLines,
    elements: &Elements<'_>,
) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut by_text: BTreeMap<&str, Vec<&VisibleLabel<'_>>> = BTreeMap::new();
    for label in labels {
        by_text.entry(&label.escaped).or_default().push(label);
    }
    let sources = Sources::of(scene);
    for (text, mut wanted) in by_text {
        let quoted = lines.times_quoted(text);
        if quoted < wanted.len() {
            // What a longer label of the same element says need not be said again.
            wanted.retain(|label| !sources.says_more(label, lines, elements));
        }
        for label in wanted.iter().skip(quoted) {
            losses.push(Loss {
                subject: Subject::Label,
                sort: label.sort,
                node: Some(label.node.id()),
                what: format!("\"{text}\" of {}", verdict::describe(label.node)),
            });
        }
    }
    let keyboard = lines.lines.iter().any(|line| line.kind.as_deref() == Some("keyboard"));
    if scene.has_keyboard() && !keyboard {
        losses.push(Loss {
            subject: Subject::Label,
            sort: "keyboard",
            node: None,
            what: "the keyboard has no line".to_owned(),
        });
    }
    losses
}

/// Which nodes a quoted label may stem from.
struct Sources<'t> {
    by_label: BTreeMap<String, Vec<Node<'t>>>,
}

impl<'t> Sources<'t> {
    fn of(scene: &Scene<'t>) -> Self {
        let mut by_label: BTreeMap<String, Vec<Node<'t>>> = BTreeMap::new();
        for node in scene.visible() {
            for (_, text) in own_labels(node) {
                by_label.entry(escape(text)).or_default().push(node);
            }
        }
        Self { by_label }
    }

    /// Whether a line of the label's own element has it as whole words of something longer.
    fn says_more(
        &self,
        label: &VisibleLabel<'_>,
        lines: &TextLines,
        elements: &Elements<'_>,
    ) -> bool {
        lines.lines.iter().any(|line| {
            let longer = line.quotes.iter().filter(|quote| has_words(quote, &label.escaped));
            let element = line.reference.as_deref().and_then(|token| elements.node_of(token));
            longer.into_iter().any(|quote| {
                element.is_some_and(|node| related(node, label.node))
                    || self
                        .by_label
                        .get(quote)
                        .is_some_and(|nodes| nodes.iter().any(|node| related(*node, label.node)))
            })
        })
    }
}

/// Whether `longer` has `label` with nothing grown onto either end of it.
fn has_words(longer: &str, label: &str) -> bool {
    longer.len() > label.len()
        && longer.match_indices(label).any(|(start, _)| {
            let before = longer[..start].chars().next_back();
            let after = longer[start + label.len()..].chars().next();
            let apart = |near: Option<char>, own: Option<char>| {
                !near.is_some_and(char::is_alphanumeric) || !own.is_some_and(char::is_alphanumeric)
            };
            apart(before, label.chars().next()) && apart(after, label.chars().next_back())
        })
}

/// Everything that a line may call a node by, as it stands between quotes.
pub(crate) fn labels_of(node: Node<'_>) -> impl Iterator<Item = String> {
    let text = if node.is_password() { "" } else { node.text() };
    [text, node.description(), node.pane(), node.hint(), node.tooltip()]
        .into_iter()
        .map(escape)
        .filter(|label| !label.is_empty())
}

/// Passwords that stand in the text.
pub(crate) fn leaked(scene: &Scene<'_>, lines: &TextLines) -> Vec<Loss> {
    let said_elsewhere = |secret: &str| {
        scene.visible().any(|node| own_labels(node).any(|(_, text)| escape(text) == secret))
    };
    let secrets = scene.tree.nodes().filter(|node| node.is_password());
    secrets
        .filter(|node| {
            let secret = escape(node.text());
            !secret.is_empty() && lines.times_quoted(&secret) > 0 && !said_elsewhere(&secret)
        })
        .map(|node| Loss {
            subject: Subject::Leak,
            sort: "password",
            node: Some(node.id()),
            what: format!("the text of {}", verdict::describe(node)),
        })
        .collect()
}

/// `text` as it stands between quotes.
pub(crate) fn escape(text: &str) -> String {
    let quoted = quote(text);
    quoted[1..quoted.len() - 1].to_owned()
}
