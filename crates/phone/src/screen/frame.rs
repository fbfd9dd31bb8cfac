//! A picture of RGBA pixels: what windows are drawn on and composed into, and its PNG form.

use super::{Color, Rect, Size};

/// Pixels, row by row, four bytes each: red, green, blue, alpha.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

impl Frame {
    /// A picture of one colour. Negative sides count as none.
    pub fn filled(size: Size, color: Color) -> Self {
        let width = u32::try_from(size.width).unwrap_or(0);
        let height = u32::try_from(size.height).unwrap_or(0);
        let pixels = width as usize * height as usize;
        Self { width, height, rgba: color.0.repeat(pixels) }
    }

    /// The PNG of this picture, compressed for speed.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.rgba.len() / 16);
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fastest);
        let written =
            encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.rgba));
        // Only an empty picture or one of the wrong length can fail; there is nothing to show then.
        if written.is_err() {
            bytes.clear();
        }
        bytes
    }

    pub fn pixel(&self, x: i32, y: i32) -> Option<Color> {
        let start = self.offset(x, y)?;
        let pixel = self.rgba.get(start..start + 4)?;
        Some(Color([pixel[0], pixel[1], pixel[2], pixel[3]]))
    }

    pub(crate) fn bounds(&self) -> Rect {
        let side = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
        Rect::new(0, 0, side(self.width), side(self.height))
    }

    /// Darkens everything drawn so far; 0 leaves it, 1 makes it black.
    /// Light becomes dark and dark light; hues stay, as when Android darkens an app that has no dark theme.
    pub(crate) fn turn_to_night(&mut self) {
        for pixel in self.rgba.chunks_exact_mut(4) {
            let [red, green, blue, _] = pixel else { continue };
            let (low, high) = ((*red).min(*green).min(*blue), (*red).max(*green).max(*blue));
            // Mirrors the lightness, which lies half way between the extremes.
            let shift = 255 - i16::from(low) - i16::from(high);
            for channel in [red, green, blue] {
                let turned = (i16::from(*channel) + shift).clamp(0, 255);
                *channel = u8::try_from(turned).unwrap_or(u8::MAX);
            }
        }
    }

    pub(crate) fn dim(&mut self, amount: f32) {
        if amount <= 0.0 {
            return;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within 0 to 256"
        )]
        let keep = ((1.0 - amount.min(1.0)) * 256.0) as u32;
        for pixel in self.rgba.chunks_exact_mut(4) {
            for channel in &mut pixel[..3] {
                *channel = u8::try_from((u32::from(*channel) * keep) >> 8).unwrap_or(u8::MAX);
            }
        }
    }

    /// Nothing is to be seen there.
    pub(crate) fn black_out(&mut self, place: Rect) {
        let (left, right) = (place.left.max(0), place.right);
        for y in place.top.max(0)..place.bottom.min(self.bounds().bottom) {
            for pixel in self.row(y, left, right).chunks_exact_mut(4) {
                pixel.copy_from_slice(&[0, 0, 0, 255]);
            }
        }
    }

    /// Lays another picture over this one.
    pub(crate) fn blend(&mut self, over: &Self, left: i32, top: i32) {
        let visible = Rect::at(left, top, over.bounds().size()).intersect(&self.bounds());
        if visible.is_empty() {
            return;
        }
        for y in visible.top..visible.bottom {
            let (Some(to), Some(from)) =
                (self.offset(visible.left, y), over.offset(visible.left - left, y - top))
            else {
                continue;
            };
            let length = usize::try_from(visible.width()).unwrap_or(0) * 4;
            let below = &mut self.rgba[to..to + length];
            let above = &over.rgba[from..from + length];
            for (below, above) in below.chunks_exact_mut(4).zip(above.chunks_exact(4)) {
                match above[3] {
                    255 => below.copy_from_slice(above),
                    0 => {}
                    alpha => mix(below, [above[0], above[1], above[2]], alpha),
                }
            }
        }
    }

    /// Index of a pixel's first byte, if it is inside.
    fn offset(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height)
            .then(|| (y as usize * self.width as usize + x as usize) * 4)
    }

    /// The bytes of a row between two columns, clipped to the picture.
    pub(crate) fn row(&mut self, y: i32, left: i32, right: i32) -> &mut [u8] {
        let bounds = self.bounds();
        let (left, right) = (left.max(0), right.min(bounds.right));
        if left >= right {
            return &mut [];
        }
        match self.offset(left, y) {
            Some(start) => {
                let length = usize::try_from(right - left).unwrap_or(0) * 4;
                &mut self.rgba[start..start + length]
            }
            None => &mut [],
        }
    }
}

/// Mixes a colour into a pixel; the result is as opaque as the more opaque of the two.
pub(crate) fn mix(pixel: &mut [u8], color: [u8; 3], alpha: u8) {
    let (over, under) = (u32::from(alpha), 255 - u32::from(alpha));
    for (channel, new) in pixel.iter_mut().zip(color) {
        let mixed = (u32::from(new) * over + u32::from(*channel) * under + 127) / 255;
        *channel = u8::try_from(mixed).unwrap_or(u8::MAX);
    }
    pixel[3] = pixel[3].max(alpha);
}
