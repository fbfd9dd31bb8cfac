//! Two answers to "is it the same?": [`Fingerprint`] for "am I on the same screen", and
//! [`Signature`] for "did anything on it change that matters".

use std::hash::{BuildHasher as _, Hash as _, Hasher as _};

use foldhash::fast::FixedState;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::visibility::Visibility;
use crate::{Flag, Node, Role, Tree};

/// Twelve base-36 characters that stay the same while a person would say "still this screen".
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// `place` is what the platform calls the screen: platform, and activity or bundle.
    pub fn of(tree: &Tree, visibility: &Visibility, place: &[&str]) -> Self {
        // Gathered first: many small updates cost more than the hash itself.
        let mut parts = Vec::with_capacity(tree.len() * 48);
        let mut part = |text: &str| {
            parts.extend_from_slice(text.as_bytes());
            parts.push(0);
        };
        for place in place {
            part(place);
        }
        let mut skip_to = 0;
        for node in tree.nodes() {
            if node.id().0 < skip_to {
                continue;
            }
            if visibility.is_pruned(node.id()) || is_late_row(node) {
                skip_to = node.data().end;
                continue;
            }
            part(node.role().name());
            part(node.resource_id());
            let label = if node.is_editable() { None } else { node.own_label() };
            part(label.filter(|label| !is_dynamic(label)).unwrap_or_default());
            part(node.pane());
        }
        Self(base36(&Sha256::digest(&parts)[..8]))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that stands in a screen's header.
    pub fn short(&self) -> &str {
        &self.0[..6]
    }
}

/// Rows far down a list say little about which screen it is.
fn is_late_row(node: Node<'_>) -> bool {
    const ROWS: usize = 50;
    node.parent().is_some_and(|parent| {
        parent.role() == Role::List && parent.children().take(ROWS).all(|row| row.id() != node.id())
    })
}

fn base36(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let digits = (0..12).map(|_| {
        let digit = DIGITS[usize::try_from(number % 36).unwrap_or_default()];
        number /= 36;
        char::from(digit)
    });
    digits.collect()
}

/// A clock, a date, a percentage or a bare number: text that changes while the screen stays.
pub fn is_dynamic(label: &str) -> bool {
    let label = label.trim();
    if !label.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let digits = |text: &str, least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let number = |text: &str| {
        let (whole, part) =
            text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
        digits(whole, 1, 20) && part.is_none_or(|part| digits(part, 1, 20))
    };
    let grouped =
        label.len() <= 10 && label.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    let is_clock = |word: &str| {
        let mut parts = word.split(':');
        parts.next().is_some_and(|hour| digits(hour, 1, 2))
            && (1..=2).contains(&parts.clone().count())
            && parts.all(|part| digits(part, 2, 2))
    };
    let is_date = |word: &str| {
        let mut parts = word.split('-');
        parts.next().is_some_and(|year| digits(year, 4, 4))
            && parts.clone().count() == 2
            && parts.all(|part| digits(part, 2, 2))
    };
    let has_clock_or_date = || {
        label.contains([':', '-'])
            && label
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == ':' || c == '-'))
                .any(|word| is_clock(word) || is_date(word))
    };
    grouped
        || label.strip_suffix('%').is_some_and(number)
        || digits(label, 1, 20)
        || has_clock_or_date()
}

/// A hash of everything on a screen whose change counts: content, state and rough geometry; not focus,
/// not text that is dynamic by nature, not the value of a progress bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(u64);

impl Signature {
    pub fn of(tree: &Tree, visibility: &Visibility, place: &[&str]) -> Self {
        let mut hash = FixedState::default().build_hasher();
        place.hash(&mut hash);
        for node in tree.nodes().filter(|node| !visibility.is_pruned(node.id())) {
            (node.role() as u8).hash(&mut hash);
            node.resource_id().hash(&mut hash);
            for text in [node.text(), node.description()] {
                let counts =
                    node.role() != Role::ProgressBar && (node.is_editable() || !is_dynamic(text));
                if counts { text } else { "" }.hash(&mut hash);
            }
            for text in [node.hint(), node.state(), node.pane()] {
                text.hash(&mut hash);
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
    use crate::parse_uiautomator;

    #[test]
    fn dynamic_text_is_told_from_labels() {
        for dynamic in
            ["9:41", "9:41 PM", "at 10:15:30", "2026-08-21", "85%", "12.5%", "42", "1,234"]
        {
            assert!(is_dynamic(dynamic), "{dynamic}");
        }
        for label in ["", "Sign in", "Item 3", "v1.2", "3 items", "12:345", "ratio 1:2:3:4", "%"] {
            assert!(!is_dynamic(label), "{label}");
        }
    }

    fn of(body: &str) -> (Fingerprint, Signature) {
        let tree = parse_uiautomator(format!("<hierarchy>{body}</hierarchy>").as_bytes()).unwrap();
        let visibility = Visibility::of(&tree, tree.extent());
        let place = ["android", "a.b/.Main"];
        (Fingerprint::of(&tree, &visibility, &place), Signature::of(&tree, &visibility, &place))
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

    #[test]
    fn clocks_focus_and_jitter_change_nothing() {
        let still = of(&screen("", "9:41", "Sign in", false, 0));
        assert_eq!(still, of(&screen("", "9:42", "Sign in", true, 5)));
        assert_ne!(still.1, of(&screen("", "9:41", "Sign in", false, 40)).1);
    }
}
