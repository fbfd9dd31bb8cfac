//! Pictures of the screen, sized for whoever looks at them.

use std::io::Cursor;

use bytes::Bytes;
use device::{Deadline, Via};
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};

use crate::desk::{Desk, within};
use crate::{Error, Result, Size};

/// What kind of picture is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shot {
    /// As the device made it.
    Original,
    /// Small enough for a model: the longer edge at most this many pixels.
    ForModel { max_edge: u32 },
}

/// A picture, encoded.
#[derive(Debug, Clone)]
pub struct Picture {
    pub mime: &'static str,
    pub bytes: Bytes,
    /// Of this picture.
    pub size: Size,
    /// Of the screen it shows.
    pub screen: Size,
    pub via: Via,
}

/// Models are sent at most this much.
const MOST_BYTES: usize = 50_000;

impl Desk {
    pub async fn picture(&self, shot: Shot, deadline: Deadline) -> Result<Picture> {
        let taking = async { Ok(self.device().screenshot(deadline).await?) };
        let taken = self.examined(taking).await?;
        let shaping = tokio::task::spawn_blocking(move || shape(&taken, shot));
        let shaped = async {
            shaping.await.map_err(|panic| Error::InternalError { why: panic.to_string() })
        };
        within(deadline, "shaping the picture", shaped).await?
    }
}

fn shape(taken: &device::Picture, shot: Shot) -> Result<Picture> {
    let pixels = decode(&taken.png)?;
    let screen = Size { width: edge(pixels.width), height: edge(pixels.height) };
    match shot {
        Shot::Original => Ok(Picture {
            mime: "image/png",
            bytes: taken.png.clone(),
            size: screen,
            screen,
            via: taken.via,
        }),
        Shot::ForModel { max_edge } => {
            let small = shrink(pixels, max_edge)?;
            let size = Size { width: edge(small.width), height: edge(small.height) };
            let bytes = Bytes::from(jpeg(&small)?);
            Ok(Picture { mime: "image/jpeg", bytes, size, screen, via: taken.via })
        }
    }
}

/// Opaque pixels, three bytes each.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

fn decode(png: &[u8]) -> Result<Pixels> {
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
    Ok(Pixels { width: info.width, height: info.height, rgb })
}

fn shrink(pixels: Pixels, max_edge: u32) -> Result<Pixels> {
    let longest = pixels.width.max(pixels.height);
    if longest <= max_edge {
        return Ok(pixels);
    }
    let scaled = |edge: u32| {
        let scaled = u64::from(edge) * u64::from(max_edge) / u64::from(longest);
        u32::try_from(scaled).unwrap_or(max_edge).max(1)
    };
    let (width, height) = (scaled(pixels.width), scaled(pixels.height));
    let source = TypedImageRef::<U8x3>::from_buffer(pixels.width, pixels.height, &pixels.rgb);
    let source = source.map_err(|error| unreadable(&error))?;
    let mut rgb = vec![0; width as usize * height as usize * 3];
    let small = TypedImage::<U8x3>::from_buffer(width, height, &mut rgb);
    let mut small = small.map_err(|error| unreadable(&error))?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear));
    // Typed, so that the binary carries this one pixel format only.
    Resizer::new()
        .resize_typed(&source, &mut small, &options)
        .map_err(|error| unreadable(&error))?;
    Ok(Pixels { width, height, rgb })
}

/// The best quality that stays under the limit, else the lowest tried.
fn jpeg(pixels: &Pixels) -> Result<Vec<u8>> {
    let narrow =
        |edge: u32| u16::try_from(edge).map_err(|_| unreadable(&"it is too wide for JPEG"));
    let (width, height) = (narrow(pixels.width)?, narrow(pixels.height)?);
    let mut smallest = Vec::new();
    for quality in [80, 65, 50, 35, 20] {
        let mut bytes = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
        encoder
            .encode(&pixels.rgb, width, height, jpeg_encoder::ColorType::Rgb)
            .map_err(|error| unreadable(&error))?;
        smallest = bytes;
        if smallest.len() <= MOST_BYTES {
            break;
        }
    }
    Ok(smallest)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, color: png::ColorType, data: &[u8]) -> Bytes {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        Bytes::from(bytes)
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    /// Holds capture_screenshot.1.
    #[test]
    fn a_model_gets_a_small_jpeg() {
        let taken = device::Picture {
            png: png(300, 600, png::ColorType::Rgba, &noise(300 * 600 * 4)),
            via: Via("test"),
        };
        let picture = shape(&taken, Shot::ForModel { max_edge: 200 }).unwrap();
        assert_eq!((picture.size.width, picture.size.height), (100, 200));
        assert_eq!((picture.screen.width, picture.screen.height), (300, 600));
        assert!(picture.bytes.starts_with(&[0xff, 0xd8]) && picture.bytes.len() <= MOST_BYTES);
        let original = shape(&taken, Shot::Original).unwrap();
        assert_eq!(original.bytes, taken.png);
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        for broken in [&b""[..], b"\x89PNG\r\n\x1a\n", b"not a picture at all"] {
            let taken = device::Picture { png: Bytes::from_static(broken), via: Via("test") };
            let error = shape(&taken, Shot::Original).unwrap_err();
            assert_eq!(error.code(), "BACKEND_FAILED");
        }
    }
}
