//! "Did anything change that matters?": one hash of all that counts on a screen.

use std::hash::{BuildHasher as _, Hash as _, Hasher as _};

use foldhash::fast::FixedState;

use crate::change::{hash_value, speaks_its_state};
use crate::dynamic::is_dynamic;
use crate::visibility::Visibility;
use crate::{Flag, Role, Tree};

/// A hash of everything on a screen whose change counts: content, state and rough geometry; not focus,
/// not text that is dynamic by nature, not the value of a progress bar, not the keys of a keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(u64);

impl Signature {
    pub fn of(tree: &Tree, visibility: &Visibility, place: &[&str]) -> Self {
        let mut hash = FixedState::default().build_hasher();
        place.hash(&mut hash);
        visibility.has_keyboard().hash(&mut hash);
        for node in tree.nodes().filter(|node| !visibility.is_pruned(node.id())) {
            (node.role() as u8).hash(&mut hash);
            node.resource_id().hash(&mut hash);
            let moves_by_itself = node.role() == Role::ProgressBar;
            // What a field holds or a slider stands at is set by someone.
            let is_set = node.is_editable() || speaks_its_state(node);
            for text in [node.text(), node.description()] {
                let counts = !moves_by_itself && (is_set || !is_dynamic(text));
                if counts { text } else { "" }.hash(&mut hash);
            }
            for text in [node.hint(), node.pane()] {
                text.hash(&mut hash);
            }
            if !moves_by_itself {
                node.state().hash(&mut hash);
                hash_value(node, &mut hash);
            }
            let bounds = node.bounds();
            for edge in [bounds.left, bounds.top, bounds.right, bounds.bottom] {
                edge.div_euclid(8).hash(&mut hash);
            }
            node.flags().bits_without(Flag::Focused).hash(&mut hash);
        }
        Self(hash.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extra::Range;
    use crate::{Extra, Fingerprint, Reading, parse_uiautomator};

    fn read(body: &str) -> Reading {
        let xml = format!("<hierarchy>{body}</hierarchy>");
        Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None)
    }

    fn of_reading(reading: &Reading) -> (Fingerprint, Signature) {
        let (tree, visibility) = (&reading.tree, &reading.visibility);
        let place = ["android", "com.example.shop.LoginActivity"];
        (Fingerprint::of(tree, visibility, &place), Signature::of(tree, visibility, &place))
    }

    fn of(body: &str) -> (Fingerprint, Signature) {
        of_reading(&read(body))
    }

    fn screen(field: &str, clock: &str, title: &str, focused: bool, left: i32) -> String {
        format!(
            r#"<node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]"><node class="android.widget.TextView" text="{title}" bounds="[{left},0][900,90]"/><node class="android.widget.TextView" text="{clock}" bounds="[900,0][1080,90]"/><node class="android.widget.EditText" text="{field}" focused="{focused}" bounds="[0,100][1080,200]"/></node>"#
        )
    }

    #[test]
    fn typing_keeps_the_screen_but_counts_as_a_change() {
        let (before, signature) = of(&screen("", "9:41", "Sign in", false, 0));
        let (after, changed) = of(&screen("me", "9:41", "Sign in", false, 0));
        assert_eq!(before, after);
        assert_ne!(signature, changed);
        assert_eq!(before.as_str().len(), 12);
        assert_ne!(before, of(&screen("", "9:41", "Welcome", false, 0)).0);
    }

    /// Holds get_ui_tree.18.
    #[test]
    fn clocks_focus_and_jitter_change_nothing() {
        let still = of(&screen("", "9:41", "Sign in", false, 0));
        assert_eq!(still, of(&screen("", "9:42", "Sign in", true, 5)));
        assert_ne!(still.1, of(&screen("", "9:41", "Sign in", false, 40)).1);
    }

    #[test]
    fn states_and_values_count_as_changes_but_progress_does_not() {
        let control = |class: &str, rest: &str| {
            let control = format!(r#"<node class="{class}" bounds="[0,0][9,9]" {rest}/>"#);
            format!(
                r#"<node class="android.widget.FrameLayout" bounds="[0,0][900,900]">{control}</node>"#
            )
        };
        let signature = |class: &str, rest: &str| of(&control(class, rest)).1;
        let check_box = "android.widget.CheckBox";
        for flag in ["checked", "selected", "enabled"] {
            let [on, off] =
                ["true", "false"].map(|value| signature(check_box, &format!("{flag}=\"{value}\"")));
            assert_ne!(on, off, "{flag}");
        }
        let at = |class: &str, current: f64| {
            let mut reading = read(&control(class, ""));
            let range = Some(Range { min: 0.0, max: 10.0, current });
            reading.tree.extras.push(Extra { range, ..Extra::default() });
            reading.tree.nodes[1].extra = 1;
            of_reading(&reading).1
        };
        assert_ne!(at("android.widget.SeekBar", 1.0), at("android.widget.SeekBar", 2.0));
        assert_eq!(at("android.widget.ProgressBar", 1.0), at("android.widget.ProgressBar", 2.0));
        let described =
            |class: &str, percent: &str| signature(class, &format!("content-desc=\"{percent}\""));
        assert_ne!(
            described("android.widget.SeekBar", "38%"),
            described("android.widget.SeekBar", "39%")
        );
        assert_eq!(
            described("android.widget.ProgressBar", "38%"),
            described("android.widget.ProgressBar", "39%")
        );
    }
}
