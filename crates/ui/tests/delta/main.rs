//! Deltas between texts: what they say, and that a reader who follows them has the new text.

#![expect(clippy::panic, reason = "a delta that cannot be followed should fail its test")]

mod apply;
mod notation;
mod properties;
mod recorded;
