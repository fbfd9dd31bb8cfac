//! What takes several actions: it succeeds only when the goal is reached.

mod scroll;

pub use scroll::{ScrollTo, Scrolled};
