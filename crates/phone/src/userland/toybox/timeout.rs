//! `timeout`: a program with a deadline.

use super::sleep::duration;
use crate::process::Process;
use crate::shell::{run_program, signal_number};
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<2^(foreground)(preserve-status)k:s(signal):");
    let refused = |text: String| async {
        process.fail("timeout", text).await?;
        Ok(125)
    };
    let limit = match duration(options.rest[0]) {
        Ok(limit) => limit,
        Err(text) => return refused(text).await,
    };
    // A program that is told to go goes at once here, so that the second signal is never needed.
    if let Some(Err(text)) = options.value('k').map(duration) {
        return refused(text).await;
    }
    let mut signal = 15;
    if let Some(name) = options.value('s') {
        match signal_number(name) {
            Some(number) => signal = number,
            None => return refused(format!("bad -s: '{name}'")).await,
        }
    }
    let command: Vec<String> = options.rest[1..].iter().map(|word| (*word).to_owned()).collect();
    match tokio::time::timeout(limit, run_program(process, "timeout", &command)).await {
        Ok(outcome) => outcome,
        Err(_) if options.has_long("preserve-status") || signal == 9 => {
            Ok(128_u8.saturating_add(signal))
        }
        Err(_) => Ok(124),
    }
}
