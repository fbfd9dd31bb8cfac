//! `screencap`: the display as a picture, PNG or raw, to standard output or a file.

use super::dumpsys::DISPLAY_ID;
use crate::files::WriteMode;
use crate::process::Process;
use crate::screen::Frame;
use crate::userland::Outcome;

const USAGE: &str = "\
usage: screencap [-hp] [-d display-id] [FILENAME]
   -h: this message
   -p: save the file as a png.
   -d: specify the physical display ID to capture
       see \"dumpsys SurfaceFlinger --display-id\" for valid display IDs.
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
";

/// `PIXEL_FORMAT_RGBA_8888`
const RGBA: u32 = 1;
const SRGB: u32 = 1;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let (mut png, mut display, mut file) = (false, None, None);
    let mut words = arguments[1..].iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-p" => png = true,
            "-d" => match words.next() {
                Some(id) => display = Some(id),
                None => return usage(process).await,
            },
            _ if word.starts_with('-') => return usage(process).await,
            _ => file = Some(word),
        }
    }
    if let Some(display) = display {
        let Ok(id) = display.parse::<u64>() else {
            process.complain("Invalid display ID: Out of range [0, 2^64).\n").await;
            return Ok(1);
        };
        if id != DISPLAY_ID {
            process.complain("Capturing failed.\n").await;
            return Ok(1);
        }
    }
    png |= file.is_some_and(|file| file.to_ascii_lowercase().ends_with(".png"));
    let output = match file {
        Some(file) => match process.open_output(file, WriteMode::Truncate) {
            Ok(output) => output,
            Err(errno) => {
                process.complain(format!("Error opening file: {file} ({errno})\n")).await;
                return Ok(1);
            }
        },
        None => process.stdout.clone(),
    };
    let frame = process.android().screenshot().await;
    // Packing a picture takes long enough to keep others waiting.
    let packed = tokio::task::spawn_blocking(move || if png { frame.png() } else { raw(&frame) });
    let Ok(bytes) = packed.await else {
        process.complain("Capturing failed.\n").await;
        return Ok(1);
    };
    output.write(bytes).await?;
    Ok(0)
}

async fn usage(process: &Process) -> Outcome {
    process.complain(USAGE).await;
    Ok(1)
}

/// Width, height, pixel format and colour space, then the rows.
fn raw(frame: &Frame) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(frame.rgba.len() + 16);
    for field in [frame.width, frame.height, RGBA, SRGB] {
        bytes.extend_from_slice(&field.to_le_bytes());
    }
    bytes.extend_from_slice(&frame.rgba);
    bytes
}

#[cfg(test)]
mod tests {
    use crate::text;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn a_png_shows_the_screen() {
        let phone = OnPhone::shop().await;
        phone.out("wm size 200x300").await;
        phone.driver.settle().await;
        let shown = phone.driver.android.screenshot().await;
        let bytes = text::encode(&phone.out("screencap -p").await).into_owned();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgba).unwrap();
        assert_eq!((reader.info().width, reader.info().height), (200, 300));
        assert_eq!(rgba, shown.rgba);
        let same = "screencap /sdcard/a.png; screencap -p > /sdcard/b; cmp /sdcard/a.png /sdcard/b";
        phone.check(same, "", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn raw_has_a_header_of_sixteen_bytes() {
        let phone = OnPhone::shop().await;
        phone.out("wm size 200x300").await;
        let bytes = text::encode(&phone.out("screencap").await).into_owned();
        assert_eq!(bytes.len(), 16 + 200 * 300 * 4);
        assert_eq!(bytes[..16], [200, 0, 0, 0, 44, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_done() {
        let phone = OnPhone::home().await;
        let cannot = "Error opening file: /no/x.png (No such file or directory)\n";
        phone.check("screencap /no/x.png", "", cannot, 1).await;
        phone.check("screencap -p -d 7", "", "Capturing failed.\n", 1).await;
        let range = "Invalid display ID: Out of range [0, 2^64).\n";
        phone.check("screencap -p -d x", "", range, 1).await;
        let known = "screencap -p -d $(dumpsys SurfaceFlinger --display-id | cut -d' ' -f2) | head -c 4 | tail -c 3";
        phone.check(known, "PNG", "", 0).await;
        assert!(phone.run("screencap -x").await.err.starts_with("usage: screencap"));
    }
}
