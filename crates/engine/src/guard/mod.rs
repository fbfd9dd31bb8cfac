//! Which apps and devices may be touched, and whether anything may.

mod pattern;
mod refusal;
mod rules;

pub use pattern::Pattern;
pub use refusal::Refusal;
pub use rules::Guard;
