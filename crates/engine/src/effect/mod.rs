//! What an action caused beside the change of the screen, and the way it went.

mod caused;
mod post_mortem;
mod recent;
mod trace;

pub use caused::{Caused, Dialog, FocusMoved, Moved};
pub use post_mortem::PostMortem;
pub(crate) use recent::{Entry, Recent};
pub use trace::{Stage, Trace, TraceStep};
