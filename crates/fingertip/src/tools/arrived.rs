//! Whether a text arrived, as callers read it.

use std::borrow::Cow;
use std::fmt;

use engine::{Arrival, Denial, Mismatch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Tool as _;

/// True, false, or a word for that nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Yes,
    No,
    Not(&'static str),
}

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Yes => serializer.serialize_bool(true),
            Self::No => serializer.serialize_bool(false),
            Self::Not(word) => serializer.serialize_str(word),
        }
    }
}

impl JsonSchema for Known {
    fn schema_name() -> Cow<'static, str> {
        "Known".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["boolean", "string"] })
    }
}

/// What a field should hold, and what it does; both in part where they are long.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Mismatched {
    /// VERIFICATION_FAILED.
    code: &'static str,
    expected: String,
    observed: String,
    /// The first character that differs, from 0.
    from: usize,
    reason: String,
    hint: &'static str,
}

/// The parts of an answer that tell what became of a text.
#[derive(Debug, Default)]
pub(super) struct TextOutcome {
    pub(super) arrived: Option<Known>,
    pub(super) cleared: Option<Known>,
    pub(super) mismatch: Option<Mismatched>,
    unread: Option<&'static str>,
}

impl TextOutcome {
    pub(super) fn of(tool: &str, arrival: Option<Arrival>) -> Self {
        let mut outcome = Self::default();
        let known = match arrival {
            None => return outcome,
            Some(Arrival::Arrived) => Known::Yes,
            Some(Arrival::NotObserved(why)) => {
                outcome.unread = Some(why);
                Known::Not("not_observed")
            }
            Some(Arrival::Differs(mismatch)) => {
                outcome.mismatch = Some(Mismatched::of(&mismatch));
                Known::No
            }
        };
        if tool == super::clear_text::ClearText::NAME {
            outcome.cleared = Some(known);
        } else {
            outcome.arrived = Some(known);
        }
        outcome
    }

    /// Why nobody knows.
    pub(super) fn unread(&self) -> Option<&'static str> {
        self.unread
    }
}

impl Mismatched {
    fn of(mismatch: &Mismatch) -> Self {
        Self {
            code: Denial::VerificationFailed.code(),
            expected: around(&mismatch.expected, mismatch.from),
            observed: around(&mismatch.observed, mismatch.from),
            from: mismatch.from,
            reason: mismatch.why.clone(),
            hint: "the field keeps what observed says: go on with that, or type again with clear: true",
        }
    }
}

/// A text whole where it is short, else what stands around a place in it.
fn around(text: &str, at: usize) -> String {
    const WHOLE: usize = 200;
    const BEFORE: usize = 20;
    let len = text.chars().count();
    if len <= WHOLE {
        return text.to_owned();
    }
    let start = at.saturating_sub(BEFORE).min(len - 1);
    let part: String = text.chars().skip(start).take(WHOLE).collect();
    let lead = if start > 0 { "…" } else { "" };
    match len.saturating_sub(start + WHOLE) {
        0 => format!("{lead}{part}"),
        more => format!("{lead}{part}…(+{more})"),
    }
}

impl fmt::Display for Mismatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = ui::text::quote;
        write!(f, "{}: {}; ", self.code, self.reason)?;
        write!(f, "expected {}, observed {}", quote(&self.expected), quote(&self.observed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds type_text.4.
    #[test]
    fn long_texts_are_told_around_what_differs() {
        assert_eq!(around("short", 3), "short");
        let long: String = ('a'..='j').cycle().take(1_000).collect();
        let told = around(&long, 500);
        assert!(told.starts_with('…') && told.ends_with("…(+320)"), "{told}");
        assert_eq!(told.chars().count(), 1 + 200 + "…(+320)".chars().count());
        assert!(around(&long, 0).starts_with("abc"));
    }
}
