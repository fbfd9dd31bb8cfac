//! How several matches become fewer: by rule, in a fixed order, and never by luck.

use super::find::Match;
use super::wanted::Fit;

/// Each rule prefers some matches to the others. One that changes nothing costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    ExactBeforePart,
    VisibleBeforeHidden,
    ActionableBeforeNot,
    TopWindowBeforeLower,
}

pub(super) const RULES: [Rule; 4] = [
    Rule::ExactBeforePart,
    Rule::VisibleBeforeHidden,
    Rule::ActionableBeforeNot,
    Rule::TopWindowBeforeLower,
];

impl Rule {
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::ExactBeforePart => "exact_preferred",
            Self::VisibleBeforeHidden => "visible_preferred",
            Self::ActionableBeforeNot => "clickable_preferred",
            Self::TopWindowBeforeLower => "top_window_preferred",
        }
    }

    /// Splits off what the rule leaves behind; nothing, where it prefers none or all.
    pub(super) fn narrow(self, matches: &mut Vec<Match>) -> Vec<Match> {
        let top = matches.iter().map(|found| found.window).max().unwrap_or_default();
        let preferred = |found: &Match| match self {
            Self::ExactBeforePart => found.evidence.fit == Fit::Whole,
            Self::VisibleBeforeHidden => found.visible,
            Self::ActionableBeforeNot => found.actionable,
            Self::TopWindowBeforeLower => found.window == top,
        };
        if !matches.iter().any(preferred) {
            return Vec::new();
        }
        let (kept, left) = std::mem::take(matches).into_iter().partition(preferred);
        *matches = kept;
        left
    }
}
