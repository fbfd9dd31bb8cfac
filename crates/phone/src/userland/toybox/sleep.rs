//! `sleep`: time passes.

use crate::process::{Process, pause};
use crate::userland::Outcome;
use std::time::Duration;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    if arguments.len() < 2 {
        return process.fail("sleep", "Needs 1 argument (see \"sleep --help\")").await;
    }
    let mut total = Duration::ZERO;
    for word in &arguments[1..] {
        match duration(word) {
            Some(duration) => total = total.saturating_add(duration),
            None => return process.fail("sleep", format!("Not a number '{word}'")).await,
        }
    }
    pause(total).await;
    Ok(0)
}

/// `1.5`, `2m`, `1h`, `1d`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let (digits, factor) = match text.char_indices().last()? {
        (at, 's') => (&text[..at], 1.0),
        (at, 'm') => (&text[..at], 60.0),
        (at, 'h') => (&text[..at], 3600.0),
        (at, 'd') => (&text[..at], 86_400.0),
        _ => (text, 1.0),
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * factor).ok()
}
