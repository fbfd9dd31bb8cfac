//! Screens: views and their layout, the node model, drawing, hit testing and the `uiautomator` XML of
//! one window. Values in, values out: knows no apps, no device state and no clock.

mod color;
mod draw;
mod font;
mod frame;
mod geometry;
mod hit;
mod icons;
pub(crate) mod keyboard;
mod layout;
mod node;
mod painter;
mod spoken;
pub(crate) mod system_bars;
mod text;
mod theme;
mod view;
mod xml;

pub use color::Color;
pub(crate) use color::{BLACK, WHITE};
pub use draw::{Marks, draw};
pub use font::Weight;
pub(crate) use font::width as text_width;
pub use frame::Frame;
pub use geometry::{Rect, Size, px};
pub use layout::{Drawn, Layout, Moved, Scrolled, Space, layout, measure};
pub(crate) use layout::{Measured, place};
pub use node::{Flags, Node, Tree};
pub(crate) use theme::Theme;
pub use view::{
    Align, Arrange, Content, Edges, Field, Icon, InputType, Key, Length, Look, Role, Scroll,
    TextLook, View,
};
pub use xml::dump;
pub(crate) use xml::unwritable;
