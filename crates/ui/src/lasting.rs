//! What lasts of a label while a clock in it ticks.

use std::borrow::Cow;

use crate::dynamic::{is_dynamic, is_timestamp};

/// The label with its clocks and dates blotted out; none where only numbers would be left. Other numbers
/// stay: what else would tell "Item 1" from "Item 2".
pub(crate) fn lasting(label: &str) -> Option<Cow<'_, str>> {
    if !is_dynamic(label) {
        return Some(Cow::Borrowed(label));
    }
    let rest = blotted(label);
    rest.chars().any(char::is_alphabetic).then_some(Cow::Owned(rest))
}

fn blotted(label: &str) -> String {
    let mut blotted = String::with_capacity(label.len());
    let mut rest = label;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let is_part = |character: char| character.is_ascii_digit() || ":-".contains(character);
        blotted.push_str(&rest[..start]);
        let run = &rest[start..];
        let end = run.find(|character| !is_part(character)).unwrap_or(run.len());
        rest = &run[end..];
        if is_timestamp(&run[..end]) {
            blotted.push('#');
            rest = after_half(rest);
        } else {
            blotted.push_str(&run[..end]);
        }
    }
    blotted.push_str(rest);
    blotted
}

/// Without the AM or PM that may follow a clock.
fn after_half(text: &str) -> &str {
    let half = text.trim_start();
    let is_half = |half: &str| half.eq_ignore_ascii_case("am") || half.eq_ignore_ascii_case("pm");
    match half.get(..2) {
        Some(two) if is_half(two) && !half[2..].starts_with(char::is_alphanumeric) => &half[2..],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_dates_go_and_the_words_around_them_stay() {
        for (label, expected) in [
            ("Pay", Some("Pay")),
            ("Item 3", Some("Item 3")),
            ("Resend code in 0:31", Some("Resend code in #")),
            ("Item 3 at 9:41 PM, today", Some("Item 3 at #, today")),
            ("9:41 amber", Some("# amber")),
            ("10:15:30 to 11:30", Some("# to #")),
            ("as of 2026-11-15", Some("as of #")),
            ("é 9:41 pm é", Some("é # é")),
            ("0:31", None),
            ("9:41 PM", None),
            ("10:15-11:30", None),
            ("42", None),
            ("85%", None),
            ("1,234", None),
        ] {
            assert_eq!(lasting(label).as_deref(), expected, "{label}");
        }
    }
}
