//! What things are to a person: one control, or a screen as a whole. Advice, never proof: raw facts win.

mod control;
mod dialog;
mod screen;

pub use control::{Semantic, SemanticRole, StateShape, SupportedAction};
pub use dialog::{DialogKind, SystemDialog};
pub use screen::{Known, Place, ScreenSemantic, Signals};
