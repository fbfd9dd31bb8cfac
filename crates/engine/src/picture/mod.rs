//! Pictures of the screen, sized for whoever looks at them, with the names of what is on it where they are wanted.

mod glyphs;
mod marks;
mod pixels;
mod shot;

pub use shot::{Picture, Shot};
