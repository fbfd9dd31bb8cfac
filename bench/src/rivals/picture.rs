//! A picture for a model, against taking it bare, decoding, scaling and encoding it with the same crates.

use std::io::Cursor;
use std::time::Duration;

use adb::{CommandLine, Deadline};
use bench::Outcome;
use bench::agent::Answer;
use bench::programs::{Call, Running};
use bench::stats::{Clock, Pair, Sample};
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};

use crate::report;
use crate::rows::FEW;

const MOST_BYTES: usize = 50_000;
const LONGEST: u32 = 1024;

pub(crate) async fn measure(
    device: &adb::Device,
    ours: &mut Running,
    others: &mut [Running],
    rounds: usize,
) -> Outcome<()> {
    let mut pair = Pair::default();
    let mut largest = 0;
    for _ in 0..rounds {
        pair.floor.add(bare(device).await?);
        let clock = Clock::start();
        let answer = take(ours).await?;
        pair.ours.add(clock.elapsed());
        largest = largest.max(answer.image_bytes);
    }
    let what = "capture_screenshot, against taking, decoding, scaling and encoding it bare";
    report::ratio(what, &pair, 1.3);
    report::bytes("the largest picture", largest, MOST_BYTES);
    for other in others {
        let (what, theirs) = match few(other).await {
            Ok((last, sample)) => (given(&last), Ok(sample)),
            Err(error) => (String::new(), Err(error.to_string())),
        };
        let what = format!("capture_screenshot{what}");
        report::other(&what, &pair.ours, other.program.name(), &theirs);
    }
    Ok(())
}

async fn few(other: &mut Running) -> Outcome<(Answer, Sample)> {
    let mut last = take(other).await?;
    let mut sample = Sample::default();
    for _ in 0..FEW {
        let clock = Clock::start();
        last = take(other).await?;
        sample.add(clock.elapsed());
    }
    Ok((last, sample))
}

async fn take(running: &mut Running) -> Outcome<Answer> {
    let Call { tool, arguments } = running.program.picture();
    let answer = running.agent.answer(tool, &arguments).await?;
    if answer.failed { Err(answer.text.into()) } else { Ok(answer) }
}

/// What of a picture was in an answer.
fn given(answer: &Answer) -> String {
    match answer {
        Answer { image_bytes: 1.., .. } => format!(", theirs {} bytes", answer.image_bytes),
        Answer { text, .. } if text.len() > 10_000 => {
            format!(", theirs {} bytes of text", text.len())
        }
        Answer { .. } => ", theirs in a file".to_owned(),
    }
}

async fn bare(device: &adb::Device) -> Outcome<Duration> {
    let clock = Clock::start();
    let screencap = CommandLine::constant("screencap -p");
    let png = device.exec(&screencap, 64 << 20, Deadline::after(Duration::from_secs(20))).await?;
    let mut decoder = png::Decoder::new(Cursor::new(&png[..]));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let mut data = vec![0; reader.output_buffer_size().ok_or("too large")?];
    let info = reader.next_frame(&mut data)?;
    let rgb: Vec<u8> = match info.color_type {
        png::ColorType::Rgb => data,
        png::ColorType::Rgba => data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
        png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha | png::ColorType::Indexed => {
            return Err("a picture in other colours".into());
        }
    };
    let longest = info.width.max(info.height);
    let [width, height] = [info.width, info.height].map(|edge| edge * LONGEST / longest);
    let source = TypedImageRef::<U8x3>::from_buffer(info.width, info.height, &rgb)?;
    let mut small = vec![0; width as usize * height as usize * 3];
    let mut scaled = TypedImage::<U8x3>::from_buffer(width, height, &mut small)?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear));
    Resizer::new().resize_typed(&source, &mut scaled, &options)?;
    drop(scaled);
    let mut jpeg = Vec::new();
    let [width, height] = [u16::try_from(width)?, u16::try_from(height)?];
    jpeg_encoder::Encoder::new(&mut jpeg, 80).encode(
        &small,
        width,
        height,
        jpeg_encoder::ColorType::Rgb,
    )?;
    Ok(clock.elapsed())
}
