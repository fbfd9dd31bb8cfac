//! What takes several actions: it succeeds only when the goal is reached.

mod adjust;
mod approach;
mod gauge;
mod pursuit;
mod rounds;
mod scroll;

pub use adjust::{Adjust, Adjusted, Mode};
pub use approach::Scale;
pub use pursuit::{How, Pursued};
pub use scroll::ScrollTo;
