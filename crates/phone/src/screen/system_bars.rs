//! The bars and toasts of the system, drawn over the apps.

#![expect(clippy::cast_possible_truncation, reason = "screen coordinates are small")]

use super::{
    Color, Frame, Rect, Theme, WHITE,
    font::{self, Weight},
    painter::Painter,
    px,
};

/// Clock, network and battery, dark on light screens and light on dark ones.
pub(crate) fn draw_status(frame: &mut Frame, at: Rect, clock: &str, density: u32) {
    let color = contrast(frame, at);
    let mut painter = Painter::new(frame, (0, 0));
    let size = px(14.0, density);
    let top = at.center().1 - font::line_height(size) / 2;
    painter.text(at.left + px(16.0, density), top, clock, (Weight::Medium, size), color);
    let (unit, middle) = (px(1.0, density), at.center().1);
    let right = at.right - px(16.0, density);
    let battery = Rect::new(right - 9 * unit, middle - 6 * unit, right, middle + 6 * unit);
    painter.round_rect(battery, 2 * unit, color);
    painter.rect(
        Rect::new(right - 6 * unit, middle - 8 * unit, right - 3 * unit, middle - 6 * unit),
        color,
    );
    for bar in 0..4 {
        let left = right - (28 - 4 * bar) * unit;
        let height = (3 + 3 * bar) * unit;
        let bottom = middle + 6 * unit;
        painter.rect(Rect::new(left, bottom - height, left + 3 * unit, bottom), color);
    }
}

/// The handle of gesture navigation.
pub(crate) fn draw_navigation(frame: &mut Frame, at: Rect, density: u32) {
    let color = contrast(frame, at);
    let (x, y) = at.center();
    let (half, thin) = (px(54.0, density), px(2.0, density));
    let mut painter = Painter::new(frame, (0, 0));
    painter.round_rect(Rect::new(x - half, y - thin, x + half, y + thin), thin, color);
}

pub(crate) fn draw_toast(frame: &mut Frame, at: Rect, text: &str, density: u32) {
    let mut painter = Painter::new(frame, (0, 0));
    painter.round_rect(at, at.height() / 2, Theme::TOAST);
    let size = px(14.0, density);
    let width = font::width(text, Weight::Regular, size) as i32;
    let (x, y) = at.center();
    painter.clip = at;
    let top = y - font::line_height(size) / 2;
    painter.text(x - width / 2, top, text, (Weight::Regular, size), WHITE);
}

/// Dark or light, by what lies below.
fn contrast(frame: &Frame, at: Rect) -> Color {
    let (x, y) = at.center();
    let below = frame.pixel(x, y).unwrap_or(WHITE);
    let sum: u32 = below.0[..3].iter().map(|channel| u32::from(*channel)).sum();
    if sum > 3 * 128 { Theme::TEXT } else { WHITE }
}
