//! This shell and the real mksh with the real toybox, side by side, where both are installed.

mod fixed;
mod grammar;
mod hostile;
mod random;
pub(crate) mod side_by_side;
mod words;
