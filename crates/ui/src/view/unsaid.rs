//! States of nodes that have no line of their own.
//!
//! A state is handed to a line only where that line alone stands for the node: said of anything else it
//! would be false. A group that is disabled or selected as a whole gets a line that says so.

use foldhash::HashSet;

use super::outline::{Line, LineKind};
use super::states::States;
use crate::visibility::Visibility;
use crate::{NodeId, Tree};

/// Says what the walk left unsaid. `speakers` are, for each node, the line that stands for it plus one.
pub(super) fn say(
    tree: &Tree,
    visibility: &Visibility,
    lines: &mut Vec<Line>,
    speakers: &mut [u32],
) {
    let below = below(tree, lines, speakers);
    let mut around = vec![None; tree.len()];
    let mut groups = Vec::new();
    for node in tree.nodes() {
        let index = node.id().index();
        around[index] = node.parent().and_then(|parent| around[parent.id().index()]);
        if let Some(own) = line_of(speakers[index]) {
            around[index] = Some(own);
            continue;
        }
        if visibility.is_pruned(node.id()) {
            continue;
        }
        let unsaid = States::of(node).without(below[index].states);
        match below[index].lines {
            Some((first, last)) if first == last => lines[first].states.add(unsaid),
            Some(range) => {
                // What has the focus around several lines does not say which of them has it.
                let unsaid = unsaid.without(States::FOCUSED);
                if !unsaid.is_empty() {
                    groups.push(Group { node: node.id(), range, states: unsaid });
                }
            }
            // A part of an element: what is ticked or chosen in it, is so of the whole.
            None => {
                if let Some(line) = around[index] {
                    lines[line].states.add(unsaid.only(States::CHOSEN));
                }
            }
        }
    }
    if !groups.is_empty() {
        insert(lines, speakers, &groups);
    }
}

/// Which lines stand inside a node, and what they say together.
#[derive(Clone, Copy, Default)]
struct Below {
    lines: Option<(usize, usize)>,
    states: States,
}

fn below(tree: &Tree, lines: &[Line], speakers: &[u32]) -> Vec<Below> {
    let mut below = vec![Below::default(); tree.len()];
    for node in tree.nodes().rev() {
        let index = node.id().index();
        if let Some(own) = line_of(speakers[index]) {
            let inside = &mut below[index];
            let (first, last) = inside.lines.unwrap_or((own, own));
            inside.lines = Some((first.min(own), last.max(own)));
            inside.states.add(lines[own].states);
        }
        let own = below[index];
        if let (Some(parent), Some((first, last))) = (node.parent(), own.lines) {
            let parent = &mut below[parent.id().index()];
            let known = parent.lines.unwrap_or((first, last));
            parent.lines = Some((known.0.min(first), known.1.max(last)));
            parent.states.add(own.states);
        }
    }
    below
}

fn line_of(speaker: u32) -> Option<usize> {
    speaker.checked_sub(1).map(|line| line as usize)
}

/// A layer around several lines.
struct Group {
    node: NodeId,
    range: (usize, usize),
    states: States,
}

/// Puts a line above each group, and what is in it one level deeper.
fn insert(lines: &mut Vec<Line>, speakers: &mut [u32], groups: &[Group]) {
    let len = lines.len();
    let mut deeper = vec![0_i32; len + 1];
    let mut starts: Vec<Vec<&Group>> = vec![Vec::new(); len];
    for group in groups {
        let (first, last) = group.range;
        deeper[first] += 1;
        deeper[last + 1] -= 1;
        starts[first].push(group);
    }
    let mut moved = Vec::with_capacity(len);
    let mut depth = 0;
    let mut all = Vec::with_capacity(len + groups.len());
    for (at, mut line) in lines.drain(..).enumerate() {
        depth += deeper[at];
        let outer = depth - i32::try_from(starts[at].len()).unwrap_or_default();
        // Groups were found from the outside in.
        for (nth, group) in (0..).zip(&starts[at]) {
            let indent = line.indent.saturating_add_signed(outer + nth);
            let kind = LineKind::Fact { node: group.node, word: "group" };
            all.push(Line { indent, kind, states: group.states });
            speakers[group.node.index()] = place(all.len());
        }
        line.indent = line.indent.saturating_add_signed(depth);
        all.push(line);
        moved.push(place(all.len()));
    }
    *lines = all;
    let given: HashSet<NodeId> = groups.iter().map(|group| group.node).collect();
    for (index, speaker) in speakers.iter_mut().enumerate() {
        if !given.contains(&crate::tree::node_id(index))
            && let Some(line) = line_of(*speaker)
        {
            *speaker = moved[line];
        }
    }
}

fn place(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or_default()
}
