//! Every state shows on the line of its node, or on a line that stands for it.

use std::collections::HashSet;

use ui::Node;

use crate::elements::{Elements, can_be_acted_on};
use crate::labels::labels_of;
use crate::states::Fact;
use crate::{Loss, Scene, Subject, TextLine, TextLines, verdict};

/// The states that no line tells.
pub(crate) fn lost(scene: &Scene<'_>, lines: &TextLines, elements: &Elements<'_>) -> Vec<Loss> {
    let mut tellers = Tellers { scene, lines, elements, taken: HashSet::new() };
    let mut losses = Vec::new();
    for node in scene.visible() {
        for fact in Fact::all(node) {
            if !tellers.tell(node, &fact) {
                losses.push(Loss {
                    subject: Subject::State,
                    sort: fact.sort,
                    node: Some(node.id()),
                    what: format!("{}{}", fact.what(), verdict::describe(node)),
                });
            }
        }
    }
    losses
}

struct Tellers<'a, 't> {
    scene: &'a Scene<'t>,
    lines: &'a TextLines,
    elements: &'a Elements<'t>,
    /// Lines without a name that already told something of this sort: each stands for one thing.
    taken: HashSet<(usize, &'static str)>,
}

/// What is inside a node that may speak for it.
enum Inside<'t> {
    Nothing,
    One(Node<'t>),
    Several(Vec<Node<'t>>),
}

impl<'t> Tellers<'_, 't> {
    fn tell(&mut self, node: Node<'t>, fact: &Fact) -> bool {
        if let Some(own) = self.elements.line(node, self.lines) {
            return fact.is_told_by(own);
        }
        if node.is_editable() && fact.sort == "value" {
            // What stands elsewhere is not what a field holds.
            return false;
        }
        let is_named = self.lines_with_label(node).next().is_some();
        if self.lines_with_label(node).any(|line| fact.is_told_by(line))
            || self.is_told_around(node, fact)
        {
            return true;
        }
        if is_named {
            return false;
        }
        let excused = match self.inside(node) {
            Inside::Nothing => !fact.is_shown_by_itself() && !can_be_acted_on(node),
            Inside::One(only) => self.is_told_of(only, fact),
            // The focus of a layer is nowhere, and a layer all of which is off has said it of all.
            Inside::Several(all) => {
                fact.sort == "focused" || all.iter().all(|each| self.is_told_of(*each, fact))
            }
        };
        excused || self.tell_without_name(fact)
    }

    fn is_told_of(&self, node: Node<'t>, fact: &Fact) -> bool {
        match self.elements.line(node, self.lines) {
            Some(line) => fact.is_told_by(line),
            None => self.lines_with_label(node).any(|line| fact.is_told_by(line)),
        }
    }

    /// What has a line with a ref; where nothing has, what has a label and is not inside of such.
    fn inside(&self, node: Node<'t>) -> Inside<'t> {
        let has_lines = self.elements.lines_within(node) > 0;
        let mut found: Vec<Node<'t>> = Vec::new();
        for below in node.descendants().filter(|below| self.scene.is_visible(below.id())) {
            let counts = if has_lines {
                self.elements.has_line(below)
            } else {
                let is_inside = found.last().is_some_and(|last| last.contains(below.id()));
                !is_inside && labels_of(below).next().is_some()
            };
            if counts {
                found.push(below);
            }
        }
        match found[..] {
            [] => Inside::Nothing,
            // A frame to scroll in is not what it is around.
            [only] if !only.is_scrollable() => Inside::One(only),
            _ => Inside::Several(found),
        }
    }

    /// The nearest element around it, unless that is a mere frame to scroll in.
    fn is_told_around(&self, node: Node<'t>, fact: &Fact) -> bool {
        let around = self.elements.around(node).filter(|around| !around.is_scrollable());
        let line = around.and_then(|around| self.elements.line(around, self.lines));
        line.is_some_and(|line| fact.is_told_by(line))
    }

    fn lines_with_label(&self, node: Node<'_>) -> impl Iterator<Item = &TextLine> {
        let labels: Vec<String> = labels_of(node).collect();
        let lines = self.lines;
        lines
            .lines
            .iter()
            .filter(move |line| labels.iter().any(|label| line.quotes.contains(label)))
    }

    fn tell_without_name(&mut self, fact: &Fact) -> bool {
        let mut lines = self.lines.lines.iter().enumerate();
        let free = lines.find(|(at, line)| {
            line.is_nameless() && fact.is_told_by(line) && !self.taken.contains(&(*at, fact.sort))
        });
        free.is_some_and(|(at, _)| self.taken.insert((at, fact.sort)))
    }
}
