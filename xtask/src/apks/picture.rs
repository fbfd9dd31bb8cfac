//! Whether anything is drawn: a picture of one colour shows nothing.

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// More than one colour.
    Drawing,
    Colour(Vec<u8>),
}

/// What is in the part of a PNG inside these bounds, or in all but the bars at its edges. None where it is no picture.
pub(super) fn seen(png: &[u8], part: Option<[i64; 4]>) -> Option<Seen> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let (width, height) = (info.width as usize, info.height as usize);
    let samples = info.color_type.samples();
    let [left, top, right, bottom] = inside(part, width, height);
    let mut first: Option<&[u8]> = None;
    for row in pixels.chunks_exact(info.line_size).skip(top).take(bottom.saturating_sub(top)) {
        let row = row.chunks_exact(samples);
        for pixel in row.skip(left).take(right.saturating_sub(left)) {
            if *first.get_or_insert(pixel) != pixel {
                return Some(Seen::Drawing);
            }
        }
    }
    first.map(|colour| Seen::Colour(colour.to_vec()))
}

fn inside(part: Option<[i64; 4]>, width: usize, height: usize) -> [usize; 4] {
    let Some(part) = part else {
        // A twelfth: status and title bar above, navigation bar below.
        return [0, height / 12, width, height - height / 12];
    };
    let [left, top, right, bottom] = part.map(|edge| usize::try_from(edge).unwrap_or(0));
    [left, top, right.min(width), bottom.min(height)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(at: Option<usize>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 4, 24);
        encoder.set_color(png::ColorType::Rgb);
        let mut pixels = vec![7; 4 * 24 * 3];
        if let Some(at) = at {
            pixels[at] = 200;
        }
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        bytes
    }

    #[test]
    fn one_other_pixel_is_a_drawing_unless_it_is_outside() {
        let plain = || Some(Seen::Colour(vec![7, 7, 7]));
        assert_eq!(seen(&picture(None), None), plain());
        assert_eq!(seen(&picture(Some(100)), None), Some(Seen::Drawing));
        assert_eq!(seen(&picture(Some(0)), None), plain());
        assert_eq!(seen(&picture(Some(0)), Some([0, 0, 4, 24])), Some(Seen::Drawing));
        assert_eq!(seen(b"no picture", None), None);
    }
}
