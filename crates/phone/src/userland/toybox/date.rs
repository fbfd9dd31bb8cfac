//! `date`: the phone's clock.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "ud:D:r:");
    let mut now: Zoned = process.android().now();
    if let Some(name) = options.value('r') {
        match process.files().stat(&process.who, &process.path(name)) {
            Ok(stat) => now = at(stat.modified, &now),
            Err(errno) => return process.fail("date", format!("{name}: {errno}")).await,
        }
    }
    if let Some(text) = options.value('d') {
        let seconds = text.strip_prefix('@').and_then(|seconds| seconds.parse::<i64>().ok());
        let parsed = seconds.map(|seconds| at(seconds, &now)).or_else(|| parse(text, &now));
        match parsed {
            Some(time) => now = time,
            None => return process.fail("date", format!("bad date '{text}'")).await,
        }
    }
    if options.has('u') {
        now = now.with_time_zone(TimeZone::UTC);
    }
    let format = match options.rest.first() {
        None => "%a %b %e %H:%M:%S %Z %Y",
        Some(word) => match word.strip_prefix('+') {
            Some(format) => format,
            // Setting the clock takes root.
            None if word.chars().all(|c| c.is_ascii_digit() || "@-:. ".contains(c)) => {
                return process.fail("date", "cannot set date: Operation not permitted").await;
            }
            None => return process.fail("date", format!("bad date {word}")).await,
        },
    };
    // Nanoseconds are not a directive of their own in the library.
    let format = format.replace("%N", &format!("{:09}", now.subsec_nanosecond()));
    match strtime::format(&format, &now) {
        Ok(text) => process.print(format!("{text}\n")).await?,
        Err(_) => return process.fail("date", format!("bad format '{format}'")).await,
    }
    Ok(0)
}

fn at(seconds: i64, like: &Zoned) -> Zoned {
    Timestamp::from_second(seconds).unwrap_or_default().to_zoned(like.time_zone().clone())
}

fn parse(text: &str, like: &Zoned) -> Option<Zoned> {
    let civil: jiff::civil::DateTime = text.replacen(' ', "T", 1).parse().ok()?;
    civil.to_zoned(like.time_zone().clone()).ok()
}
