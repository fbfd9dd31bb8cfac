//! The bars and toasts of the system, drawn over the apps.

use super::{Frame, Rect};

pub(crate) fn draw_status(_frame: &mut Frame, _at: Rect, _clock: &str, _density: u32) {}
pub(crate) fn draw_navigation(_frame: &mut Frame, _at: Rect, _density: u32) {}
pub(crate) fn draw_toast(_frame: &mut Frame, _at: Rect, _text: &str, _density: u32) {}
