//! `sleep`: time passes.

use crate::process::{Process, pause};
use crate::userland::Outcome;
use crate::userland::options::options;
use std::time::Duration;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1");
    for word in &options.rest {
        match duration(word) {
            Ok(duration) => pause(duration).await,
            Err(text) => return process.fail("sleep", text).await,
        }
    }
    Ok(0)
}

/// `1.5`, `2m`, `1h`, `1d`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    if !text.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        return Err(format!("Not a number '{text}'"));
    }
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (whole, mut rest) = text.split_at(digits(text));
    let mut nanoseconds: u64 = 0;
    if let Some(after) = rest.strip_prefix('.') {
        let (fraction, after) = after.split_at(digits(after));
        nanoseconds = format!("{fraction:0<9}")[..9].parse().unwrap_or(0);
        rest = after;
    }
    let factor = match rest {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return Err(format!("Unknown suffix '{rest}'")),
    };
    let seconds = if whole.is_empty() { 0 } else { whole.parse::<u64>().unwrap_or(u64::MAX) };
    let fraction = Duration::from_nanos(nanoseconds) * factor;
    Ok(Duration::from_secs(seconds.saturating_mul(u64::from(factor))).saturating_add(fraction))
}
