//! Which nodes become lines, at which indent, under which name and with which states: the rules of the
//! compact text, before any of it is written down. Refs, text and budgets all work on these lines.

use super::beside::Beside;
use super::beyond::{self, Beyond};
use super::names::{Label, effective_label, has_words, hoisted, name, pane, spoken};
use super::states::States;
use super::unsaid;
use crate::refs::RefKind;
use crate::visibility::Visibility;
use crate::{Bounds, Node, NodeId, Role, Tree};

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
    /// For each node the line that stands for it, one more than its index; zero for none.
    speakers: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub indent: u32,
    pub kind: LineKind,
    pub states: States,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineKind {
    /// Something to act on.
    Element(Element),
    /// Something to read.
    Text { node: NodeId },
    /// A named part of the screen.
    Pane { node: NodeId },
    /// Something that says how it stands, and nothing else.
    Fact { node: NodeId, word: &'static str },
    /// Something that was shown for a moment.
    Toast { nth: usize },
    /// Below this stands what another window covers.
    Behind,
    /// The keyboard is up; its keys are not listed.
    Keyboard,
    /// Content beyond the display's edges that belongs to nothing that scrolls.
    Beyond(Beyond),
    /// What was cut off below the line above.
    Cut { interactive: usize, texts: usize },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    pub node: NodeId,
    /// The node whose state it shows: itself, or the switch in the row that it is.
    pub control: NodeId,
    pub kind: RefKind,
    /// What the text calls it.
    pub word: &'static str,
    pub label: Option<Label>,
    pub beyond: Beyond,
}

impl Outline {
    pub fn of(tree: &Tree, visibility: &Visibility, options: Options) -> Self {
        let mut walk = Walk {
            tree,
            visibility,
            options,
            beside: Beside::of(tree, visibility),
            beyond: beyond::count(tree, visibility),
            lines: Vec::new(),
            speakers: vec![0; tree.len()],
            stack: Vec::new(),
            unsaid_states: false,
        };
        walk.run();
        if walk.unsaid_states {
            unsaid::say(tree, visibility, &mut walk.lines, &mut walk.speakers);
        }
        Self { lines: walk.lines, speakers: walk.speakers }
    }

    /// The interactive lines: what refs are given to.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.lines.iter().filter_map(Line::element)
    }

    /// The element that stands for this node: it has a line of its own, names one, or is part of one.
    pub fn element(&self, node: NodeId) -> Option<Element> {
        self.line_of(node).and_then(Line::element)
    }

    /// The line that stands for this node.
    pub fn line_of(&self, node: NodeId) -> Option<&Line> {
        let line = self.speakers.get(node.index())?.checked_sub(1)?;
        self.lines.get(line as usize)
    }
}

impl Line {
    pub fn element(&self) -> Option<Element> {
        if let LineKind::Element(element) = self.kind { Some(element) } else { None }
    }
}

struct Walk<'t> {
    tree: &'t Tree,
    visibility: &'t Visibility,
    options: Options,
    beside: Beside,
    beyond: beyond::Counts,
    lines: Vec<Line>,
    speakers: Vec<u32>,
    stack: Vec<Visit<'t>>,
    /// Some node has a state and no line to show it on.
    unsaid_states: bool,
}

/// A node to come, and the label already said above it.
#[derive(Clone, Copy)]
struct Visit<'t> {
    node: Node<'t>,
    indent: u32,
    said: Option<&'t str>,
}

/// Windows that can lie above another: no phone has more, and each is compared with each.
const MOST_WINDOWS: usize = 32;

impl<'t> Walk<'t> {
    fn run(&mut self) {
        let visibility = self.visibility;
        let shown = |root: &Node<'t>| {
            visibility.leads_somewhere(root.id()) && !visibility.is_aside(root.id())
        };
        // A later root lies above an earlier one; what is on top is read first.
        let mut roots: Vec<Node<'t>> = self.tree.roots().filter(shown).collect();
        roots.reverse();
        for (at, root) in roots.iter().enumerate() {
            // Roots that name no app are parts of one window.
            let is_window = |root: &Node<'t>| !root.package().is_empty();
            let covered = is_window(root)
                && roots[..at.min(MOST_WINDOWS)]
                    .iter()
                    .any(|above| is_window(above) && covers(above.bounds(), root.bounds()));
            if covered && !self.lines.is_empty() {
                self.line(1, LineKind::Behind, States::NONE);
            }
            let indent = if covered { 2 } else { 1 };
            self.root(*root, indent);
        }
        for nth in 0..self.tree.toasts().len() {
            self.line(1, LineKind::Toast { nth }, States::NONE);
        }
        if let Some(beyond) = self.beyond.unowned() {
            self.line(1, LineKind::Beyond(beyond), States::NONE);
        }
        if self.visibility.has_keyboard() {
            self.line(1, LineKind::Keyboard, States::NONE);
        }
    }

    /// The root is the frame around everything: its children come at the first level.
    fn root(&mut self, root: Node<'t>, indent: u32) {
        let before = self.lines.len();
        if spoken(root).0.is_some() || root.is_interactive() {
            self.stack.push(Visit { node: root, indent, said: None });
        } else {
            self.unsaid_states |= !States::of(root).is_empty();
            self.push_children(root, indent, None);
        }
        self.drain();
        if self.lines.len() == before && !self.visibility.is_pruned(root.id()) {
            self.visit(Visit { node: root, indent, said: None });
            self.drain();
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
        let shown = node.children().filter(|child| visibility.leads_somewhere(child.id()));
        self.stack.extend(shown.map(|node| Visit { node, indent, said }));
        self.stack[first..].reverse();
    }

    fn visit(&mut self, Visit { node, indent, said }: Visit<'t>) {
        if self.visibility.is_pruned(node.id()) {
            return self.push_children(node, indent, said);
        }
        let said_elsewhere =
            self.speakers[node.id().index()] != 0 || self.beside.is_claimed(node.id());
        if said_elsewhere || self.visibility.is_empty_wrapper(node) {
            self.unsaid_states |= !States::of(node).is_empty();
            return self.push_children(node, indent, said);
        }
        if self.options.depth.is_some_and(|depth| indent > depth) {
            return self.cut(node, indent);
        }
        if node.is_interactive() {
            return self.element(node, indent, said);
        }
        if pane(node).is_some() {
            self.line(indent, LineKind::Pane { node: node.id() }, States::of(node));
            self.speak(node.id());
            return self.push_children(node, indent + 1, spoken(node).0);
        }
        let Some(label) = spoken(node).0 else {
            if let Some(word) = fact(node) {
                self.line(indent, LineKind::Fact { node: node.id(), word }, States::of(node));
                self.speak(node.id());
                return self.push_children(node, indent + 1, said);
            }
            self.unsaid_states |= !States::of(node).is_empty();
            return self.push_children(node, indent, said);
        };
        if self.options.only_interactive || is_said(node, said) {
            self.unsaid_states |= !States::of(node).is_empty();
        } else {
            self.line(indent, LineKind::Text { node: node.id() }, States::of(node));
            self.speak(node.id());
        }
        // A label of a group does not hide what can be acted on, or read, inside it.
        self.push_children(node, indent, Some(label));
    }

    fn element(&mut self, node: Node<'t>, indent: u32, said: Option<&'t str>) {
        let below = effective_label(node, self.visibility);
        let label = below.or_else(|| self.beside.name_of(node.id()));
        let plain = !(node.is_scrollable() || node.is_checkable() || node.is_editable());
        let is_bare = label.is_none() && plain && hoisted(node, self.visibility).is_none();
        if is_bare && self.is_covered_by_others(node) {
            self.unsaid_states |= !States::of(node).is_empty();
            return self.push_children(node, indent, said);
        }
        let inside = if plain { self.switch_of_row(node) } else { None };
        let control = inside.unwrap_or(node);
        let text = name(node, label);
        let (kind, word) = kind_and_word(control, text, self.visibility);
        let beyond = self.beyond.of(node.id());
        let states = States::of(node).and(States::of(control));
        let element = Element { node: node.id(), control: control.id(), kind, word, label, beyond };
        self.line(indent, LineKind::Element(element), states);
        self.speak(node.id());
        self.speak(control.id());
        if let Some(Label(named_by)) = label {
            self.speak(named_by);
        }
        self.push_children(node, indent + 1, text.or(said));
    }

    /// Whether a tap on its middle would land on an element inside it.
    fn is_covered_by_others(&self, node: Node<'t>) -> bool {
        if !self.visibility.has_interactive_below(node.id()) {
            return false;
        }
        let shown = self.visibility.shown(node).unwrap_or_else(|| node.bounds());
        let middle = shown.center();
        let mut next = node.id().0 + 1;
        while next < node.data().end {
            let below = self.tree.node(NodeId(next));
            let here = below.bounds().contains(middle) && !self.visibility.is_pruned(below.id());
            let takes_taps = below.is_interactive() && !below.is_scrollable();
            if here && takes_taps {
                return true;
            }
            // Elements answer for what is inside them; the rest is looked through.
            let skip = takes_taps || !self.visibility.has_interactive_below(below.id());
            next = if skip { below.data().end } else { next + 1 };
        }
        false
    }

    /// The only element in a row, where it leaves touches to the row: the two are one.
    fn switch_of_row(&self, row: Node<'t>) -> Option<Node<'t>> {
        let facts = self.visibility;
        if !facts.has_one_interactive_below(row.id()) || !facts.has_control_below(row.id()) {
            return None;
        }
        let shown = |node: &Node<'_>| !facts.is_pruned(node.id()) && node.is_interactive();
        let only = row.descendants().find(shown)?;
        let passive = only.is_checkable()
            && !(only.is_clickable()
                || only.is_long_clickable()
                || only.is_scrollable()
                || only.is_editable());
        passive.then_some(only)
    }

    fn line(&mut self, indent: u32, kind: LineKind, states: States) {
        self.lines.push(Line { indent, kind, states });
    }

    /// The last line stands for this node.
    fn speak(&mut self, node: NodeId) {
        let speaker = &mut self.speakers[node.index()];
        if *speaker == 0 {
            *speaker = u32::try_from(self.lines.len()).unwrap_or_default();
        }
    }

    /// Counts what a depth limit hides; neighbours at one level share a line.
    fn cut(&mut self, node: Node<'t>, indent: u32) {
        let (mut elements, mut labels) = (0, 0);
        for below in std::iter::once(node).chain(node.descendants()) {
            if self.visibility.is_pruned(below.id()) || self.speakers[below.id().index()] != 0 {
                continue;
            }
            elements += usize::from(below.is_interactive());
            labels += usize::from(!below.is_interactive() && spoken(below).0.is_some());
        }
        match self.lines.last_mut() {
            Some(Line { kind: LineKind::Cut { interactive, texts }, .. }) => {
                *interactive += elements;
                *texts += labels;
            }
            _ if elements + labels > 0 => {
                let kind = LineKind::Cut { interactive: elements, texts: labels };
                self.line(indent, kind, States::NONE);
            }
            _ => {}
        }
    }
}

/// Whether a window hides enough of another to be in its way.
fn covers(above: Bounds, below: Bounds) -> bool {
    let area = |bounds: Bounds| i64::from(bounds.width()) * i64::from(bounds.height());
    above.intersection(below).is_some_and(|shared| area(shared) >= area(below) / 10)
}

/// Whether the line above already says all that this text says. Short parts are not merged: a badge that
/// says 3 is more than the 3 in its button's name.
fn is_said(node: Node<'_>, said: Option<&str>) -> bool {
    const SHORT: usize = 3;
    let (Some(said), (Some(label), None)) = (said.map(str::trim), spoken(node)) else {
        return false;
    };
    said == label || label.len() >= SHORT && has_words(said, label)
}

/// What to call a node that has a state or a value, but no words, or a page of which nothing is told.
fn fact(node: Node<'_>) -> Option<&'static str> {
    if node.role() == Role::WebView && node.children().next().is_none() {
        return Some("webview unread");
    }
    let extra = node.extra();
    let tells = !node.state().trim().is_empty()
        || extra.is_some_and(|extra| {
            extra.range.is_some() || extra.value.is_some() || extra.error.is_some()
        });
    let role = node.role();
    let word = if role == Role::ProgressBar {
        "progress"
    } else if role == Role::Image {
        "image"
    } else {
        "group"
    };
    tells.then_some(word)
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
    } else if class.ends_with("Button") || matches!(node.role(), Role::Button | Role::ImageButton) {
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
