//! Whatever can be acted on has a line with a ref, or another line stands for it.

use std::collections::HashMap;

use ui::{Bindings, Node, Role};

use crate::labels::escape;
use crate::scene::overlap;
use crate::{Loss, Scene, Subject, TextLine, TextLines, verdict};

/// The elements of a screen, and the lines that they have.
pub(crate) struct Elements<'t> {
    all: Vec<Node<'t>>,
    by_node: HashMap<u32, String>,
    by_ref: HashMap<String, Node<'t>>,
    labelled: HashMap<String, bool>,
    /// For each node, how many lines with a ref it and everything in it have.
    within: Vec<usize>,
    lost: Vec<Loss>,
}

impl<'t> Elements<'t> {
    pub(crate) fn of(scene: &Scene<'t>, refs: &Bindings, lines: &TextLines) -> Self {
        let mut found = Self {
            all: scene.visible().filter(|node| can_be_acted_on(*node)).collect(),
            by_node: HashMap::new(),
            by_ref: HashMap::new(),
            labelled: HashMap::new(),
            within: vec![0; scene.tree.len()],
            lost: Vec::new(),
        };
        for node in scene.tree.nodes() {
            let Some(token) = refs.of(node.id()).map(|token| token.to_string()) else { continue };
            if let Some(line) = lines.of_ref(&token) {
                found.labelled.insert(token.clone(), !line.quotes.is_empty());
                found.by_ref.insert(token.clone(), node);
                found.by_node.insert(node.id().0, token);
            }
        }
        for node in scene.tree.nodes().rev() {
            let index = node.id().index();
            found.within[index] += usize::from(found.has_line(node));
            if let Some(parent) = node.parent() {
                found.within[parent.id().index()] += found.within[index];
            }
        }
        found.lost = found
            .all
            .iter()
            .filter(|node| !found.has_line(**node) && !found.is_stood_for(scene, **node))
            .map(|node| Loss {
                subject: Subject::Element,
                sort: sort(*node),
                node: Some(node.id()),
                what: verdict::describe(*node),
            })
            .collect();
        found
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn lost(&self) -> Vec<Loss> {
        self.lost.clone()
    }

    pub(crate) fn node_of(&self, token: &str) -> Option<Node<'t>> {
        self.by_ref.get(token).copied()
    }

    pub(crate) fn has_line(&self, node: Node<'_>) -> bool {
        self.by_node.contains_key(&node.id().0)
    }

    pub(crate) fn line<'l>(&self, node: Node<'_>, lines: &'l TextLines) -> Option<&'l TextLine> {
        lines.of_ref(self.by_node.get(&node.id().0)?)
    }

    /// How many lines with a ref tell of it and of what is in it.
    pub(crate) fn lines_within(&self, node: Node<'_>) -> usize {
        self.within[node.id().index()]
    }

    /// The nearest around it that has a line with a ref.
    pub(crate) fn around(&self, node: Node<'t>) -> Option<Node<'t>> {
        node.ancestors().find(|above| self.has_line(*above))
    }

    pub(crate) fn unlabeled(&self) -> usize {
        self.labelled.values().filter(|labelled| !**labelled).count()
    }

    /// Elements with a name that is not their own.
    pub(crate) fn hoisted(&self) -> usize {
        let own = |node: &Node<'_>| {
            [node.text(), node.description(), node.hint(), node.tooltip()]
                .iter()
                .any(|label| !escape(label).is_empty())
        };
        self.by_ref.iter().filter(|(token, node)| self.labelled[*token] && !own(node)).count()
    }

    /// A tap on it does what a tap on another line does.
    fn is_stood_for(&self, scene: &Scene<'_>, node: Node<'t>) -> bool {
        let only_tapped = !node.is_scrollable()
            && !node.is_checkable()
            && !node.is_editable()
            && node.role() != Role::Slider;
        if only_tapped {
            let centre = scene.part_on_display(node).center();
            let takes_the_tap = |below: &Node<'_>| {
                scene.is_visible(below.id())
                    && can_be_acted_on(*below)
                    && below.bounds().contains(centre)
                    && self.has_line(*below)
            };
            return !has_label_of_its_own(scene, node)
                && node.descendants().any(|below| takes_the_tap(&below));
        }
        // A box that takes no taps itself is the state of the row that does.
        let passive = node.is_checkable()
            && !node.is_clickable()
            && !node.is_long_clickable()
            && !node.is_scrollable()
            && !node.is_editable()
            && node.role() != Role::Slider;
        passive
            && node.ancestors().find(|above| above.is_clickable()).is_some_and(|row| {
                self.has_line(row) && overlap(row.bounds(), node.bounds()).is_some()
            })
    }
}

/// Whether a finger could do something with it.
pub(crate) fn can_be_acted_on(node: Node<'_>) -> bool {
    node.is_clickable()
        || node.is_long_clickable()
        || node.is_checkable()
        || node.is_scrollable()
        || node.is_editable()
        || node.role() == Role::Slider
}

fn sort(node: Node<'_>) -> &'static str {
    match () {
        () if node.is_editable() => "field",
        () if node.is_scrollable() => "scrollable",
        () if node.is_checkable() => "checkable",
        () if node.role() == Role::Slider => "slider",
        () if node.is_clickable() => "clickable",
        () => "long-clickable",
    }
}

/// Whether something names it that belongs to no other element.
fn has_label_of_its_own(scene: &Scene<'_>, node: Node<'_>) -> bool {
    let says = |node: Node<'_>| {
        scene.is_visible(node.id())
            && !(escape(node.text()).is_empty() && escape(node.description()).is_empty())
    };
    let mut skip_to = 0;
    says(node)
        || node.descendants().any(|below| {
            if below.id().0 < skip_to {
                return false;
            }
            if can_be_acted_on(below) {
                skip_to = below.descendants().last().map_or(below.id().0, |last| last.id().0) + 1;
                return false;
            }
            says(below)
        })
}
