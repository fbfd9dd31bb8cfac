//! The one pipeline that every action goes through, whoever asks: aim, dispatch, settle, compare, judge.

mod aim;
mod arrival;
mod dispatch;
mod focus;
mod obstacle;
mod performed;
mod pipeline;
mod plan;
mod receipt;
mod typing;

pub(crate) use aim::{not_interactable, reach};
pub use arrival::{Arrival, Mismatch};
pub(crate) use dispatch::Step;
pub use obstacle::Obstacle;
pub use performed::Performed;
pub use receipt::{Effect, Ending, Receipt};
