//! Screens as text.

mod compact;
mod outline;

pub use compact::{Header, compact, element_line};
pub use outline::{Element, Label, Line, LineKind, Options, Outline};
