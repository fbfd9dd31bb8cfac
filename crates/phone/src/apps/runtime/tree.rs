//! What accessibility is told of a window, as nodes of the screen model.

use serde::Deserialize;

use crate::screen::{Flags, Node, Rect, Tree};

/// More nodes than this are not looked at; no screen has them.
const MOST_NODES: usize = 200_000;

/// A node as the runtime writes it. What no dump shows is not read.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireNode {
    class: Option<String>,
    id: Option<String>,
    text: Option<String>,
    desc: Option<String>,
    hint: Option<String>,
    bounds: [i32; 4],
    index: u32,
    end: u32,
    flags: Vec<String>,
}

impl WireNode {
    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|have| have == flag)
    }
}

/// The tree as the shell's dumper sees it: what the user cannot see is left out with all that is in it, but for the root.
pub(crate) fn tree(package: String, nodes: Vec<WireNode>) -> Tree {
    let count = nodes.len().min(MOST_NODES);
    let mut kept: Vec<Node> = Vec::with_capacity(count);
    // Ends are those of the runtime; they are mended once all nodes are there.
    let mut open: Vec<Open> = Vec::new();
    let mut skip_to = 0;
    for (at, node) in nodes.into_iter().take(count).enumerate() {
        while open.last().is_some_and(|open| open.end <= at) {
            close(&mut open, &mut kept);
        }
        // A subtree ends inside its parent's, whatever it says.
        let limit = open.last().map_or(count, |open| open.end);
        let end = (node.end as usize).clamp(at + 1, limit.max(at + 1));
        if at < skip_to {
            note_name(&open, &mut kept, &node);
            continue;
        }
        let important = at == 0 || node.has("important");
        let lifted = important.then(|| next_place(&mut open));
        if at > 0 && node.has("invisible") {
            note_name(&open, &mut kept, &node);
            skip_to = end;
            continue;
        }
        open.push(Open { at: kept.len(), end, important, children: 0 });
        kept.push(Node { lifted, ..told(node) });
    }
    while !open.is_empty() {
        close(&mut open, &mut kept);
    }
    Tree { package, nodes: kept }
}

/// A node whose subtree is under way.
struct Open {
    at: usize,
    end: usize,
    important: bool,
    /// What is important in it, not counting what is in that.
    children: u32,
}

/// The place of an important node in the nearest important one above it.
fn next_place(open: &mut [Open]) -> u32 {
    let Some(parent) = open.iter_mut().rev().find(|open| open.important) else { return 0 };
    let place = parent.children;
    parent.children += 1;
    place
}

/// What cannot be seen still names what it is in.
fn note_name(open: &[Open], kept: &mut [Node], hidden: &WireNode) {
    let said = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    if (said(&hidden.text) || said(&hidden.desc))
        && let Some(parent) = open.last()
        && let Some(node) = kept.get_mut(parent.at)
    {
        node.flags = node.flags | Flags::NAMED_INSIDE;
    }
}

fn close(open: &mut Vec<Open>, kept: &mut [Node]) {
    let end = u32::try_from(kept.len()).unwrap_or(u32::MAX);
    if let Some(open) = open.pop()
        && let Some(node) = kept.get_mut(open.at)
    {
        node.end = end;
    }
}

fn told(node: WireNode) -> Node {
    let [left, top, right, bottom] = node.bounds;
    let mut flags = Flags::UNIMPORTANT;
    for name in &node.flags {
        flags = match name.as_str() {
            "important" => flags.without(Flags::UNIMPORTANT),
            "checkable" => flags.with(Flags::CHECKABLE),
            "checked" => flags.with(Flags::CHECKED),
            "clickable" => flags.with(Flags::CLICKABLE),
            "disabled" => flags.with(Flags::DISABLED),
            "focusable" => flags.with(Flags::FOCUSABLE),
            "focused" => flags.with(Flags::FOCUSED),
            "scrollable" => flags.with(Flags::SCROLLABLE),
            "longClickable" => flags.with(Flags::LONG_CLICKABLE),
            "password" => flags.with(Flags::PASSWORD),
            "selected" => flags.with(Flags::SELECTED),
            _ => flags,
        };
    }
    Node {
        class: node.class.unwrap_or_default().into(),
        id: node.id.unwrap_or_default(),
        text: node.text.unwrap_or_default(),
        desc: node.desc.unwrap_or_default(),
        hint: node.hint.unwrap_or_default(),
        flags,
        index: node.index,
        lifted: None,
        end: 0,
        bounds: Rect::new(left, top, right, bottom),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node(text: &str, end: u32, flags: &[&str]) -> WireNode {
        WireNode {
            text: Some(text.to_owned()),
            end,
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            ..WireNode::default()
        }
    }

    #[test]
    fn what_cannot_be_seen_is_left_out_with_what_is_in_it() {
        let nodes = vec![
            node("root", 6, &["invisible"]),
            node("a", 3, &["important"]),
            node("b", 3, &[]),
            node("hidden", 5, &["invisible"]),
            node("in hidden", 5, &[]),
            node("c", 6, &["clickable", "unheard-of"]),
        ];
        let tree = tree("com.x".to_owned(), nodes);
        let shown: Vec<_> = tree.nodes.iter().map(|node| (node.text.as_str(), node.end)).collect();
        assert_eq!(shown, [("root", 4), ("a", 3), ("b", 3), ("c", 4)]);
        assert!(!tree.nodes[1].flags.has(Flags::UNIMPORTANT));
        assert!(tree.nodes[2].flags.has(Flags::UNIMPORTANT));
        assert!(tree.nodes[3].flags.has(Flags::CLICKABLE));
        assert!(tree.nodes[0].flags.has(Flags::NAMED_INSIDE));
    }

    #[test]
    fn places_among_the_important_count_what_cannot_be_seen() {
        let nodes = vec![
            node("root", 7, &[]),
            node("a", 2, &["important"]),
            node("wrapper", 5, &[]),
            node("hidden", 4, &["important", "invisible"]),
            node("b", 5, &["important"]),
            node("hidden wrapper", 6, &["invisible"]),
            node("c", 7, &["important"]),
        ];
        let tree = tree(String::new(), nodes);
        let places: Vec<_> =
            tree.nodes.iter().map(|node| (node.text.as_str(), node.lifted)).collect();
        let expected =
            [("root", Some(0)), ("a", Some(0)), ("wrapper", None), ("b", Some(2)), ("c", Some(3))];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_node_reads_with_parts_missing() {
        let text = r#"{"class": "android.webkit.WebView", "bounds": [0, 0, 9, 9], "index": 2, "end": 1, "gap": "webview",
            "range": [1, 0.0, 1.0, 0.5], "actions": [16]}"#;
        let read: WireNode = serde_json::from_str(text).unwrap();
        let tree = tree(String::new(), vec![read]);
        assert_eq!((tree.nodes[0].index, tree.nodes[0].end), (2, 1));
        assert_eq!(tree.nodes[0].bounds, Rect::new(0, 0, 9, 9));
    }

    proptest! {
        #[test]
        fn whatever_the_ends_say_subtrees_nest(ends in prop::collection::vec((0_u32..40, any::<bool>()), 0..30)) {
            let nodes = ends
                .iter()
                .map(|(end, hidden)| node("", *end, if *hidden { &["invisible"] } else { &[] }))
                .collect();
            let tree = tree(String::new(), nodes);
            for (at, node) in tree.nodes.iter().enumerate() {
                prop_assert!(node.end as usize > at && node.end as usize <= tree.nodes.len());
                for inside in &tree.nodes[at..node.end as usize] {
                    prop_assert!(inside.end <= node.end);
                }
            }
        }
    }
}
