//! Switches, boxes and sliders that have no name, and the texts beside them that name them.
//!
//! A text names the control that it stands next to on a line, and all controls of a line are named the
//! same way: by what stands before them, or by what stands behind them. So no control takes the name of
//! its neighbour, whichever way a line is read.

use foldhash::{HashMap, HashMapExt as _, HashSet};

use super::names::{Label, effective_label};
use crate::visibility::Visibility;
use crate::{Bounds, Node, NodeId, Role, Tree};

#[derive(Debug, Default)]
pub(super) struct Beside {
    names: HashMap<NodeId, NodeId>,
    claimed: HashSet<NodeId>,
}

impl Beside {
    pub(super) fn of(tree: &Tree, visibility: &Visibility) -> Self {
        let mut beside = Self::default();
        // All nameless controls under one roof are named together, so that each text names one.
        let mut roofs: HashMap<NodeId, Vec<Nameless<'_>>> = HashMap::new();
        for node in tree.nodes() {
            if !is_namable(node) || visibility.is_pruned(node.id()) {
                continue;
            }
            if effective_label(node, visibility).is_none()
                && let Some((roof, branch)) = roof(node, visibility)
            {
                roofs.entry(roof.id()).or_default().push(Nameless { control: node, branch });
            }
        }
        for (roof, nameless) in roofs {
            for line in lines(tree.node(roof), &nameless, visibility) {
                beside.name(&line);
            }
        }
        beside
    }

    pub(super) fn name_of(&self, control: NodeId) -> Option<Label> {
        self.names.get(&control).copied().map(Label)
    }

    /// Whether this text names a control, and is said there.
    pub(super) fn is_claimed(&self, text: NodeId) -> bool {
        self.claimed.contains(&text)
    }

    fn name(&mut self, line: &[Thing<'_>]) {
        let mirrored: Vec<Thing<'_>> = line.iter().rev().copied().collect();
        let (before, behind) = (pairs(line), pairs(&mirrored));
        let chosen = match before.len().cmp(&behind.len()) {
            std::cmp::Ordering::Greater => before,
            std::cmp::Ordering::Less => behind,
            // A text at either end: boxes stand before what they are for, switches behind it.
            std::cmp::Ordering::Equal => {
                let is_box = |(control, _): &(Node<'_>, Node<'_>)| {
                    matches!(control.role(), Role::CheckBox | Role::RadioButton)
                };
                if before.iter().all(is_box) { behind } else { before }
            }
        };
        for (control, text) in chosen {
            self.names.insert(control.id(), text.id());
            self.claimed.insert(text.id());
        }
    }
}

/// Each control of a line, and the text right before it.
fn pairs<'t>(line: &[Thing<'t>]) -> Vec<(Node<'t>, Node<'t>)> {
    let mut pairs = Vec::new();
    let mut text = None;
    for thing in line {
        match thing.kind {
            // Of several texts in a row the first is the title.
            Kind::Text(node) => text = text.or(Some(node)),
            Kind::Control(control) => pairs.extend(text.take().map(|text| (control, text))),
            Kind::Other => text = None,
        }
    }
    pairs
}

#[derive(Debug, Clone, Copy)]
struct Nameless<'t> {
    control: Node<'t>,
    /// The child of the roof that it is, or stands in.
    branch: NodeId,
}

/// What stands on a line.
#[derive(Debug, Clone, Copy)]
struct Thing<'t> {
    bounds: Bounds,
    kind: Kind<'t>,
}

#[derive(Debug, Clone, Copy)]
enum Kind<'t> {
    Text(Node<'t>),
    /// Without a name.
    Control(Node<'t>),
    /// Something to act on that has a name.
    Other,
}

/// The lines under a roof that have nameless controls, each from left to right.
fn lines<'t>(
    roof: Node<'t>,
    nameless: &[Nameless<'t>],
    visibility: &Visibility,
) -> Vec<Vec<Thing<'t>>> {
    let controls: HashMap<NodeId, Node<'t>> =
        nameless.iter().map(|nameless| (nameless.branch, nameless.control)).collect();
    let mut lines: Vec<(Bounds, Vec<Thing<'t>>)> = Vec::new();
    let mut others = Vec::new();
    let mut found: Vec<Thing<'t>> = Vec::new();
    for child in roof.children().filter(|child| visibility.leads_somewhere(child.id())) {
        if let Some(control) = controls.get(&child.id()) {
            found.push(Thing { bounds: control.bounds(), kind: Kind::Control(*control) });
        } else if child.is_interactive() || visibility.has_interactive_below(child.id()) {
            others.push(Thing { bounds: child.bounds(), kind: Kind::Other });
        } else if let Some(text) = plain_text(child, visibility) {
            others.push(Thing { bounds: child.bounds(), kind: Kind::Text(text) });
        }
    }
    found.sort_by_key(|thing| (thing.bounds.top, thing.bounds.left));
    for thing in found {
        match lines.last_mut() {
            Some((bounds, line)) if is_on_line(*bounds, thing.bounds) => line.push(thing),
            _ => lines.push((thing.bounds, vec![thing])),
        }
    }
    for thing in others {
        // Lines come from top to bottom, so those that this can be on stand together.
        let from = lines.partition_point(|(line, _)| line.bottom <= thing.bounds.top);
        let near = lines[from..].iter_mut().take_while(|(line, _)| line.top < thing.bounds.bottom);
        let on = near.take(NEAR).filter(|(line, _)| is_on_line(*line, thing.bounds));
        // A tall text stands beside the line that it shares most with, and names nothing twice.
        if let Some((_, line)) = on.min_by_key(|(line, _)| -shared(*line, thing.bounds)) {
            line.push(thing);
        }
    }
    for (_, line) in &mut lines {
        line.sort_by_key(|thing| (thing.bounds.left, thing.bounds.right));
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Lines that one text can be on.
const NEAR: usize = 4;

fn is_on_line(line: Bounds, thing: Bounds) -> bool {
    let shared = shared(line, thing);
    shared > 0 && shared >= line.height().min(thing.height()) / 2
}

fn shared(line: Bounds, thing: Bounds) -> i32 {
    line.bottom.min(thing.bottom).saturating_sub(line.top.max(thing.top))
}

fn is_namable(node: Node<'_>) -> bool {
    (node.is_checkable() || node.role() == Role::Slider) && !node.is_scrollable()
}

/// The nearest layer above that holds more than this control, and the way to it.
fn roof<'t>(control: Node<'t>, visibility: &Visibility) -> Option<(Node<'t>, NodeId)> {
    const LAYERS: usize = 4;
    let mut branch = control.id();
    for above in control.ancestors().take(LAYERS) {
        if visibility.has_shown_children(above.id()) {
            // A list's rows do not name each other's controls.
            return (!above.is_list()).then_some((above, branch));
        }
        branch = above.id();
    }
    None
}

/// The text that a neighbour shows.
fn plain_text<'t>(child: Node<'t>, visibility: &Visibility) -> Option<Node<'t>> {
    const LOOK: usize = 8;
    let mut inside = std::iter::once(child).chain(child.descendants()).take(LOOK);
    inside.find(|node| !visibility.is_pruned(node.id()) && node.own_label().is_some())
}
