//! Colours with alpha.

/// Red, green, blue, alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Color(pub [u8; 4]);

pub(crate) const BLACK: Color = Color::rgb(0);
pub(crate) const WHITE: Color = Color::rgb(0x00ff_ffff);

impl Color {
    /// An opaque colour from 0xRRGGBB.
    pub const fn rgb(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self([red, green, blue, 255])
    }

    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self([self.0[0], self.0[1], self.0[2], alpha])
    }
}
