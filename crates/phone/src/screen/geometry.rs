//! Points, sizes and rectangles in device pixels.

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Size {
    pub width: i32,
    pub height: i32,
}

impl Size {
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height }
    }
}

/// A rectangle: left and top belong to it, right and bottom do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Rect {
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    pub const fn at(left: i32, top: i32, size: Size) -> Self {
        Self { left, top, right: left + size.width, bottom: top + size.height }
    }

    pub const fn width(&self) -> i32 {
        self.right - self.left
    }

    pub const fn height(&self) -> i32 {
        self.bottom - self.top
    }

    pub const fn size(&self) -> Size {
        Size { width: self.width(), height: self.height() }
    }

    pub const fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub const fn contains(&self, x: i32, y: i32) -> bool {
        x >= self.left && x < self.right && y >= self.top && y < self.bottom
    }

    /// The part that both share; empty (possibly inverted) when they do not meet.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The rectangle made smaller by this many pixels on every side.
    #[must_use]
    pub const fn inset(&self, by: i32) -> Self {
        Self::new(self.left + by, self.top + by, self.right - by, self.bottom - by)
    }

    pub const fn center(&self) -> (i32, i32) {
        (i32::midpoint(self.left, self.right), i32::midpoint(self.top, self.bottom))
    }
}

/// Pixels for a length in density-independent pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen lengths are small"
)]
pub fn px(dp: f32, density: u32) -> i32 {
    (dp * density as f32 / 160.0).round() as i32
}
