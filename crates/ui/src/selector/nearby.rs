//! The control that a label stands beside or above when nothing in the tree ties the two together:
//! `Volume` over a slider, `Email` over a nameless field.

use std::cmp::Reverse;

use super::names::Names;
use crate::{Bounds, Node, NodeId, Reading, Role};

/// How many things in reading order are looked at, the nearest first.
const LOOK: usize = 7;
/// How far a control may overlap its label, and how far it may be from it, in pixels.
const OVERLAP: i32 = -32;
const FARTHEST: i32 = 640;

/// A control that is found by its track rather than by its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Track {
    pub axis: Axis,
    pub bounds: Bounds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Horizontal,
    Vertical,
}

pub(super) struct Nearby {
    pub(super) node: NodeId,
    pub(super) track: Option<Track>,
}

/// The control that `label` reads like the label of. None where two are equally likely, or where other
/// words stand between: a heading is not the name of the first control under it.
pub(super) fn nearby(label: Node<'_>, reading: &Reading, names: Names<'_>) -> Option<Nearby> {
    let from = reading.visibility.shown(label)?;
    let root = label.ancestors().last().unwrap_or(label);
    let mut near: Vec<(i32, Node<'_>, Bounds)> = root
        .descendants()
        .filter(|node| node.id() != label.id() && !node.contains(label.id()))
        .filter(|node| !label.contains(node.id()) && is_entry(*node))
        .filter_map(|node| {
            let bounds = reading.visibility.shown(node)?;
            Some((gap(from, bounds)?, node, bounds))
        })
        .collect();
    // By place and not by order in the tree, which need not be the order on the display.
    let place = |bounds: Bounds| (bounds.top, bounds.left, Reverse((bounds.bottom, bounds.right)));
    let key = |(gap, _, bounds): &(i32, Node<'_>, Bounds)| (*gap, place(*bounds));
    near.sort_by_key(key);
    // What stands on one spot is seen or left out together.
    if let Some(last) = near.get(LOOK - 1).map(key) {
        near.truncate(near.partition_point(|entry| key(entry) <= last));
    }

    let mut best: Option<(i32, Nearby, Bounds)> = None;
    let mut shared = false;
    for (gap, node, bounds) in &near {
        let track = track(*node, *bounds, from, reading);
        if !is_control(*node, track, names) || belongs_elsewhere(*node, from, *bounds, names) {
            continue;
        }
        let score = gap + worth(*node, track, from, *bounds, names);
        let found = Nearby { node: node.id(), track };
        match &best {
            Some((least, ..)) if score > *least => {}
            Some((least, ..)) if score == *least => shared = true,
            _ => (best, shared) = (Some((score, found, *bounds)), false),
        }
    }
    let (_, found, to) = best.filter(|_| !shared)?;
    let between = near.iter().any(|(_, node, bounds)| {
        node.id() != found.node
            && node.own_label().is_some()
            && !names.is_element(node.id())
            && stands_between(from, *bounds, to)
    });
    (!between).then_some(found)
}

/// Something that a reader of the screen would count.
fn is_entry(node: Node<'_>) -> bool {
    node.is_interactive() || node.is_focusable() || node.own_label().is_some()
}

/// What has a value or takes one. A button says itself what it does, and is nobody's control.
fn is_control(node: Node<'_>, track: Option<Track>, names: Names<'_>) -> bool {
    let valued = node.is_checkable()
        || node.is_editable()
        || matches!(
            node.role(),
            Role::Slider | Role::Spinner | Role::Dropdown | Role::Stepper | Role::SegmentedControl
        );
    let bare = !names.is_named(node.id()) && node.children().next().is_none();
    let drawn = bare && track.is_some() && (node.is_clickable() || node.is_focusable());
    node.is_enabled() && !node.is_scrollable() && (valued || drawn)
}

/// A switch that has a name belongs to a label in its own row at most, as in `Wifi  [ON]`.
fn belongs_elsewhere(node: Node<'_>, from: Bounds, bounds: Bounds, names: Names<'_>) -> bool {
    node.is_checkable() && names.is_named(node.id()) && !in_one_row(from, bounds)
}

/// What counts for a control besides being near; less is better.
fn worth(node: Node<'_>, track: Option<Track>, from: Bounds, to: Bounds, names: Names<'_>) -> i32 {
    let class = node.class().to_ascii_lowercase();
    let container = ["view", "layout", "group", "frame"].iter().any(|part| class.contains(part));
    let wide = i64::from(to.width()) * 2 > i64::from(from.width()) * 3;
    let mut worth = if names.is_named(node.id()) { 20 } else { -18 };
    for (holds, bonus) in [(track.is_some(), 30), (container, 10), (wide, 8)] {
        if holds {
            worth -= bonus;
        }
    }
    worth
}

/// The distance from a label to what stands under it or in its row, within bounds.
fn gap(label: Bounds, other: Bounds) -> Option<i32> {
    let across = overlap(label.left, label.right, other.left, other.right);
    let gap = if in_one_row(label, other) {
        -across
    } else if across >= OVERLAP {
        other.top.saturating_sub(label.bottom)
    } else {
        return None;
    };
    (OVERLAP..=FARTHEST).contains(&gap).then_some(gap)
}

/// At least half of the lower one stands beside the other, and not on it.
fn in_one_row(one: Bounds, other: Bounds) -> bool {
    let along = overlap(one.top, one.bottom, other.top, other.bottom);
    let across = overlap(one.left, one.right, other.left, other.right);
    along.saturating_mul(2) >= one.height().min(other.height()) && along > 0 && across <= -OVERLAP
}

/// How much two spans share; negative is how far they are apart.
fn overlap(start: i32, end: i32, other_start: i32, other_end: i32) -> i32 {
    end.min(other_end).saturating_sub(start.max(other_start))
}

fn stands_between(from: Bounds, other: Bounds, to: Bounds) -> bool {
    if in_one_row(from, to) {
        let (middle, ends) = (other.center(), [from.center().x, to.center().x]);
        return in_one_row(from, other)
            && middle.x > ends[0].min(ends[1])
            && middle.x < ends[0].max(ends[1]);
    }
    // Beside the label there is often its value: `Volume   50 %`.
    !in_one_row(from, other) && other.center().y < to.center().y && !in_one_row(other, to)
}

/// A slider by its class, or something long and thin enough to be the track of one.
fn track(node: Node<'_>, bounds: Bounds, label: Bounds, reading: &Reading) -> Option<Track> {
    let (width, height) = (bounds.width(), bounds.height());
    let axis = if height > width { Axis::Vertical } else { Axis::Horizontal };
    let class = node.class().to_ascii_lowercase();
    let named = node.role() == Role::Slider
        || ["slider", "seek", "range"].iter().any(|part| class.contains(part));
    let share = |side: i32, percent: i64| i64::from(side) * percent / 100;
    let (length, thickness, label_side) = match axis {
        Axis::Horizontal => (width, height, label.width()),
        Axis::Vertical => (height, width, label.height()),
    };
    let [short, long] =
        [reading.size.width.min(reading.size.height), reading.size.width.max(reading.size.height)];
    let long_enough = i64::from(length)
        >= 220.max(share(short, 18)).max(share(long, 18)).max(share(label_side, 150));
    let thin_enough = i64::from(thickness) <= 180.max(share(short, 8)).max(share(long, 8));
    let shaped = long_enough && thin_enough && !node.is_editable() && !node.is_checkable();
    (named || shaped).then_some(Track { axis, bounds })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parse_uiautomator;
    use crate::selector::{Found, Purpose, Selector};

    const LABEL: &str =
        r#"<node class="android.widget.TextView" text="Volume" bounds="[40,400][240,450]"/>"#;

    fn find(body: &str) -> Found {
        let screen =
            format!(r#"<hierarchy><node bounds="[0,0][1080,2400]">{body}</node></hierarchy>"#);
        let reading = Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None);
        let selector = Selector { text: Some("Volume".into()), ..Selector::default() };
        selector.find(&reading, Purpose::Act)
    }

    /// The place of what was taken, or none.
    fn taken(rest: &[&str]) -> Option<u32> {
        let found = find(&[&[LABEL], rest].concat().concat());
        let [only] = found.matches.as_slice() else { panic!("{found:?}") };
        only.actionable.then_some(only.target.0)
    }

    fn node(attributes: &str, bounds: &str) -> String {
        format!(r#"<node {attributes} bounds="{bounds}"/>"#)
    }

    const SLIDER: &str = r#"class="android.widget.SeekBar""#;
    const FIELD: &str = r#"class="android.widget.EditText" clickable="true""#;
    const SWITCH: &str = r#"class="android.view.View" checkable="true" clickable="true""#;
    const TEXT: &str = r#"class="android.widget.TextView" text="Words""#;
    const BUTTON: &str = r#"class="android.widget.Button" clickable="true" text="Buy""#;

    /// Holds targets.16.
    #[test]
    fn a_label_over_a_control_stands_for_it() {
        for control in [SLIDER, FIELD, SWITCH] {
            assert_eq!(taken(&[&node(control, "[40,470][1040,560]")]), Some(2), "{control}");
            assert_eq!(
                taken(&[&node(control, "[40,1091][1040,1200]")]),
                None,
                "too far: {control}"
            );
            assert_eq!(taken(&[&node(control, "[40,300][1040,399]")]), None, "above: {control}");
            assert_eq!(taken(&[&node(control, "[300,470][1040,560]")]), None, "aside: {control}");
        }
        assert_eq!(taken(&[&node(BUTTON, "[40,470][1040,560]")]), None, "a button names itself");
    }

    #[test]
    fn a_label_beside_a_control_stands_for_it() {
        assert_eq!(taken(&[&node(FIELD, "[240,400][344,496]")]), Some(2));
        assert_eq!(taken(&[&node(FIELD, "[700,380][900,480]")]), Some(2));
        assert_eq!(taken(&[&node(FIELD, "[900,380][1000,480]")]), None, "too far");
        let on = r#"class="android.widget.Switch" checkable="true" text="ON""#;
        assert_eq!(taken(&[&node(on, "[300,390][400,460]")]), Some(2));
        assert_eq!(taken(&[&node(on, "[40,470][400,560]")]), None, "it has a name of its own");
    }

    #[test]
    fn a_track_is_told_with_its_axis() {
        let found = find(&[LABEL, &node(SLIDER, "[40,470][1040,560]")].concat());
        let only = &found.matches[0];
        assert_eq!(only.reason(), "text_match, slider_track_preferred");
        assert!((only.confidence() - 0.55).abs() < 1e-9);
        let bounds = Bounds::new(40, 470, 1040, 560);
        assert_eq!(only.track, Some(Track { axis: Axis::Horizontal, bounds }));
        let drawn = r#"class="android.view.View" clickable="true""#;
        let found = find(&[LABEL, &node(drawn, "[100,470][200,1000]")].concat());
        assert_eq!(found.matches[0].track.map(|track| track.axis), Some(Axis::Vertical));
        let found = find(&[LABEL, &node(FIELD, "[40,470][1040,560]")].concat());
        assert_eq!(found.matches[0].reason(), "text_match, nearby_actionable_control");
        assert_eq!(found.matches[0].track, None);
    }

    #[test]
    fn the_nearer_the_barer_and_the_longer_wins_and_equals_do_not() {
        let [slider, below] =
            [node(SLIDER, "[40,470][1040,560]"), node(SLIDER, "[40,570][1040,660]")];
        assert_eq!(taken(&[&below, &slider]), Some(3));
        let field = node(FIELD, "[40,460][1040,469]");
        assert_eq!(taken(&[&field, &slider]), Some(3), "a track outweighs ten pixels");
        let [one, other] = [node(FIELD, "[40,470][500,560]"), node(FIELD, "[140,470][600,560]")];
        assert_eq!(taken(&[&one, &other]), None);
    }

    #[test]
    fn words_in_between_are_nearer_to_the_control() {
        let slider = node(SLIDER, "[40,570][1040,660]");
        assert_eq!(taken(&[&node(TEXT, "[40,470][500,520]"), &slider]), None);
        assert_eq!(taken(&[&node(TEXT, "[700,400][800,450]"), &slider]), Some(3), "a value");
        assert_eq!(taken(&[&slider, &node(TEXT, "[40,700][500,750]")]), Some(2), "a text below");
    }

    #[test]
    fn only_the_next_seven_are_looked_at() {
        let image = |at: i32| node(r#"focusable="true""#, &format!("[40,{at}][90,{}]", at + 4));
        let slider = node(SLIDER, "[40,570][1040,660]");
        for (images, expected) in [(6, Some(8)), (7, None)] {
            let mut rest: Vec<String> = (0..images).map(|at| image(451 + at * 5)).collect();
            rest.push(slider.clone());
            let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
            assert_eq!(taken(&rest), expected, "{images}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_in_the_tree_does_not_matter(
            rest in proptest::sample::subsequence(
                [
                    (SLIDER, "[40,470][1040,560]"),
                    (SLIDER, "[40,570][1040,660]"),
                    (FIELD, "[40,470][500,560]"),
                    (FIELD, "[240,400][344,496]"),
                    (FIELD, "[360,400][464,496]"),
                    (BUTTON, "[40,455][200,468]"),
                    (TEXT, "[700,400][800,450]"),
                    (TEXT, "[40,460][500,469]"),
                ]
                .to_vec(),
                0..=8,
            )
            .prop_shuffle(),
        ) {
            let found = |rest: &[(&'static str, &'static str)]| {
                let nodes: Vec<String> = rest.iter().map(|(kind, place)| node(kind, place)).collect();
                let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
                taken(&nodes).map(|at| rest[at as usize - 2])
            };
            let mut sorted = rest.clone();
            sorted.sort_unstable();
            prop_assert_eq!(found(&rest), found(&sorted));
        }
    }

    #[test]
    fn two_labels_are_ambiguous_before_any_control_is_looked_for() {
        let again = LABEL.replace("400", "900").replace("450", "950");
        let found = find(&[LABEL, &node(SLIDER, "[40,470][1040,560]"), &again].concat());
        assert_eq!(found.count, 2);
        assert!(found.matches.iter().all(|found| !found.actionable));
    }
}
