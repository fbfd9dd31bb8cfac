//! `pwd` as a program; the shell has its own.

use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, _: &[String]) -> Outcome {
    let directory = process
        .files()
        .canonical(&process.who, &process.cwd)
        .unwrap_or_else(|_| process.cwd.clone());
    process.print(format!("{directory}\n")).await?;
    Ok(0)
}
