//! Which nodes become lines, at which indent and under which name: the rules of the compact text,
//! before any of it is written down. Refs, text and (later) deltas all work on these lines.

use crate::refs::RefKind;
use crate::visibility::Visibility;
use crate::{Node, NodeId, Role, Tree};

#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Levels below the root that are shown; none for all.
    pub depth: Option<u32>,
    /// Leave plain text out.
    pub only_interactive: bool,
}

/// The lines of one screen, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    pub lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub indent: u32,
    pub kind: LineKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineKind {
    /// Something to act on.
    Element(Element),
    /// Something to read.
    Text { node: NodeId },
    /// A named part of the screen.
    Pane { node: NodeId },
    /// Interactive elements that were cut off below the line above.
    Cut { interactive: usize },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    pub node: NodeId,
    pub kind: RefKind,
    /// What the text calls it.
    pub word: &'static str,
    pub label: Option<Label>,
}

/// Which node's own label names an element: its own, or one hoisted from below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(pub NodeId);

impl Outline {
    pub fn of(tree: &Tree, visibility: &Visibility, options: Options) -> Self {
        let mut walk = Walk { tree, visibility, options, lines: Vec::new(), stack: Vec::new() };
        walk.run();
        Self { lines: walk.lines }
    }

    /// The interactive lines: what refs are given to.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.lines.iter().filter_map(|line| match line.kind {
            LineKind::Element(element) => Some(element),
            LineKind::Text { .. } | LineKind::Pane { .. } | LineKind::Cut { .. } => None,
        })
    }
}

impl Outline {
    /// The element that stands for this node, if it has a line of its own.
    pub fn element(&self, node: NodeId) -> Option<Element> {
        self.elements().find(|element| element.node == node)
    }
}

struct Walk<'t> {
    tree: &'t Tree,
    visibility: &'t Visibility,
    options: Options,
    lines: Vec<Line>,
    stack: Vec<Visit<'t>>,
}

/// A node to come, and the label already said above it.
#[derive(Clone, Copy)]
struct Visit<'t> {
    node: Node<'t>,
    indent: u32,
    said: Option<&'t str>,
}

impl<'t> Walk<'t> {
    fn run(&mut self) {
        // The root is the frame around everything: its children come at the first level.
        let tree = self.tree;
        for root in tree.roots() {
            if !self.visibility.is_pruned(root.id()) {
                self.push_children(root, 1, None);
                self.drain();
            }
        }
        if self.lines.is_empty() {
            for root in tree.roots().filter(|root| !self.visibility.is_pruned(root.id())) {
                self.visit(Visit { node: root, indent: 1, said: None });
                self.drain();
            }
        }
    }

    fn drain(&mut self) {
        while let Some(visit) = self.stack.pop() {
            self.visit(visit);
        }
    }

    fn push_children(&mut self, node: Node<'t>, indent: u32, said: Option<&'t str>) {
        let first = self.stack.len();
        let visibility = self.visibility;
        let shown = node.children().filter(|child| !visibility.is_pruned(child.id()));
        self.stack.extend(shown.map(|node| Visit { node, indent, said }));
        self.stack[first..].reverse();
    }

    fn visit(&mut self, Visit { node, indent, said }: Visit<'t>) {
        if self.visibility.is_empty_wrapper(node) {
            return self.push_children(node, indent, said);
        }
        if self.options.depth.is_some_and(|depth| indent > depth) {
            return self.cut(node, indent);
        }
        if node.is_interactive() {
            let label = effective_label(node, self.visibility);
            let control = node.is_scrollable() || node.is_checkable() || node.is_editable();
            if label.is_none() && !control && self.visibility.has_interactive_below(node.id()) {
                return self.push_children(node, indent, said);
            }
            let text = label.and_then(|Label(id)| self.tree.node(id).own_label());
            let (kind, word) = kind_and_word(node, text, self.visibility);
            self.line(indent, LineKind::Element(Element { node: node.id(), kind, word, label }));
            return self.push_children(node, indent + 1, text.or(said));
        }
        if !node.pane().trim().is_empty() {
            self.line(indent, LineKind::Pane { node: node.id() });
            return self.push_children(node, indent + 1, None);
        }
        let plain = node.own_label().filter(|_| node.role() != Role::ProgressBar);
        match plain {
            Some(label) => {
                if !self.options.only_interactive && said.map(str::trim) != Some(label) {
                    self.line(indent, LineKind::Text { node: node.id() });
                }
                // A label of a group does not hide what can be acted on, or read, inside it.
                self.push_children(node, indent, Some(label));
            }
            None => self.push_children(node, indent, said),
        }
    }

    fn line(&mut self, indent: u32, kind: LineKind) {
        self.lines.push(Line { indent, kind });
    }

    /// Counts what a depth limit hides; neighbours at one level share a line.
    fn cut(&mut self, node: Node<'t>, indent: u32) {
        let below = std::iter::once(node)
            .chain(node.descendants())
            .filter(|node| node.is_interactive() && !self.visibility.is_pruned(node.id()))
            .count();
        match self.lines.last_mut() {
            Some(Line { kind: LineKind::Cut { interactive }, .. }) => *interactive += below,
            _ if below > 0 => self.line(indent, LineKind::Cut { interactive: below }),
            _ => {}
        }
    }
}

/// The node's own label, else the nearest one below it that belongs to no other element.
pub(crate) fn effective_label(node: Node<'_>, visibility: &Visibility) -> Option<Label> {
    if node.own_label().is_some() {
        return Some(Label(node.id()));
    }
    if node.is_scrollable() {
        return None;
    }
    // In reading order: what stands first in a row is what a person would call it.
    let mut next = node.id().0 + 1;
    while next < node.data().end {
        let below = node.tree.node(NodeId(next));
        if visibility.is_pruned(below.id()) || below.is_interactive() {
            next = below.data().end;
            continue;
        }
        if below.own_label().is_some() && below.role() != Role::ProgressBar {
            return Some(Label(below.id()));
        }
        next += 1;
    }
    None
}

fn kind_and_word(
    node: Node<'_>,
    label: Option<&str>,
    visibility: &Visibility,
) -> (RefKind, &'static str) {
    let class = node.short_class();
    let checkable = node.is_checkable()
        || matches!(node.role(), Role::CheckBox | Role::Switch | Role::RadioButton);
    if node.is_scrollable() {
        (RefKind::Scroll, "scroll")
    } else if node.is_editable() {
        (RefKind::Field, "input")
    } else if checkable {
        let is = |role: Role, mark: &str| node.role() == role || class.contains(mark);
        let word = if is(Role::Switch, "Switch") {
            "switch"
        } else if is(Role::RadioButton, "Radio") {
            "radio"
        } else {
            "check"
        };
        (RefKind::Check, word)
    } else if node.role() == Role::Slider {
        (RefKind::Other, "slider")
    } else if class.ends_with("Button") {
        (RefKind::Button, "btn")
    } else if node.is_clickable() && node.role() == Role::TextView {
        (RefKind::Link, "link")
    } else {
        let short = label.is_some_and(|label| label.chars().count() <= 30);
        if node.is_clickable() && short && !visibility.has_control_below(node.id()) {
            (RefKind::Button, "btn")
        } else {
            (RefKind::Other, "tap")
        }
    }
}
