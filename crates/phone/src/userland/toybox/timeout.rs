//! `timeout`: a program with a deadline.

use super::sleep::duration;
use crate::process::Process;
use crate::shell::{run_program, signal_number};
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^k:s:vi", 2);
    let Some(limit) = duration(options.rest[0]) else {
        return process.fail("timeout", format!("bad time '{}'", options.rest[0])).await;
    };
    let signal = options.value('s').and_then(signal_number).unwrap_or(15);
    let command: Vec<String> = options.rest[1..].iter().map(|word| (*word).to_owned()).collect();
    match tokio::time::timeout(limit, run_program(process, "timeout", &command)).await {
        Ok(outcome) => outcome,
        // Ours ends with the program: toybox reports the signal.
        Err(_) => Ok(if signal == 15 { 143 } else { 128_u8.saturating_add(signal) }),
    }
}
