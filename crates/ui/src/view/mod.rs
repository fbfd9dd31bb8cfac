//! Screens as text.

mod compact;
mod outline;

pub use compact::{Header, compact, element_line};
pub(crate) use outline::effective_label;
pub use outline::{Element, Label, Line, LineKind, Options, Outline};
