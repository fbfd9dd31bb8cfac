//! A state that a line tells holds for what the line stands for.

use std::collections::HashMap;

use ui::Node;

use crate::elements::Elements;
use crate::labels::labels_of;
use crate::states::{Holds, words_of};
use crate::{Loss, Scene, Subject, TextLine, TextLines, verdict};

/// The words for states that hold for nothing behind their line.
pub(crate) fn told(scene: &Scene<'_>, lines: &TextLines, elements: &Elements<'_>) -> Vec<Loss> {
    let mut behind = Behind { scene, elements, by_label: HashMap::new() };
    // Who has a line with a ref speaks there, and nowhere else.
    for node in scene.visible().filter(|node| !elements.has_line(*node)) {
        for label in labels_of(node) {
            behind.by_label.entry(label).or_default().push(node);
        }
    }
    let mut lies = Vec::new();
    for line in &lines.lines {
        for (word, _) in words_of(line).filter(|(_, holds)| !behind.has(line, *holds)) {
            let own = line.reference.as_deref().and_then(|token| elements.node_of(token));
            let reference = line.reference.as_deref().unwrap_or_default();
            let label = line.quotes.first().map_or("", String::as_str);
            let node = own.map(verdict::describe).unwrap_or_default();
            lies.push(Loss {
                subject: Subject::Lie,
                sort: word,
                node: own.map(Node::id),
                what: format!("{reference} \"{label}\" {node}"),
            });
        }
    }
    lies
}

/// What stands behind a line.
struct Behind<'a, 't> {
    scene: &'a Scene<'t>,
    elements: &'a Elements<'t>,
    by_label: HashMap<String, Vec<Node<'t>>>,
}

impl<'t> Behind<'_, 't> {
    fn has(&self, line: &TextLine, holds: Holds) -> bool {
        if line.is_nameless() && line.quotes.is_empty() {
            let mut others = self.scene.visible().filter(|node| !self.elements.has_line(*node));
            return others.any(holds);
        }
        let own = line.reference.as_deref().and_then(|token| self.elements.node_of(token));
        let named = line.quotes.iter().filter_map(|quote| self.by_label.get(quote)).flatten();
        let mut all = own.into_iter().chain(named.copied());
        all.any(|node| {
            holds(node) || self.holds_around(node, holds) || self.holds_inside(node, holds)
        })
    }

    /// For a layer around it that holds no other line with a ref.
    fn holds_around(&self, node: Node<'t>, holds: Holds) -> bool {
        let own = usize::from(self.elements.has_line(node));
        node.ancestors()
            .take_while(|around| self.elements.lines_within(*around) == own)
            .any(|around| self.scene.is_visible(around.id()) && holds(around))
    }

    /// For a part of it that has no line with a ref, nor anything in it that has. What scrolls is a frame,
    /// and has no parts.
    fn holds_inside(&self, node: Node<'t>, holds: Holds) -> bool {
        let part = |below: &Node<'t>| {
            self.scene.is_visible(below.id())
                && self.elements.lines_within(*below) == 0
                && holds(*below)
                && self
                    .elements
                    .around(*below)
                    .is_none_or(|around| around.id() == node.id() || around.contains(node.id()))
        };
        !node.is_scrollable() && node.descendants().any(|below| part(&below))
    }
}
