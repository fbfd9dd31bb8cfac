//! Deltas between texts: what they say, and that a reader who follows them has the new text.

mod notation;
mod properties;
mod recorded;
