//! Screens: the node model, layout, drawing, hit testing and the `uiautomator` XML of one window.
//! Values in, values out: knows no apps, no device state and no clock.

mod color;
mod frame;
mod geometry;
pub(crate) mod keyboard;
mod node;
pub(crate) mod system_bars;
mod xml;

pub(crate) use color::BLACK;
pub use color::Color;
pub use frame::Frame;
pub use geometry::{Rect, Size, px};
pub use node::{Flags, Node, Tree};
pub use xml::dump;

pub(crate) fn text_width(text: &str, size: i32) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(0) * size / 2
}
