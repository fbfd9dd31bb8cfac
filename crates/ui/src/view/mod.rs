//! Screens as text.

mod beside;
mod beyond;
mod budget;
mod compact;
mod delta;
mod elements;
mod full;
mod json;
mod names;
mod outline;
mod shown;
mod states;
mod toasts;
mod unsaid;

pub use beyond::Beyond;
pub use budget::{DEFAULT_BUDGET, LEAST_BUDGET, most_tokens};
pub use compact::{Header, compact, element_line};
pub use delta::delta;
pub use elements::elements;
pub use full::full;
pub(crate) use json::bounded;
pub use names::Label;
pub(crate) use names::{given_name, name};
pub use outline::{Element, Line, LineKind, Options, Outline};
pub use shown::Shown;
pub use states::States;
pub use toasts::toasts;
