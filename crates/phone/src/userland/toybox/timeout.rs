//! `timeout`: a program with a deadline.

use super::sleep::duration;
use crate::process::Process;
use crate::shell::run_program;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^k:s:vi", 2);
    let Some(limit) = duration(options.rest[0]) else {
        return process.fail("timeout", format!("bad time '{}'", options.rest[0])).await;
    };
    let command: Vec<String> = options.rest[1..].iter().map(|word| (*word).to_owned()).collect();
    match tokio::time::timeout(limit, run_program(process, "timeout", &command)).await {
        Ok(outcome) => outcome,
        Err(_) => Ok(124),
    }
}
