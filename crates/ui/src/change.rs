//! What kind of change lies between two readings of a screen.

use std::hash::{BuildHasher as _, Hash as _, Hasher};

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};

use crate::dynamic::is_timestamp;
use crate::extra::Value;
use crate::{Flag, Node, Reading, Role};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Change {
    /// Something came, went or moved.
    HierarchyDiff,
    /// Something says something else.
    TextChange,
    /// Something is set differently.
    StateChange,
}

/// Hashes of what a reading consists of, each blind to the others.
///
/// The contract lets the hierarchy signature cover everything, so that every change would be a change of
/// hierarchy and the other two kinds never be told. Here it is structure alone, and places count only
/// where neither words nor state explain a change: a longer word takes more room, but nothing moved.
/// Focus, clocks and dates, and the values of progress bars count nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeSignatures {
    pub hierarchy: u64,
    pub places: u64,
    pub text: u64,
    pub state: u64,
}

impl ChangeSignatures {
    pub fn of(reading: &Reading) -> Self {
        let hash = || FixedState::default().build_hasher();
        let (mut hierarchy, mut places, mut text, mut state) = (hash(), hash(), hash(), hash());
        let visibility = &reading.visibility;
        visibility.has_keyboard().hash(&mut hierarchy);
        for node in reading.tree.nodes().filter(|node| !visibility.is_pruned(node.id())) {
            (node.depth(), node.role() as u8).hash(&mut hierarchy);
            node.resource_id().hash(&mut hierarchy);
            let bounds = node.bounds();
            for edge in [bounds.left, bounds.top, bounds.right, bounds.bottom] {
                edge.div_euclid(8).hash(&mut places);
            }
            hash_words(node, &mut text);
            hash_state(node, &mut state);
        }
        Self {
            hierarchy: hierarchy.finish(),
            places: places.finish(),
            text: text.finish(),
            state: state.finish(),
        }
    }

    /// Whether a change of this kind, perhaps among others, lies between the two.
    pub fn differ_in(self, other: Self, change: Change) -> bool {
        match change {
            Change::HierarchyDiff => {
                (self.hierarchy, self.places) != (other.hierarchy, other.places)
            }
            Change::TextChange => self.text != other.text,
            Change::StateChange => self.state != other.state,
        }
    }
}

/// The kind of change that says most about what happened; none where nothing did.
pub fn classify(before: ChangeSignatures, after: ChangeSignatures) -> Option<Change> {
    if before.hierarchy != after.hierarchy {
        Some(Change::HierarchyDiff)
    } else if before.text != after.text {
        Some(Change::TextChange)
    } else if before.state != after.state {
        Some(Change::StateChange)
    } else {
        (before.places != after.places).then_some(Change::HierarchyDiff)
    }
}

fn hash_words(node: Node<'_>, hash: &mut impl Hasher) {
    let own = if speaks_its_state(node) { ["", ""] } else { [node.text(), node.description()] };
    for words in own.into_iter().chain([node.hint(), node.pane(), node.tooltip()]) {
        let words = words.trim();
        let counts = node.is_editable() || !is_timestamp(words);
        if counts { words } else { "" }.hash(hash);
    }
    node.extra().and_then(|extra| extra.error.as_deref()).hash(hash);
}

fn hash_state(node: Node<'_>, hash: &mut impl Hasher) {
    for flag in [Flag::Checked, Flag::Selected, Flag::Expanded, Flag::Enabled, Flag::Invalid] {
        node.flags().said(flag).hash(hash);
    }
    if node.role() == Role::ProgressBar {
        return;
    }
    node.state().hash(hash);
    if node.is_editable() || speaks_its_state(node) {
        (node.text(), node.description()).hash(hash);
    }
    hash_value(node, hash);
}

/// The numbers behind a control.
pub(crate) fn hash_value(node: Node<'_>, hash: &mut impl Hasher) {
    let Some(extra) = node.extra() else { return };
    extra.range.map(|range| [range.min, range.max, range.current].map(f64::to_bits)).hash(hash);
    match &extra.value {
        Some(Value::Number(number)) => number.to_bits().hash(hash),
        Some(Value::Text(text)) => text.hash(hash),
        None => {}
    }
}

/// Sliders and bars say their value where others have a name, and old switches say `ON`.
pub(crate) fn speaks_its_state(node: Node<'_>) -> bool {
    matches!(node.role(), Role::Slider | Role::ProgressBar | Role::Switch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;

    fn of(body: &str) -> ChangeSignatures {
        let xml = format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,1920]">{body}</node></hierarchy>"#
        );
        ChangeSignatures::of(&Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None))
    }

    fn check(before: &str, after: &str, expected: Option<Change>) {
        assert_eq!(classify(of(before), of(after)), expected, "{before} to {after}");
        assert_eq!(classify(of(after), of(before)), expected, "{after} to {before}");
        if let Some(change) = expected {
            assert!(of(before).differ_in(of(after), change));
        }
    }

    const TEXT: &str =
        r#"<node class="android.widget.TextView" text="1 item" bounds="[0,0][90,90]"/>"#;
    const BOX: &str = r#"<node class="android.widget.CheckBox" checkable="true" checked="false" bounds="[0,0][90,90]"/>"#;

    #[test]
    fn each_kind_is_told_from_the_others() {
        check(TEXT, TEXT, None);
        check(TEXT, &TEXT.replace("1 item", "2 items"), Some(Change::TextChange));
        check(TEXT, &format!("{TEXT}{TEXT}"), Some(Change::HierarchyDiff));
        check(TEXT, BOX, Some(Change::HierarchyDiff));
        check(
            BOX,
            &BOX.replace(r#"checked="false""#, r#"checked="true""#),
            Some(Change::StateChange),
        );
        check(BOX, &BOX.replace("bounds", r#"enabled="false" bounds"#), Some(Change::StateChange));
        check(TEXT, &TEXT.replace("[0,0][90,90]", "[0,300][90,390]"), Some(Change::HierarchyDiff));
    }

    #[test]
    fn a_longer_text_takes_room_but_nothing_moved() {
        let longer = TEXT.replace("1 item", "a hundred items").replace("[90,90]", "[400,90]");
        check(TEXT, &longer, Some(Change::TextChange));
    }

    #[test]
    fn a_counter_is_text_and_a_clock_is_none() {
        let says = |text: &str| TEXT.replace("1 item", text);
        check(&says("1"), &says("2"), Some(Change::TextChange));
        check(&says("9:41"), &says("9:42"), None);
        check(&says("as of 2026-11-15"), &says("as of 2026-11-16"), None);
    }

    #[test]
    fn what_controls_say_of_their_state_is_state() {
        let switch = |checked: bool, word: &str| {
            format!(
                r#"<node class="android.widget.Switch" text="{word}" checkable="true" checked="{checked}" bounds="[0,0][90,90]"/>"#
            )
        };
        check(&switch(true, "ON"), &switch(false, "OFF"), Some(Change::StateChange));
        let slider = |at: &str| {
            format!(
                r#"<node class="android.widget.SeekBar" content-desc="{at}" bounds="[0,0][90,90]"/>"#
            )
        };
        check(&slider("38%"), &slider("33%"), Some(Change::StateChange));
        let bar = |at: &str| slider(at).replace("SeekBar", "ProgressBar");
        check(&bar("38%"), &bar("39%"), None);
    }

    #[test]
    fn focus_is_no_change_and_typing_is_text_and_state() {
        let field = |text: &str, focused: bool| {
            format!(
                r#"<node class="android.widget.EditText" text="{text}" focused="{focused}" bounds="[0,0][90,90]"/>"#
            )
        };
        check(&field("a", false), &field("a", true), None);
        check(&field("12:30", false), &field("12:31", false), Some(Change::TextChange));
        assert!(of(&field("a", false)).differ_in(of(&field("b", false)), Change::StateChange));
    }

    #[test]
    fn names_are_the_contracts() {
        let names = [Change::HierarchyDiff, Change::TextChange, Change::StateChange];
        let written = serde_json::to_string(&names).unwrap();
        assert_eq!(written, r#"["hierarchy_diff","text_change","state_change"]"#);
    }
}
