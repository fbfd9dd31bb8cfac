//! `nohup`: a program that outlives the terminal. Background jobs do so here anyway.

use crate::process::Process;
use crate::shell::run_program;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1^");
    let command: Vec<String> = options.rest.iter().map(|word| (*word).to_owned()).collect();
    run_program(process, "nohup", &command).await
}
