//! Icons as strokes, dots, rings and boxes on a grid of 24 units, as Material's are.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen coordinates are small"
)]

use super::{Color, Icon, Rect, painter::Painter};

/// A part of an icon, in grid units.
enum Part {
    /// From, to, thickness.
    Line((f32, f32), (f32, f32), f32),
    /// Centre, radius.
    Dot((f32, f32), f32),
    /// Centre, radius, thickness.
    Ring((f32, f32), f32, f32),
    /// Left top, right bottom, corner radius.
    Filled((f32, f32), (f32, f32), f32),
    /// The same, only its edge.
    Outlined((f32, f32), (f32, f32), f32),
}

use Part::{Dot, Filled, Line, Outlined, Ring};

/// Draws an icon into a square.
pub(crate) fn draw(painter: &mut Painter<'_>, area: Rect, icon: Icon, color: Color) {
    let unit = area.width() as f32 / 24.0;
    let at = |(x, y): (f32, f32)| (area.left as f32 + x * unit, area.top as f32 + y * unit);
    let spot = |point| {
        let (x, y) = at(point);
        (x as i32, y as i32)
    };
    let length = |units: f32| ((units * unit).round() as i32).max(1);
    let rect = |from, to| {
        let ((left, top), (right, bottom)) = (spot(from), spot(to));
        Rect::new(left, top, right, bottom)
    };
    for part in parts(icon) {
        match *part {
            Line(from, to, stroke) => painter.line(at(from), at(to), stroke * unit, color),
            Dot(center, radius) => painter.circle(spot(center), length(radius), color),
            Ring(center, radius, stroke) => {
                painter.arc(spot(center), length(radius), length(stroke), (0.0, 1.0), color);
            }
            Filled(from, to, radius) => painter.round_rect(rect(from, to), length(radius), color),
            Outlined(from, to, radius) => {
                painter.round_border(rect(from, to), length(radius), length(1.8), color);
            }
        }
    }
}

const fn parts(icon: Icon) -> &'static [Part] {
    match icon {
        Icon::Send => &[
            Line((3.0, 4.0), (21.0, 12.0), 2.0),
            Line((3.0, 20.0), (21.0, 12.0), 2.0),
            Line((3.0, 4.0), (6.0, 12.0), 2.0),
            Line((3.0, 20.0), (6.0, 12.0), 2.0),
            Line((6.0, 12.0), (20.0, 12.0), 2.0),
        ],
        Icon::Menu => &[
            Line((4.0, 7.0), (20.0, 7.0), 2.0),
            Line((4.0, 12.0), (20.0, 12.0), 2.0),
            Line((4.0, 17.0), (20.0, 17.0), 2.0),
        ],
        Icon::Down => &[Line((6.0, 9.0), (12.0, 15.0), 2.0), Line((18.0, 9.0), (12.0, 15.0), 2.0)],
        Icon::Bell => &[
            Ring((12.0, 11.0), 6.0, 2.0),
            Line((4.0, 18.0), (20.0, 18.0), 2.0),
            Dot((12.0, 20.5), 1.8),
        ],
        Icon::Back => &[
            Line((5.0, 12.0), (19.0, 12.0), 2.0),
            Line((5.0, 12.0), (11.5, 5.5), 2.0),
            Line((5.0, 12.0), (11.5, 18.5), 2.0),
        ],
        Icon::More => &[Dot((12.0, 5.5), 2.0), Dot((12.0, 12.0), 2.0), Dot((12.0, 18.5), 2.0)],
        Icon::Search => &[Ring((10.0, 10.0), 5.5, 2.0), Line((14.5, 14.5), (20.0, 20.0), 2.0)],
        Icon::Cart => &[
            Line((2.0, 4.0), (5.0, 4.0), 2.0),
            Line((5.0, 4.0), (8.0, 15.0), 2.0),
            Line((8.0, 15.0), (18.0, 15.0), 2.0),
            Line((18.0, 15.0), (20.5, 7.0), 2.0),
            Line((6.0, 7.0), (20.5, 7.0), 2.0),
            Dot((9.0, 19.5), 1.8),
            Dot((17.0, 19.5), 1.8),
        ],
        Icon::Heart => &[
            Dot((8.3, 9.0), 4.3),
            Dot((15.7, 9.0), 4.3),
            Line((6.5, 11.5), (12.0, 17.5), 4.0),
            Line((17.5, 11.5), (12.0, 17.5), 4.0),
            Line((12.0, 9.0), (12.0, 17.0), 4.0),
        ],
        Icon::Person => &[Dot((12.0, 8.0), 4.0), Filled((4.0, 14.0), (20.0, 20.0), 4.0)],
        Icon::Settings => &[
            Ring((12.0, 12.0), 5.0, 2.5),
            Line((18.5, 12.0), (21.0, 12.0), 2.0),
            Line((16.6, 16.6), (18.4, 18.4), 2.0),
            Line((12.0, 18.5), (12.0, 21.0), 2.0),
            Line((7.4, 16.6), (5.6, 18.4), 2.0),
            Line((5.5, 12.0), (3.0, 12.0), 2.0),
            Line((7.4, 7.4), (5.6, 5.6), 2.0),
            Line((12.0, 5.5), (12.0, 3.0), 2.0),
            Line((16.6, 7.4), (18.4, 5.6), 2.0),
        ],
        Icon::Check => {
            &[Line((4.8, 12.5), (10.1, 17.8), 2.6), Line((10.1, 17.8), (19.2, 6.7), 2.6)]
        }
        Icon::Close => &[Line((6.0, 6.0), (18.0, 18.0), 2.0), Line((18.0, 6.0), (6.0, 18.0), 2.0)],
        Icon::Plus => &[Line((12.0, 5.0), (12.0, 19.0), 2.0), Line((5.0, 12.0), (19.0, 12.0), 2.0)],
        Icon::Picture => &[
            Outlined((3.0, 4.0), (21.0, 20.0), 2.0),
            Line((5.5, 17.0), (10.0, 11.5), 2.0),
            Line((10.0, 11.5), (13.5, 15.5), 2.0),
            Line((13.5, 15.5), (15.5, 13.5), 2.0),
            Line((15.5, 13.5), (18.5, 17.0), 2.0),
            Dot((16.0, 8.5), 1.8),
        ],
    }
}
