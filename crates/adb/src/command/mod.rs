//! Device command lines. Nothing a caller supplies reaches a device shell except through here:
//! `CommandLine` quotes every word, and `valid` refuses names that are none.

mod line;
pub mod valid;

pub use line::{CommandLine, quote};
