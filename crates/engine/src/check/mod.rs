//! Claims about a screen, and what was found instead. One value for waits, expectations and `expect` on an action.

mod change;
mod claim;
mod condition;
mod element;
mod place;
mod state;
mod verdict;

pub use change::ChangeCheck;
pub use claim::Check;
pub use condition::Condition;
pub use element::ElementCheck;
pub use place::PlaceCheck;
pub use state::StateCheck;
pub use verdict::{Denial, Verdict};
