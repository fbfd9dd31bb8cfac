//! What takes several actions: it succeeds only when the goal is reached.

mod adjust;
mod approach;
mod gauge;
mod scroll;

pub use adjust::{Adjust, Adjusted, Mode};
pub use approach::Scale;
pub use scroll::{ScrollTo, Scrolled};
