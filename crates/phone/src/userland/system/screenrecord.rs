//! `screenrecord`: reads its options and tries, but there is no video encoder here, so it ends as on a device without one.

use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;

/// Words that stand alone, and words that take a value.
const SWITCHES: [&str; 6] =
    ["verbose", "show-device-info", "show-frame-time", "rotate", "bugreport", "persistent-surface"];
const VALUED: [&str; 6] =
    ["size", "bit-rate", "time-limit", "codec-name", "output-format", "display-id"];
const FORMATS: [&str; 6] = ["mp4", "h264", "webm", "3gpp", "frames", "raw-frames"];

const MIN_BIT_RATE: i64 = 100_000;
const MAX_BIT_RATE: i64 = 200_000_000;
/// Seconds.
const MAX_TIME: i64 = 180;
/// What is tried when the size of the display does not work.
const FALLBACK: (i32, i32) = (1280, 720);

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut request = Request { size: None, makes_file: true };
    let mut names = Vec::new();
    let mut words = arguments[1..].iter().map(String::as_str);
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--") else {
            if word.len() > 1 && word.starts_with('-') {
                let letter: String = word.chars().skip(1).take(1).collect();
                return refuse(process, format!("screenrecord: unknown option -- {letter}")).await;
            }
            names.push(word);
            continue;
        };
        if option.is_empty() {
            names.extend(words);
            break;
        }
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        if name == "help" {
            process.complain(usage(process)).await;
            return Ok(0);
        }
        if SWITCHES.contains(&name) {
            continue;
        }
        if !VALUED.contains(&name) {
            return refuse(process, format!("screenrecord: unknown option -- {name}")).await;
        }
        let Some(value) = attached.or_else(|| words.next()) else {
            let text = format!("screenrecord: option requires an argument -- {name}");
            return refuse(process, text).await;
        };
        if let Err(text) = request.set(process, name, value) {
            return refuse(process, text).await;
        }
    }
    let [name] = names[..] else {
        return refuse(process, "Must specify output file (see --help).".to_owned()).await;
    };
    if request.makes_file
        && let Err(errno) = process.open_output(name, WriteMode::Append)
    {
        process.complain(format!("Unable to open '{name}': {errno}\n")).await;
        return Ok(1);
    }
    let no_codec = "ERROR: unable to create video/avc codec instance\n";
    process.complain(no_codec).await;
    if request.size.is_none() {
        let size = process.android().display().size();
        let (width, height) = (size.width, size.height);
        let smaller = if width < height { (FALLBACK.1, FALLBACK.0) } else { FALLBACK };
        if width != smaller.0 && height != smaller.1 {
            let text = format!(
                "WARNING: failed at {width}x{height}, retrying at {}x{}\n{no_codec}",
                smaller.0, smaller.1
            );
            process.complain(text).await;
        }
    }
    // The error that it returns is the lowest number of 32 bits, of which an exit code keeps the last eight.
    Ok(0)
}

struct Request {
    size: Option<(u32, u32)>,
    /// A film is tried to be created before anything else.
    makes_file: bool,
}

impl Request {
    fn set(&mut self, process: &Process, name: &str, value: &str) -> Result<(), String> {
        match name {
            "size" => {
                let sides = value
                    .split_once('x')
                    .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
                let Some((width, height)) = sides else {
                    return Err(format!("Invalid size '{value}', must be width x height"));
                };
                if width == 0 || height == 0 {
                    return Err(format!(
                        "Invalid size {width}x{height}, width and height may not be zero"
                    ));
                }
                self.size = Some((width, height));
            }
            "bit-rate" => {
                let (digits, factor) = match value.strip_suffix(['M', 'm']) {
                    Some(digits) => (digits, 1_000_000),
                    None => (value, 1),
                };
                let Ok(number) = digits.parse::<u32>() else {
                    return Err(format!("Unrecognized bit rate '{value}'"));
                };
                let rate = i64::from(number) * factor;
                if !(MIN_BIT_RATE..=MAX_BIT_RATE).contains(&rate) {
                    return Err(format!(
                        "Bit rate {rate}bps outside acceptable range [{MIN_BIT_RATE},{MAX_BIT_RATE}]"
                    ));
                }
            }
            "time-limit" => {
                // What is no number is zero, which newer ones take for no limit.
                let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
                let seconds = value[..end].parse().unwrap_or(0);
                let lowest = i64::from(!has_no_limit(process));
                if !(lowest..=MAX_TIME).contains(&seconds) {
                    return Err(format!(
                        "Time limit {seconds}s outside acceptable range [{lowest},{MAX_TIME}]"
                    ));
                }
            }
            "output-format" => {
                if !FORMATS.contains(&value) {
                    return Err(format!("Unknown format '{value}'"));
                }
                self.makes_file = matches!(value, "mp4" | "webm" | "3gpp");
            }
            "display-id" if value.parse::<u64>().is_err() => {
                return Err(format!("Invalid physical display ID: {value}"));
            }
            _ => {}
        }
        Ok(())
    }
}

/// Since Android 14 a limit of 0 is none.
fn has_no_limit(process: &Process) -> bool {
    process.android().api().since(34)
}

async fn refuse(process: &Process, text: String) -> Outcome {
    process.complain(format!("{text}\n")).await;
    Ok(2)
}

fn usage(process: &Process) -> String {
    let unlimited = if has_no_limit(process) { " Set to 0\n    to remove the limit." } else { "" };
    format!(
        "Usage: screenrecord [options] <filename>\n\n\
         Records the device's display to a .mp4 file.\n\n\
         Options:\n\
         --size WIDTHxHEIGHT\n    Set the video size, e.g. \"1280x720\". Default is the size of the display.\n\
         --bit-rate RATE\n    Set the video bit rate, in bits per second. Value may be specified as\n    \
         bits or megabits, e.g. '4000000' is equivalent to '4M'. Default 20Mbps.\n\
         --bugreport\n    Add additional information, such as a timestamp overlay.\n\
         --time-limit TIME\n    Set the maximum recording time, in seconds. Default / maximum is {MAX_TIME}.{unlimited}\n\
         --display-id ID\n    Specify the physical display ID to record.\n\
         --verbose\n    Display interesting information on stdout.\n\
         --help\n    Show this message.\n\n\
         Recording continues until Ctrl-C is hit or the time limit is reached.\n\n"
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn there_is_no_encoder() {
        let phone = OnPhone::home().await;
        let none = "ERROR: unable to create video/avc codec instance\n";
        phone.check("screenrecord --size 720x1280 /sdcard/a.mp4", "", none, 0).await;
        phone.check("stat -c %s /sdcard/a.mp4", "0\n", "", 0).await;
        phone.out("wm size 200x300").await;
        let twice = format!("{none}WARNING: failed at 200x300, retrying at 720x1280\n{none}");
        phone.check("screenrecord --time-limit 3 /sdcard/a.mp4", "", &twice, 0).await;
        let cannot = "Unable to open '/no/a.mp4': No such file or directory\n";
        phone.check("screenrecord /no/a.mp4", "", cannot, 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn options_are_checked() {
        let phone = OnPhone::home().await;
        for (words, said) in [
            ("", "Must specify output file (see --help)."),
            ("a b", "Must specify output file (see --help)."),
            ("--time-limit 181 a", "Time limit 181s outside acceptable range [0,180]"),
            ("--size 5 a", "Invalid size '5', must be width x height"),
            ("--size 0x5 a", "Invalid size 0x5, width and height may not be zero"),
            ("--bit-rate 1 a", "Bit rate 1bps outside acceptable range [100000,200000000]"),
            ("--bit-rate=x a", "Unrecognized bit rate 'x'"),
            ("--output-format x a", "Unknown format 'x'"),
            ("--nosuch a", "screenrecord: unknown option -- nosuch"),
            ("--size", "screenrecord: option requires an argument -- size"),
        ] {
            phone.check(&format!("screenrecord {words}"), "", &format!("{said}\n"), 2).await;
        }
        let help = phone.run("screenrecord --help").await;
        assert!(help.err.starts_with("Usage: screenrecord [options] <filename>"));
    }
}
