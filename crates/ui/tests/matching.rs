//! Matching, over generated screens.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use proptest::prelude::*;
use ui::{Node, NodeId, Purpose, Reading, Role, Selector, parse_uiautomator};

/// A node to be written down. Its package is its name: no selector looks at it.
#[derive(Debug, Clone)]
struct Made {
    name: u32,
    text: &'static str,
    description: &'static str,
    id: &'static str,
    flags: [bool; 4],
    bounds: [i32; 4],
    children: Vec<Self>,
}

const FLAGS: [&str; 4] = ["clickable", "long-clickable", "scrollable", "focusable"];
const LABELS: [&str; 7] = ["", "", "", "Pay", "Pay now", "pay", "OK"];
const IDS: [&str; 4] = ["", "", "a:id/pay", "a:id/pay_now"];

fn made() -> impl Strategy<Value = Made> {
    let label = || proptest::sample::select(LABELS.to_vec());
    let leaf = (
        label(),
        label(),
        proptest::sample::select(IDS.to_vec()),
        proptest::array::uniform4(proptest::bool::weighted(0.15)),
        // Few places and sizes, so that things lie in and upon each other.
        proptest::array::uniform2(0_usize..3),
        proptest::array::uniform2(0_usize..4),
    )
        .prop_map(|(text, description, id, flags, place, size)| {
            let [left, top] = place.map(|at| [0, 10, 20][at]);
            let [width, height] = size.map(|at| [0, 10, 40, 100][at]);
            Made {
                name: 0,
                text,
                description,
                id,
                flags,
                bounds: [left, top, left + width, top + height],
                children: Vec::new(),
            }
        });
    let tree = leaf.prop_recursive(5, 40, 5, |inner| {
        (inner.clone(), proptest::collection::vec(inner, 0..5)).prop_map(|(mut made, children)| {
            made.children.extend(children);
            made
        })
    });
    proptest::collection::vec(tree, 1..6).prop_map(|children| {
        let mut frame = Made {
            name: 0,
            text: "",
            description: "",
            id: "",
            flags: [false; 4],
            bounds: [0, 0, 200, 200],
            children,
        };
        let mut next = 0;
        frame.number(&mut next);
        frame
    })
}

impl Made {
    fn number(&mut self, next: &mut u32) {
        self.name = *next;
        *next += 1;
        for child in &mut self.children {
            child.number(next);
        }
    }

    /// The same things in the same places, told in another order.
    fn shuffled(&self, seed: u64) -> Self {
        let mut made = self.clone();
        let rank = |name: u32| (u64::from(name) + 1).wrapping_mul(seed | 1).rotate_left(29);
        made.children = made.children.iter().map(|child| child.shuffled(seed)).collect();
        made.children.sort_by_key(|child| rank(child.name));
        made
    }

    fn write(&self, out: &mut String) {
        let [left, top, right, bottom] = self.bounds;
        let Self { name, text, description, id, .. } = self;
        let _infallible = write!(
            out,
            r#"<node package="n{name}" class="android.view.View" text="{text}" content-desc="{description}" resource-id="{id}" bounds="[{left},{top}][{right},{bottom}]""#
        );
        for (flag, _) in FLAGS.iter().zip(self.flags).filter(|(_, set)| *set) {
            let _infallible = write!(out, r#" {flag}="true""#);
        }
        out.push('>');
        self.children.iter().for_each(|child| child.write(out));
        out.push_str("</node>");
    }

    fn read(&self) -> Reading {
        let mut xml = String::from("<hierarchy>");
        self.write(&mut xml);
        xml.push_str("</hierarchy>");
        Reading::of(parse_uiautomator(xml.as_bytes()).expect("well formed"), None)
    }
}

fn selector() -> impl Strategy<Value = Selector> {
    let some = |words: &[&'static str]| {
        let words: Vec<String> = words.iter().copied().map(str::to_owned).collect();
        proptest::option::weighted(0.4, proptest::sample::select(words))
    };
    (
        some(&["Pay", "pay", "OK", "a"]),
        some(&["Pay", "ay n"]),
        some(&["Pay", "OK"]),
        some(&["pay", "a:id/pay_now", "ay"]),
        some(&["pay", "gone"]),
        proptest::option::weighted(0.2, Just(Role::Button)),
        proptest::array::uniform3(any::<bool>()),
    )
        .prop_map(|(text, text_contains, description, id, stable_id, role, flags)| {
            let [contains, ignore_case, include_hidden] = flags;
            Selector {
                text,
                text_contains,
                description,
                id,
                stable_id,
                role,
                contains,
                ignore_case,
                include_hidden,
                ..Selector::default()
            }
        })
        .prop_filter("says nothing", |selector| !selector.is_empty())
}

const PURPOSES: [Purpose; 3] = [Purpose::Look, Purpose::Reach, Purpose::Act];

fn name_of(reading: &Reading, node: NodeId) -> &str {
    reading.tree.node(node).package()
}

/// A second reading of the rules, as plain as can be: does the field hold, wholly or in part?
fn holds(selector: &Selector, node: Node<'_>, target: Node<'_>) -> Option<bool> {
    let fold = |text: &str| {
        if selector.ignore_case { text.to_lowercase() } else { text.to_owned() }
    };
    let fit = |labels: &[&str], wanted: &Option<String>, parts: bool| -> Option<bool> {
        let Some(wanted) = wanted else { return Some(true) };
        let labels: Vec<String> = labels.iter().map(|label| fold(label)).collect();
        if labels.contains(&fold(wanted)) {
            return Some(true);
        }
        let part = parts && labels.iter().any(|label| label.contains(&fold(wanted)));
        part.then_some(false)
    };
    let parts = selector.contains;
    let shown = [node.text(), node.description()];
    let labels = [
        fit(&shown, &selector.text, parts)?,
        fit(&shown, &selector.text_contains, true)?,
        fit(&[node.description()], &selector.description, parts)?,
    ];
    let ids = [node.resource_id(), node.short_id(), target.resource_id(), target.short_id()];
    let labelled = selector.text.is_some()
        || selector.text_contains.is_some()
        || selector.description.is_some();
    let id = fit(if labelled { &ids } else { &ids[..2] }, &selector.id, parts)?;
    Some(labels.into_iter().chain([id]).all(|whole| whole))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_siblings_does_not_matter(
        made in made(),
        selector in selector(),
        seed in any::<u64>(),
    ) {
        let (one, other) = (made.read(), made.shuffled(seed).read());
        for purpose in PURPOSES {
            let found = |reading: &Reading| -> BTreeSet<String> {
                let found = selector.find(reading, purpose);
                let told = found.matches.iter().map(|found| {
                    let target = name_of(reading, found.target);
                    format!("{target} {} {}", found.confidence(), found.reason())
                });
                told.collect()
            };
            prop_assert_eq!(found(&one), found(&other), "{:?}", purpose);
        }
    }

    #[test]
    fn a_match_satisfies_its_selector_and_exact_beats_partial(
        made in made(),
        selector in selector(),
    ) {
        let reading = made.read();
        let described = Selector { stable_id: None, ..selector.clone() };
        let found = described.find(&reading, Purpose::Look);
        let fits: Vec<bool> = found
            .matches
            .iter()
            .map(|found| {
                let [node, target] = [found.node, found.target].map(|id| reading.tree.node(id));
                holds(&described, node, target).expect("what is found fits")
            })
            .collect();
        prop_assert!(fits.iter().all(|whole| *whole) || fits.iter().all(|whole| !whole));
        // What fits by itself alone is never missed, and a whole fit never loses to a part.
        let seen = |node: &Node<'_>| {
            described.include_hidden || !reading.visibility.is_pruned(node.id())
        };
        let by_hand = reading.tree.nodes().filter(seen).filter_map(|node| {
            let alone = holds(&described, node, node)?;
            (described.role.is_none() && !described.is_empty()).then_some(alone)
        });
        match by_hand.max() {
            Some(true) => prop_assert!(fits.contains(&true)),
            Some(false) => prop_assert!(!fits.is_empty()),
            None => {}
        }
    }

    #[test]
    fn confidence_stays_on_its_scale(made in made(), selector in selector()) {
        let reading = made.read();
        for purpose in PURPOSES {
            let found = selector.find(&reading, purpose);
            prop_assert!(found.matches.len() <= found.count.max(1));
            prop_assert!(found.alternates.len() <= 3);
            for found in found.matches {
                prop_assert!((0.0..=1.0).contains(&found.confidence()));
                prop_assert!(found.is_plain() || found.confidence() < 1.0 || found.reason().starts_with("partial"));
            }
        }
    }

    #[test]
    fn every_part_and_index_is_one_of_the_whole(made in made(), selector in selector()) {
        let reading = made.read();
        let all = selector.find(&reading, Purpose::Look);
        for index in 0..=all.count {
            let chosen = Selector { index: Some(index), ..selector.clone() };
            let found = chosen.find(&reading, Purpose::Look);
            prop_assert_eq!(found.matches.first(), all.matches.get(index));
            prop_assert_eq!(found.count, all.count);
        }
    }

    #[test]
    fn promotion_is_what_looking_at_everything_finds(made in made(), at in any::<prop::sample::Index>()) {
        let mut made = made;
        let count = made.read().tree.len();
        let needle = u32::try_from(at.index(count - 1) + 1).unwrap();
        made.mark(needle);
        let reading = made.read();
        let selector = Selector { text: Some("Needle".into()), ..Selector::default() };
        let found = selector.find(&reading, Purpose::Reach);
        let node = reading.tree.nodes().find(|node| node.text() == "Needle").unwrap();
        if reading.visibility.is_pruned(node.id()) {
            prop_assert!(found.matches.is_empty());
            return Ok(());
        }
        let expected = by_hand(node, &reading);
        prop_assert_eq!(found.matches[0].actionable, expected.is_some());
        prop_assert_eq!(found.matches[0].target, expected.unwrap_or(node.id()));
    }

    #[test]
    fn what_is_offered_is_shown(made in made(), selector in selector()) {
        let reading = made.read();
        for near in selector.nearest(&reading) {
            prop_assert!(!reading.visibility.is_pruned(near.node));
        }
    }
}

impl Made {
    fn mark(&mut self, name: u32) {
        if self.name == name {
            self.text = "Needle";
            self.flags = [false; 4];
        }
        self.children.iter_mut().for_each(|child| child.mark(name));
    }
}

fn by_hand(node: Node<'_>, reading: &Reading) -> Option<NodeId> {
    let takes = |node: &Node<'_>| {
        let shown = !reading.visibility.is_pruned(node.id());
        shown && node.is_interactive() && !node.is_scrollable()
    };
    let above: Vec<Node<'_>> = node.ancestors().take(20).collect();
    let reach = above.iter().position(|above| above.is_scrollable()).unwrap_or(above.len());
    if let Some(above) = above[..reach].iter().copied().find(takes) {
        return Some(above.id());
    }
    let inner = reading.visibility.shown(node)?;
    let mut around: Vec<(i64, NodeId)> = Vec::new();
    for other in reading.tree.nodes().skip(1).filter(takes) {
        if let Some(outer) = reading.visibility.shown(other).filter(|outer| outer.encloses(inner)) {
            around.push((i64::from(outer.width()) * i64::from(outer.height()), other.id()));
        }
    }
    around.sort_unstable();
    match around.as_slice() {
        [] => None,
        [(size, _), (next, _), ..] if size == next => None,
        [(_, smallest), ..] => Some(*smallest),
    }
}

#[test]
fn a_hostile_screen_takes_no_longer_for_being_one() {
    // Quadratic work over these would not end within the patience of whoever runs the tests.
    let rows: String = (0..20_000)
        .map(|row| {
            let top = row % 2_000;
            format!(r#"<node text="Row" bounds="[0,{top}][1080,{}]"/>"#, top + 9)
        })
        .collect();
    let screen = format!(r#"<hierarchy><node bounds="[0,0][1080,2400]">{rows}</node></hierarchy>"#);
    let reading = Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None);
    let row = Selector { text: Some("Row".into()), ..Selector::default() };
    assert_eq!(row.find(&reading, Purpose::Act).count, 20_000);
    let last = Selector { index: Some(19_999), ..row };
    assert_eq!(last.find(&reading, Purpose::Act).matches[0].node, NodeId(20_000));
    let miss = Selector { text: Some("Rows".into()), ..Selector::default() };
    assert_eq!(miss.nearest(&reading).len(), 3);
}
