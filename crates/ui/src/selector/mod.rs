//! The one matcher: which elements a caller means, how sure that is, and what came closest.

mod evidence;
mod fields;
mod find;
mod names;
mod narrowing;
mod nearby;
mod nearest;
mod promotion;
mod wanted;

pub use fields::Selector;
pub use find::{Found, Match, Purpose};
pub use nearby::{Axis, Track};
pub use nearest::{By, Near};
