//! What a screen says is a way to what it says it of.

use std::collections::{BTreeMap, BTreeSet};

use judge::{Scene, visible_labels};
use ui::extra::Value;
use ui::{Match, Node, NodeId, Purpose, Reading, Selector, parse};

use crate::screens;

#[test]
fn every_visible_label_finds_what_it_names() {
    let (mut unique, mut shared) = (0, 0);
    for recording in screens() {
        let Ok(tree) = parse(&recording.bytes, recording.format) else { continue };
        let reading = &Reading::of(tree, None);
        let name = &recording.name;
        let scene = Scene::of(&reading.tree, reading.size);
        // Whoever carries a label, in whichever of its attributes and however it is spaced.
        let mut carriers: BTreeMap<String, BTreeSet<NodeId>> = BTreeMap::new();
        for node in scene.visible() {
            for label in labels(node) {
                carriers.entry(spaced(label)).or_default().insert(node.id());
            }
        }
        for label in visible_labels(&scene) {
            let words = [label.node.text(), label.node.description(), label.node.hint()];
            let raw = words.into_iter().find(|raw| shown(raw) == label.escaped);
            let raw = raw.unwrap_or_default();
            let matches = find(reading, raw);
            assert_eq!(matches, find(reading, &label.escaped), "{name}: {raw:?} as it is shown");
            let carriers = &carriers[&spaced(raw)];
            assert!(
                matches.iter().all(|found| carriers.contains(&found.node)),
                "{name}: {raw:?} fits {matches:?}"
            );
            if carriers.len() > 1 {
                shared += 1;
                assert!(!matches.is_empty(), "{name}: {raw:?}");
                continue;
            }
            unique += 1;
            let [only] = matches.as_slice() else { panic!("{name}: {raw:?} fits {matches:?}") };
            assert!(stands_for(reading, only.node, only.target), "{name}: {raw:?}: {only:?}");
            assert!(only.is_plain(), "{name}: {raw:?}: {only:?}");
        }
    }
    println!(
        "{unique} labels found that stand once on their screen, {shared} that stand there often"
    );
    assert!(screens().is_empty() || unique > 1_000, "{unique}");
}

#[test]
fn what_a_line_calls_an_element_is_a_way_to_it() {
    for recording in screens() {
        let Ok(tree) = parse(&recording.bytes, recording.format) else { continue };
        let reading = &Reading::of(tree, None);
        let mut called: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
        for element in reading.outline.elements() {
            let named_by = element.label.map(|label| reading.tree.node(label.0));
            if let Some(words) = named_by.and_then(Node::own_label) {
                called.entry(spaced(words)).or_default().push(element.node);
            }
        }
        for (words, elements) in called {
            let selector = Selector { text: Some(words.clone()), ..Selector::default() };
            let found = selector.find(reading, Purpose::Act);
            let targets: Vec<NodeId> = found.matches.iter().map(|found| found.target).collect();
            assert!(found.matches.iter().all(|found| found.actionable), "{words:?}");
            assert!(
                elements.iter().any(|element| targets.contains(element)),
                "{}: {words:?} is {elements:?}, not {targets:?}",
                recording.name
            );
        }
    }
}

fn find(reading: &Reading, text: &str) -> Vec<Match> {
    let selector = Selector { text: Some(text.to_owned()), ..Selector::default() };
    selector.find(reading, Purpose::Look).matches
}

/// Itself, the element that its words are the name of, or the one that it is a part of.
fn stands_for(reading: &Reading, node: NodeId, target: NodeId) -> bool {
    let speaks = reading.outline.element(node).is_some_and(|element| element.node == target);
    node == target || speaks || reading.tree.node(target).contains(node)
}

/// Everything that a node shows as words.
fn labels(node: Node<'_>) -> impl Iterator<Item = &str> {
    let value = match node.extra().and_then(|extra| extra.value.as_ref()) {
        Some(Value::Text(value)) => value,
        Some(Value::Number(_)) | None => "",
    };
    let own = [node.readable_text(), node.description(), node.hint(), node.tooltip(), node.pane()];
    own.into_iter().chain([value]).filter(|label| !label.trim().is_empty())
}

fn spaced(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(label: &str) -> String {
    let quoted = ui::text::quote(label);
    quoted[1..quoted.len() - 1].to_owned()
}
