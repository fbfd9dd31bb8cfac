//! Screens as text.

mod compact;
mod outline;

pub use compact::{Header, compact};
pub use outline::{Element, Label, Line, LineKind, Options, Outline};
