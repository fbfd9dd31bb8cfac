//! Points, sizes and boxes in screen-absolute device pixels.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Size {
    pub width: i32,
    pub height: i32,
}

/// A box; right and bottom are exclusive. A phone may report any numbers: nothing here assumes order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bounds {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Bounds {
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    pub const fn of(size: Size) -> Self {
        Self::new(0, 0, size.width, size.height)
    }

    pub const fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    pub const fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    pub const fn is_empty(self) -> bool {
        self.width() <= 0 || self.height() <= 0
    }

    pub const fn center(self) -> Point {
        Point { x: middle(self.left, self.right), y: middle(self.top, self.bottom) }
    }

    pub const fn contains(self, point: Point) -> bool {
        point.x >= self.left && point.x < self.right && point.y >= self.top && point.y < self.bottom
    }

    pub const fn encloses(self, other: Self) -> bool {
        other.left >= self.left
            && other.top >= self.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    pub fn intersection(self, other: Self) -> Option<Self> {
        let shared = Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        );
        (!shared.is_empty()).then_some(shared)
    }

    /// Reads `[l,t][r,b]`, with optional signs, as dumps write it.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.as_bytes().strip_prefix(b"[")?;
        let (left, rest) = number(rest, b",")?;
        let (top, rest) = number(rest, b"][")?;
        let (right, rest) = number(rest, b",")?;
        let (bottom, rest) = number(rest, b"]")?;
        rest.is_empty().then_some(Self { left, top, right, bottom })
    }
}

/// The number at the start of `text`, and what follows the `end` behind it.
fn number<'t>(text: &'t [u8], end: &[u8]) -> Option<(i32, &'t [u8])> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    // Eleven digits are more than any i32 has, and fit into an i64.
    let (mut value, mut len) = (0_i64, 0);
    while let Some(digit @ b'0'..=b'9') = digits.get(len)
        && len < 11
    {
        value = value * 10 + i64::from(digit - b'0');
        len += 1;
    }
    let value = i32::try_from(if negative { -value } else { value }).ok().filter(|_| len > 0)?;
    Some((value, digits[len..].strip_prefix(end)?))
}

const fn middle(low: i32, high: i32) -> i32 {
    // Wide arithmetic: a hostile dump may carry the extremes of i32.
    #[expect(clippy::cast_possible_truncation, reason = "the mean of two i32 is an i32")]
    let middle = (low as i64 + high as i64).div_euclid(2) as i32;
    middle
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{},{}][{},{}]", self.left, self.top, self.right, self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_with_signs_and_refused_when_broken() {
        assert_eq!(Bounds::parse("[-3,4][5,60]"), Some(Bounds::new(-3, 4, 5, 60)));
        for broken in
            ["", "[1,2][3,4", "[1,2][3,4]x", "[1,2]", "[a,2][3,4]", "[99999999999,0][1,1]"]
        {
            assert_eq!(Bounds::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn the_centre_is_floored_and_survives_extremes() {
        assert_eq!(Bounds::new(-3, 0, 0, 5).center(), Point { x: -2, y: 2 });
        let widest = Bounds::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
        assert_eq!(widest.center(), Point { x: -1, y: -1 });
        assert_eq!(widest.width(), i32::MAX);
    }
}
