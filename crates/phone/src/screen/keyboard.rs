//! The soft keyboard: where its keys are and how they look.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen coordinates are small"
)]

use super::{
    Frame, Rect, Theme,
    font::{self, Weight},
    painter::Painter,
    px,
};

/// What a key does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cap {
    Text(String),
    Delete,
    Enter,
    /// Only drawn: shift, symbols.
    Plain(&'static str),
}

/// The key under a point of the display.
pub(crate) fn key_at(frame: Rect, x: f32, y: f32) -> Option<Cap> {
    let (x, y) = (x as i32, y as i32);
    keys(frame).into_iter().find(|(area, _)| area.contains(x, y)).map(|(_, cap)| cap)
}

pub(crate) fn draw(frame: &mut Frame, at: Rect, density: u32) {
    let mut painter = Painter::new(frame, (0, 0));
    painter.rect(at, Theme::KEYBOARD);
    let size = px(20.0, density);
    for (area, cap) in keys(at) {
        let face = area.inset(px(2.5, density));
        let (label, color, text) = match &cap {
            Cap::Text(text) if text == " " => ("English", Theme::KEY, Theme::MUTED),
            Cap::Text(text) => (text.as_str(), Theme::KEY, Theme::TEXT),
            Cap::Delete => ("Del", Theme::DIVIDER, Theme::TEXT),
            Cap::Enter => ("Go", Theme::PRIMARY, Theme::ON_PRIMARY),
            Cap::Plain(label) => (*label, Theme::DIVIDER, Theme::TEXT),
        };
        painter.round_rect(face, px(6.0, density), color);
        let size = if label.chars().count() > 1 { size * 7 / 10 } else { size };
        let width = font::width(label, Weight::Regular, size) as i32;
        let (x, y) = face.center();
        let top = y - font::line_height(size) / 2;
        painter.text(x - width / 2, top, label, (Weight::Regular, size), text);
    }
}

const ROWS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Every key with the area it takes touches on.
fn keys(frame: Rect) -> Vec<(Rect, Cap)> {
    let unit = frame.width() as f32 / 10.0;
    // The lowest strip belongs to the navigation bar.
    let row_height = frame.height() as f32 / 5.3;
    let area = |row: f32, column: f32, width: f32| {
        let top = frame.top + (row * row_height) as i32;
        let left = frame.left + (column * unit) as i32;
        let right = frame.left + ((column + width) * unit) as i32;
        Rect::new(left, top, right, top + row_height as i32)
    };
    let mut keys = Vec::with_capacity(42);
    for (row, letters) in (0_u8..).zip(ROWS) {
        let count = letters.chars().count() as f32;
        let first = (10.0 - count) / 2.0;
        for (column, letter) in (0_u8..).zip(letters.chars()) {
            let place = area(f32::from(row), first + f32::from(column), 1.0);
            keys.push((place, Cap::Text(letter.to_string())));
        }
    }
    keys.push((area(3.0, 0.0, 1.5), Cap::Plain("Shift")));
    keys.push((area(3.0, 8.5, 1.5), Cap::Delete));
    keys.push((area(4.0, 0.0, 1.5), Cap::Plain("?123")));
    keys.push((area(4.0, 1.5, 1.0), Cap::Text("@".to_owned())));
    keys.push((area(4.0, 2.5, 5.0), Cap::Text(" ".to_owned())));
    keys.push((area(4.0, 7.5, 1.0), Cap::Text(".".to_owned())));
    keys.push((area(4.0, 8.5, 1.5), Cap::Enter));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_where_they_are_drawn_and_do_not_overlap() {
        let frame = Rect::new(0, 1665, 1080, 2400);
        assert_eq!(key_at(frame, 54.0, 1665.0 + 150.0), Some(Cap::Text("q".to_owned())));
        assert_eq!(key_at(frame, 1000.0, 1665.0 + 600.0), Some(Cap::Enter));
        let keys = keys(frame);
        for (at, (area, _)) in keys.iter().enumerate() {
            let others = keys[at + 1..].iter();
            assert!(others.clone().all(|(other, _)| area.intersect(other).is_empty()), "{area:?}");
        }
    }
}
