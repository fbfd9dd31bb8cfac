//! What readers of a revision may have in front of them: one text, or a few that differ in the wording
//! of some lines. Also how the lines of a text are told apart.

use std::sync::Arc;

use crate::Ref;

/// The text that was shown of a revision. A clock may tick and the focus may move within one, so some
/// lines may have been shown with other words to other readers: those are unsure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    text: Arc<str>,
    /// Positions of unsure lines, ascending; 0 is the header.
    unsure: Vec<usize>,
}

impl Shown {
    pub fn new(text: Arc<str>) -> Self {
        Self { text, unsure: Vec::new() }
    }

    /// With `other` shown of the same revision too. `None` when they differ in more than words: then
    /// nothing can be said that is right for the readers of both.
    pub fn or(mut self, other: &str) -> Option<Self> {
        if *self.text == *other {
            return Some(self);
        }
        let (mut ours, mut theirs) = (self.text.split('\n'), other.split('\n'));
        let mut differ = Vec::new();
        for position in 0.. {
            match (ours.next(), theirs.next()) {
                (None, None) => break,
                (Some(one), Some(two)) if one == two => {}
                (Some(one), Some(two)) if position == 0 || alike(one, two) => differ.push(position),
                _ => return None,
            }
        }
        self.unsure.extend(differ);
        self.unsure.sort_unstable();
        self.unsure.dedup();
        Some(self)
    }

    /// Every reader has exactly this text.
    pub fn is(&self, text: &str) -> bool {
        self.unsure.is_empty() && *self.text == *text
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_unsure(&self, position: usize) -> bool {
        self.unsure.binary_search(&position).is_ok()
    }
}

/// Same place in the nesting, same ref: only the words differ.
fn alike(one: &str, two: &str) -> bool {
    let (one, two) = (TextLine::of(one), TextLine::of(two));
    one.indent == two.indent && one.token == two.token
}

/// A body line of a compact text.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'t> {
    pub(super) whole: &'t str,
    /// In spaces.
    pub(super) indent: usize,
    /// Its ref, where it has one.
    pub(super) token: Option<&'t str>,
}

impl<'t> TextLine<'t> {
    pub(super) fn of(whole: &'t str) -> Self {
        let text = whole.trim_start_matches(' ');
        let word = text.split(' ').next().filter(|word| word.starts_with('@'));
        let token = word.filter(|word| word.parse::<Ref>().is_ok());
        Self { whole, indent: whole.len() - text.len(), token }
    }

    /// Without the indent.
    pub(super) fn text(&self) -> &'t str {
        &self.whole[self.indent..]
    }
}
