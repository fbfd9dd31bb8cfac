//! `nohup`: a program that outlives the terminal. Background jobs do so here anyway.

use crate::process::Process;
use crate::shell::run_program;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    if arguments.len() < 2 {
        return process.fail("nohup", "Needs 1 argument (see \"nohup --help\")").await;
    }
    run_program(process, "nohup", &arguments[1..]).await
}
