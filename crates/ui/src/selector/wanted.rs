//! Comparing what a caller wrote with what an app shows.

use std::borrow::Cow;

use super::fields::given;
use crate::text::{LABEL_LIMIT, push_escaped};

/// One field of a selector, made ready once for a whole tree.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// Trimmed and with single blanks; in lower case where case does not count.
    text: String,
    ignore_case: bool,
    /// It may be a copy of our own output, where a long label is cut and odd characters are written out.
    as_shown: bool,
}

/// How well a label fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Part,
    Whole,
}

impl Wanted {
    /// None for a field that is not given.
    pub(super) fn new(field: Option<&String>, ignore_case: bool) -> Option<Self> {
        let text = folded(given(field)?);
        let text = if ignore_case { lower(&text) } else { text.into_owned() };
        let as_shown = text.contains('\\') || text.contains("…(+");
        Some(Self { text, ignore_case, as_shown })
    }

    pub(super) fn fit(&self, label: &str, parts: bool) -> Option<Fit> {
        if self.equals(label) {
            Some(Fit::Whole)
        } else {
            (parts && self.is_in(label)).then_some(Fit::Part)
        }
    }

    pub(super) fn equals(&self, label: &str) -> bool {
        if label.is_empty() {
            return false;
        }
        if self.ignore_case {
            let words = label.split_whitespace().flat_map(|word| [" ", word]).skip(1);
            let characters = words.flat_map(str::chars).flat_map(char::to_lowercase);
            return characters.eq(self.text.chars()) || self.is_shown_for(label);
        }
        label == self.text
            || label.split_whitespace().eq(self.text.split(' '))
            || self.is_shown_for(label)
    }

    /// Whether a dotted name is this, or ends with it as a part of its own.
    pub(super) fn ends(&self, name: &str) -> bool {
        let name = if self.ignore_case { Cow::Owned(lower(name)) } else { Cow::Borrowed(name) };
        let before = name.strip_suffix(self.text.as_str());
        before.is_some_and(|before| before.is_empty() || before.ends_with(['.', '$']))
    }

    fn is_in(&self, label: &str) -> bool {
        // Letters may change their length with their case; others do not.
        if !self.ignore_case && label.len() < self.text.len() {
            return false;
        }
        let label = folded(label);
        if self.ignore_case {
            lower(&label).contains(&self.text)
        } else {
            label.contains(&self.text)
        }
    }

    fn is_shown_for(&self, label: &str) -> bool {
        if !self.as_shown {
            return false;
        }
        let mut shown = String::new();
        push_escaped(&mut shown, label, LABEL_LIMIT);
        if self.ignore_case { lower(&shown) == self.text } else { shown == self.text }
    }
}

/// Trimmed, with every run of white space as one blank: as labels are shown.
fn folded(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if text.bytes().all(plain) && !text.contains("  ") {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    Cow::Owned(folded)
}

/// Letter by letter, so that a part of a text folds as it does within the whole.
pub(super) fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(wanted: &str, label: &str, ignore_case: bool) -> Option<Fit> {
        Wanted::new(Some(&wanted.to_owned()), ignore_case)?.fit(label, true)
    }

    /// Holds targets.7.
    #[test]
    fn white_space_around_and_between_words_does_not_count() {
        for (wanted, label) in [("Sign in", " Sign\n  in "), (" a  b ", "a b"), ("a b", "a\u{a0}b")]
        {
            assert_eq!(fit(wanted, label, false), Some(Fit::Whole), "{wanted:?} {label:?}");
        }
        assert_eq!(fit("a b", "ab", false), None);
        assert_eq!(fit("ab", "a b", true), None);
        assert_eq!(fit("in now", "Sign in\tnow", false), Some(Fit::Part));
        assert_eq!(fit("  ", "anything", false), None, "blank is not given");
        assert_eq!(fit("a", "", false), None);
    }

    /// Holds targets.7, targets.8.
    #[test]
    fn case_counts_unless_told_otherwise() {
        assert_eq!(fit("pay", "Pay", false), None);
        assert_eq!(fit("pay", "Pay", true), Some(Fit::Whole));
        assert_eq!(fit("PAY", "Prepay now", true), Some(Fit::Part));
        assert_eq!(fit("ΟΔΟΣ", "οδοσ", true), Some(Fit::Whole));
    }

    #[test]
    fn what_was_copied_from_our_own_text_is_understood() {
        let long = "word ".repeat(100);
        for label in ["say \"hi\"", "a\u{202e}b", long.as_str()] {
            let mut shown = String::new();
            push_escaped(&mut shown, label, LABEL_LIMIT);
            assert_eq!(fit(&shown, label, false), Some(Fit::Whole), "{shown}");
            assert_eq!(fit(&shown, label, true), Some(Fit::Whole), "{shown}");
            assert_eq!(fit(label, label, false), Some(Fit::Whole), "{shown}");
        }
    }
}
