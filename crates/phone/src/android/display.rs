//! The display: physical size and density, the overrides `wm` sets, rotation, and the configuration
//! that apps lay themselves out for.

use super::{Android, Namespace, handle::State};
use crate::screen::{Rect, Size};

/// How the display is turned, counted as Android does: quarter turns counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rotation {
    #[default]
    Portrait,
    Landscape,
    UpsideDown,
    Seascape,
}

impl Rotation {
    pub fn from_number(number: u8) -> Option<Self> {
        [Self::Portrait, Self::Landscape, Self::UpsideDown, Self::Seascape]
            .get(usize::from(number))
            .copied()
    }

    /// 0 to 3.
    pub fn number(self) -> u8 {
        self as u8
    }

    fn swaps_sides(self) -> bool {
        matches!(self, Self::Landscape | Self::Seascape)
    }
}

/// The display as `wm` shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Display {
    pub physical_size: Size,
    pub override_size: Option<Size>,
    pub physical_density: u32,
    pub override_density: Option<u32>,
    pub rotation: Rotation,
    pub font_scale: f32,
    /// Dark colours instead of light ones.
    pub night: bool,
}

impl Display {
    /// The size in the natural orientation, override included.
    pub fn natural_size(&self) -> Size {
        self.override_size.unwrap_or(self.physical_size)
    }

    /// The size as it is turned now: the space of bounds, touches and screenshots.
    pub fn size(&self) -> Size {
        let natural = self.natural_size();
        if self.rotation.swaps_sides() { Size::new(natural.height, natural.width) } else { natural }
    }

    /// Dots per inch, override included.
    pub fn density(&self) -> u32 {
        self.override_density.unwrap_or(self.physical_density)
    }

    /// Pixels for a length in density-independent pixels.
    pub fn px(&self, dp: f32) -> i32 {
        crate::screen::px(dp, self.density())
    }
}

/// How much of each edge is covered by bars and keyboard, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Insets {
    pub status_bar: i32,
    pub navigation_bar: i32,
    /// Height of the keyboard, 0 while it is hidden. It covers the navigation bar.
    pub keyboard: i32,
}

/// What an app lays itself out for. A change is sent to every running app.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Config {
    pub size: Size,
    pub density: u32,
    pub rotation: Rotation,
    pub font_scale: f32,
    pub night: bool,
    pub insets: Insets,
}

impl Config {
    /// The whole display.
    pub fn display(&self) -> Rect {
        Rect::at(0, 0, self.size)
    }

    /// The display without bars and keyboard.
    pub fn content(&self) -> Rect {
        let bottom = self.insets.navigation_bar.max(self.insets.keyboard);
        Rect::new(0, self.insets.status_bar, self.size.width, self.size.height - bottom)
    }
}

const STATUS_BAR_DP: f32 = 24.0;
const NAVIGATION_BAR_DP: f32 = 24.0;

impl State {
    pub(crate) fn config(&self) -> Config {
        let display = &self.display;
        Config {
            size: display.size(),
            density: display.density(),
            rotation: display.rotation,
            font_scale: display.font_scale,
            night: display.night,
            insets: Insets {
                status_bar: display.px(STATUS_BAR_DP),
                navigation_bar: display.px(NAVIGATION_BAR_DP),
                keyboard: if self.ime.shown { self.keyboard_height() } else { 0 },
            },
        }
    }
}

impl Android {
    pub fn display(&self) -> Display {
        self.state().display
    }

    /// `wm size`: `None` resets. Sides outside 16 to 8192 pixels are refused with `false`.
    pub fn set_size_override(&self, size: Option<Size>) -> bool {
        let sane = |side| (16..=8192).contains(&side);
        if size.is_some_and(|size| !sane(size.width) || !sane(size.height)) {
            return false;
        }
        self.change_display(|display| display.override_size = size);
        true
    }

    /// `wm density`: `None` resets. Below 72 is refused with `false`, as by the window manager.
    pub fn set_density_override(&self, density: Option<u32>) -> bool {
        if density.is_some_and(|density| !(72..=1280).contains(&density)) {
            return false;
        }
        self.change_display(|display| display.override_density = density);
        true
    }

    /// Turns the display and locks it there, as `wm user-rotation lock` does.
    pub fn set_rotation(&self, rotation: Rotation) {
        let mut state = self.state();
        state.settings.put(Namespace::System, "accelerometer_rotation", "0");
        let number = rotation.number().to_string();
        state.settings.put(Namespace::System, "user_rotation", &number);
        state.apply_settings();
        drop(state);
        self.mark_changed();
    }

    fn change_display(&self, change: impl FnOnce(&mut Display)) {
        let mut state = self.state();
        change(&mut state.display);
        state.config_changed();
        drop(state);
        self.mark_changed();
    }
}
