//! Drawing on a picture: filled and outlined shapes with smooth edges, and text, all clipped.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "screen coordinates are small"
)]

use super::{
    Color, Frame, Rect,
    font::{self, Weight},
    frame::mix,
};

/// Draws on a frame, inside a clip.
pub(crate) struct Painter<'a> {
    pub(crate) frame: &'a mut Frame,
    pub(crate) clip: Rect,
    /// Display position of the frame's top left corner; everything is drawn in display pixels.
    pub(crate) origin: (i32, i32),
}

impl<'a> Painter<'a> {
    pub(crate) fn new(frame: &'a mut Frame, origin: (i32, i32)) -> Self {
        let clip = Rect::at(origin.0, origin.1, frame.bounds().size());
        Self { frame, clip, origin }
    }

    pub(crate) fn rect(&mut self, rect: Rect, color: Color) {
        let area = rect.intersect(&self.clip);
        for y in area.top..area.bottom {
            self.span(y, area.left, area.right, color);
        }
    }

    pub(crate) fn round_rect(&mut self, rect: Rect, radius: i32, color: Color) {
        let radius = radius.min(rect.width() / 2).min(rect.height() / 2);
        if radius <= 0 {
            self.rect(rect, color);
            return;
        }
        self.rect(Rect { top: rect.top + radius, bottom: rect.bottom - radius, ..rect }, color);
        let (left, right) = (rect.left + radius, rect.right - radius);
        for (top, bottom) in [(rect.top, rect.top + radius), (rect.bottom - radius, rect.bottom)] {
            self.rect(Rect::new(left, top, right, bottom), color);
            for corner in
                [Rect::new(rect.left, top, left, bottom), Rect::new(right, top, rect.right, bottom)]
            {
                self.shape(corner, color, |x, y| rounded(rect, radius as f32, x, y));
            }
        }
    }

    pub(crate) fn round_border(&mut self, rect: Rect, radius: i32, stroke: i32, color: Color) {
        let half = stroke as f32 / 2.0;
        let radius = radius.min(rect.width() / 2).min(rect.height() / 2).max(stroke);
        let band = radius.max(stroke);
        let outline = |x: f32, y: f32| (rounded(rect, radius as f32, x, y) + half).abs() - half;
        let top = Rect { bottom: rect.top + band, ..rect };
        let bottom = Rect { top: rect.bottom - band, ..rect };
        self.shape(top, color, outline);
        self.shape(bottom, color, outline);
        let (from, to) = (rect.top + band, rect.bottom - band);
        self.rect(Rect::new(rect.left, from, rect.left + stroke, to), color);
        self.rect(Rect::new(rect.right - stroke, from, rect.right, to), color);
    }

    pub(crate) fn circle(&mut self, center: (i32, i32), radius: i32, color: Color) {
        let (x, y) = center;
        self.round_rect(Rect::new(x - radius, y - radius, x + radius, y + radius), radius, color);
    }

    /// Part of a ring, from an angle on for some way, both in turns.
    pub(crate) fn arc(
        &mut self,
        center: (i32, i32),
        radius: i32,
        stroke: i32,
        (from, length): (f32, f32),
        color: Color,
    ) {
        let (cx, cy) = (center.0 as f32, center.1 as f32);
        let half = stroke as f32 / 2.0;
        let reach = radius + stroke;
        let area =
            Rect::new(center.0 - reach, center.1 - reach, center.0 + reach, center.1 + reach);
        self.shape(area, color, |x, y| {
            let (dx, dy) = (x - cx, y - cy);
            let turn = (dy.atan2(dx) / std::f32::consts::TAU - from).rem_euclid(1.0);
            if turn > length { 1.0 } else { (dx.hypot(dy) - radius as f32).abs() - half }
        });
    }

    /// A straight stroke with round ends.
    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), stroke: f32, color: Color) {
        let half = stroke / 2.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        let area = Rect::new(
            (from.0.min(to.0) - stroke) as i32,
            (from.1.min(to.1) - stroke) as i32,
            (from.0.max(to.0) + stroke) as i32 + 1,
            (from.1.max(to.1) + stroke) as i32 + 1,
        );
        self.shape(area, color, |x, y| {
            let along = (((x - from.0) * dx + (y - from.1) * dy) / length).clamp(0.0, 1.0);
            (x - from.0 - along * dx).hypot(y - from.1 - along * dy) - half
        });
    }

    /// One line of text with its pen at `x` and the top of its line at `y`.
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, style: (Weight, i32), color: Color) {
        let (weight, size) = style;
        let baseline = y + font::baseline(size);
        if baseline + size < self.clip.top || y > self.clip.bottom {
            return;
        }
        let mut pen = x as f32;
        for char in text.chars() {
            if pen > self.clip.right as f32 {
                break;
            }
            if let Some(mask) = font::mask(char, weight, size) {
                self.mask(&mask, pen.round() as i32 + mask.left, baseline + mask.top, color);
            }
            pen += font::advance(char, weight, size);
        }
    }

    fn mask(&mut self, mask: &font::Mask, left: i32, top: i32, color: Color) {
        if mask.width == 0 {
            return;
        }
        for (row, coverage) in mask.coverage.chunks_exact(mask.width).enumerate() {
            let y = top + row as i32;
            if y < self.clip.top || y >= self.clip.bottom {
                continue;
            }
            for (column, covered) in coverage.iter().enumerate() {
                let x = left + column as i32;
                if *covered > 0 && x >= self.clip.left && x < self.clip.right {
                    self.blend(x, y, color, *covered);
                }
            }
        }
    }

    /// Fills where `distance` to the edge is negative, smoothly over one pixel.
    fn shape(&mut self, area: Rect, color: Color, distance: impl Fn(f32, f32) -> f32) {
        let area = area.intersect(&self.clip);
        for y in area.top..area.bottom {
            for x in area.left..area.right {
                let covered = (0.5 - distance(x as f32 + 0.5, y as f32 + 0.5)).clamp(0.0, 1.0);
                if covered > 0.0 {
                    self.blend(x, y, color, (covered * 255.0) as u8);
                }
            }
        }
    }

    fn blend(&mut self, x: i32, y: i32, color: Color, covered: u8) {
        let [red, green, blue, alpha] = color.0;
        let alpha = (u32::from(alpha) * u32::from(covered) / 255) as u8;
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        let pixel = self.frame.row(y, x, x + 1);
        if pixel.len() == 4 {
            mix(pixel, [red, green, blue], alpha);
        }
    }

    fn span(&mut self, y: i32, left: i32, right: i32, color: Color) {
        let (x, y) = (self.origin.0, y - self.origin.1);
        let [red, green, blue, alpha] = color.0;
        for pixel in self.frame.row(y, left - x, right - x).chunks_exact_mut(4) {
            if alpha == 255 {
                pixel.copy_from_slice(&color.0);
            } else {
                mix(pixel, [red, green, blue], alpha);
            }
        }
    }
}

/// Distance from a point to the edge of a rounded rectangle; negative inside.
fn rounded(rect: Rect, radius: f32, x: f32, y: f32) -> f32 {
    let (half_width, half_height) = (rect.width() as f32 / 2.0, rect.height() as f32 / 2.0);
    let dx = (x - rect.left as f32 - half_width).abs() - half_width + radius;
    let dy = (y - rect.top as f32 - half_height).abs() - half_height + radius;
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
}
