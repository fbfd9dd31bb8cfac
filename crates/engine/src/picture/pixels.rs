//! Opaque pixels: from PNG, made smaller, drawn over, to JPEG.

use std::io::Cursor;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use ui::{Bounds, Size};

use crate::{Error, Result};

/// Three bytes each.
pub(super) struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

pub(super) type Color = [u8; 3];

/// What is tried until a JPEG is small enough.
const QUALITIES: [u8; 6] = [80, 65, 50, 35, 20, 10];

impl Pixels {
    pub(super) fn from_png(png: &[u8]) -> Result<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().map_err(|error| unreadable(&error))?;
        let len = reader.output_buffer_size().filter(|len| *len <= 1 << 30);
        let mut data = vec![0; len.ok_or_else(|| unreadable(&"it is too large"))?];
        let info = reader.next_frame(&mut data).map_err(|error| unreadable(&error))?;
        data.truncate(info.buffer_size());
        let rgb = match info.color_type {
            png::ColorType::Rgb => data,
            png::ColorType::Rgba => {
                data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
            }
            png::ColorType::Grayscale => data.iter().flat_map(|grey| [*grey; 3]).collect(),
            png::ColorType::GrayscaleAlpha => {
                data.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect()
            }
            png::ColorType::Indexed => return Err(unreadable(&"its palette was not expanded")),
        };
        Ok(Self { width: info.width, height: info.height, rgb })
    }

    pub(super) fn size(&self) -> Size {
        Size { width: edge(self.width), height: edge(self.height) }
    }

    /// The same with the longer edge at most this long.
    pub(super) fn shrink(self, max_edge: u32) -> Result<Self> {
        let longest = self.width.max(self.height);
        if longest <= max_edge {
            return Ok(self);
        }
        let scaled = |edge: u32| {
            let scaled = u64::from(edge) * u64::from(max_edge) / u64::from(longest);
            u32::try_from(scaled).unwrap_or(max_edge).max(1)
        };
        let (width, height) = (scaled(self.width), scaled(self.height));
        let source = TypedImageRef::<U8x3>::from_buffer(self.width, self.height, &self.rgb);
        let source = source.map_err(|error| unreadable(&error))?;
        let mut rgb = vec![0; width as usize * height as usize * 3];
        let small = TypedImage::<U8x3>::from_buffer(width, height, &mut rgb);
        let mut small = small.map_err(|error| unreadable(&error))?;
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear));
        // Typed, so that the binary carries this one pixel format only.
        Resizer::new()
            .resize_typed(&source, &mut small, &options)
            .map_err(|error| unreadable(&error))?;
        Ok(Self { width, height, rgb })
    }

    /// Fills what of a box is in the picture.
    pub(super) fn fill(&mut self, part: Bounds, color: Color) {
        let Some(part) = part.intersection(Bounds::of(self.size())) else { return };
        let index = |at: i32| usize::try_from(at).unwrap_or_default();
        let stride = self.width as usize * 3;
        for row in self.rgb.chunks_exact_mut(stride).take(index(part.bottom)).skip(index(part.top))
        {
            for pixel in row[index(part.left) * 3..index(part.right) * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&color);
            }
        }
    }

    /// The best JPEG with at most so many bytes. Quality goes first; what is too much even so is made smaller.
    pub(super) fn into_jpeg(mut self, most_bytes: usize) -> Result<(Vec<u8>, Size)> {
        loop {
            for quality in QUALITIES {
                let bytes = self.jpeg(quality)?;
                if bytes.len() <= most_bytes {
                    return Ok((bytes, self.size()));
                }
            }
            let longest = self.width.max(self.height);
            if longest <= 16 {
                return Err(unreadable(&"no JPEG of it is small enough"));
            }
            self = self.shrink(longest * 3 / 4)?;
        }
    }

    fn jpeg(&self, quality: u8) -> Result<Vec<u8>> {
        let narrow =
            |edge: u32| u16::try_from(edge).map_err(|_| unreadable(&"it is too wide for JPEG"));
        let (width, height) = (narrow(self.width)?, narrow(self.height)?);
        let mut bytes = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
        encoder
            .encode(&self.rgb, width, height, jpeg_encoder::ColorType::Rgb)
            .map_err(|error| unreadable(&error))?;
        Ok(bytes)
    }

    #[cfg(test)]
    pub(super) fn plain(size: Size, color: Color) -> Self {
        let [width, height] = [size.width, size.height].map(|edge| u32::try_from(edge).unwrap());
        let rgb = color.repeat(width as usize * height as usize);
        Self { width, height, rgb }
    }

    #[cfg(test)]
    pub(super) fn at(&self, x: i32, y: i32) -> Color {
        let [x, y] = [x, y].map(|at| usize::try_from(at).unwrap());
        let at = (y * self.width as usize + x) * 3;
        self.rgb[at..at + 3].try_into().unwrap()
    }
}

fn edge(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

fn unreadable(why: &dyn std::fmt::Display) -> Error {
    device::Error::BackendFailed {
        backend: "screenshot",
        command: "decoding the picture".to_owned(),
        why: why.to_string(),
    }
    .into()
}
