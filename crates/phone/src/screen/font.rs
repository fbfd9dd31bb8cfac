//! The embedded font: advances for layout, and glyphs as coverage masks for drawing, each
//! rasterised once per size.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "font units and glyph sizes are small"
)]

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use ab_glyph::{Font as _, FontRef, Glyph, GlyphId, PxScale, ScaleFont as _};

/// How heavy text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Weight {
    #[default]
    Regular,
    Medium,
}

/// A glyph's shape: how much of each pixel it covers, and where it sits from the pen.
pub(crate) struct Mask {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: usize,
    pub(crate) coverage: Vec<u8>,
}

/// Width of a text in pixels. Characters that show nothing have none.
pub(crate) fn width(text: &str, weight: Weight, size: i32) -> f32 {
    let face = &FACES[weight as usize];
    let units: u32 = text.chars().map(|char| face.advance(char)).sum();
    units as f32 * size as f32 / face.units_per_em
}

/// How far the pen moves for one character.
pub(crate) fn advance(char: char, weight: Weight, size: i32) -> f32 {
    let face = &FACES[weight as usize];
    face.advance(char) as f32 * size as f32 / face.units_per_em
}

/// Height of a line.
pub(crate) fn line_height(size: i32) -> i32 {
    (size as f32 * LINE).round() as i32
}

/// From the top of a line to the baseline.
pub(crate) fn baseline(size: i32) -> i32 {
    (size as f32 * ASCENT).round() as i32
}

/// The shape of a character. `None`: it shows nothing.
pub(crate) fn mask(char: char, weight: Weight, size: i32) -> Option<Arc<Mask>> {
    if is_invisible(char) || char.is_whitespace() {
        return None;
    }
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.len() > CACHE_LIMIT {
        cache.clear();
    }
    let mask = cache.entry((char, weight, size)).or_insert_with(|| {
        let face = &FACES[weight as usize];
        Arc::new(match face.glyph(char) {
            Some(glyph) => rasterize(face, glyph, size),
            None => missing(size),
        })
    });
    Some(Arc::clone(mask))
}

/// Roboto's own metrics, rounded to what Android's text views use.
const LINE: f32 = 1.172;
const ASCENT: f32 = 0.927;
const CACHE_LIMIT: usize = 8192;
/// Advance of the box drawn for a character the font does not have, of the em.
const MISSING_ADVANCE: f32 = 0.6;

type Glyphs = HashMap<(char, Weight, i32), Arc<Mask>>;
static CACHE: LazyLock<Mutex<Glyphs>> = LazyLock::new(Mutex::default);

static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [
        Face::load(include_bytes!("../../assets/font/Roboto-Regular.subset.ttf")),
        Face::load(include_bytes!("../../assets/font/Roboto-Medium.subset.ttf")),
    ]
});

struct Face {
    font: FontRef<'static>,
    units_per_em: f32,
    /// Glyph and advance of every character below this table's length, looked up once.
    table: Vec<(u16, u16)>,
    missing_advance: u32,
}

impl Face {
    fn load(bytes: &'static [u8]) -> Self {
        let font = FontRef::try_from_slice(bytes).expect("the embedded font is valid");
        let units_per_em = font.units_per_em().unwrap_or(2048.0);
        let entry = |code| {
            let glyph = char::from_u32(code).map_or(GlyphId(0), |char| font.glyph_id(char));
            (glyph.0, font.h_advance_unscaled(glyph) as u16)
        };
        let table = (0..0x2270).map(entry).collect();
        let missing_advance = (units_per_em * MISSING_ADVANCE) as u32;
        Self { font, units_per_em, table, missing_advance }
    }

    fn glyph(&self, char: char) -> Option<GlyphId> {
        let glyph = match self.table.get(char as usize) {
            Some((glyph, _)) => GlyphId(*glyph),
            None => self.font.glyph_id(char),
        };
        (glyph.0 != 0).then_some(glyph)
    }

    fn advance(&self, char: char) -> u32 {
        if is_invisible(char) {
            return 0;
        }
        match self.table.get(char as usize) {
            Some((glyph, advance)) if *glyph != 0 => u32::from(*advance),
            Some(_) => self.missing_advance,
            None => match self.glyph(char) {
                Some(glyph) => self.font.h_advance_unscaled(glyph) as u32,
                None => self.missing_advance,
            },
        }
    }
}

/// Control, joining and direction characters: they take no room and show nothing.
pub(crate) fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
        )
}

fn rasterize(face: &Face, id: GlyphId, size: i32) -> Mask {
    let scale = PxScale::from(size as f32 * face.font.height_unscaled() / face.units_per_em);
    let scaled = face.font.as_scaled(scale);
    let glyph: Glyph = id.with_scale(scale);
    let Some(outline) = scaled.outline_glyph(glyph) else {
        return Mask { left: 0, top: 0, width: 0, coverage: Vec::new() };
    };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as usize, bounds.height() as usize);
    let mut coverage = vec![0; width * height];
    outline.draw(|x, y, covered| {
        if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
            *pixel = (covered * 255.0) as u8;
        }
    });
    Mask { left: bounds.min.x as i32, top: bounds.min.y as i32, width, coverage }
}

/// A hollow box.
fn missing(size: i32) -> Mask {
    let side = |part: f32| ((size as f32 * part) as usize).max(3);
    let (width, height) = (side(0.48), side(0.68));
    let stroke = side(0.06).clamp(1, 3);
    let mut coverage = vec![255; width * height];
    for y in stroke..height.saturating_sub(stroke) {
        for x in stroke..width.saturating_sub(stroke) {
            coverage[y * width + x] = 0;
        }
    }
    let top = -i32::try_from(height).unwrap_or(0);
    Mask { left: (size as f32 * 0.06) as i32, top, width, coverage }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_letters_are_wider_and_hidden_ones_have_no_width() {
        assert!(width("WWW", Weight::Regular, 40) > width("iii", Weight::Regular, 40));
        let hidden = width("a\u{202e}\u{200b}", Weight::Regular, 40);
        assert!((hidden - width("a", Weight::Regular, 40)).abs() < f32::EPSILON);
    }

    #[test]
    fn a_character_the_font_lacks_is_a_box() {
        let shape = mask('漢', Weight::Regular, 40).unwrap();
        assert!(shape.width > 10 && shape.coverage.contains(&255) && shape.coverage.contains(&0));
        assert!(mask(' ', Weight::Regular, 40).is_none());
    }
}
