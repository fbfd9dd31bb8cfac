//! The toolkit that the phone's own apps are written with: it keeps the windows of a process, lays
//! their views out, and turns fingers and keys into clicks, text and scrolling.

mod choosers;
mod dialogs;
mod editor;
mod fling;
mod gesture;
mod keys;
mod process;
mod program;
pub(crate) mod widgets;
mod window;

pub(crate) use process::Toolkit;
pub(crate) use program::{Program, Scene, UiEvent};
pub(crate) use window::{lay_out_dialog, space};
