//! `printenv`: the environment, or some of it.

use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    if arguments.len() == 1 {
        let lines: String = process
            .env
            .iter()
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect::<Vec<_>>()
            .concat();
        process.print(lines).await?;
        return Ok(0);
    }
    let mut status = 0;
    for name in &arguments[1..] {
        match process.env.get(name) {
            Some(value) => process.print(format!("{value}\n")).await?,
            None => status = 1,
        }
    }
    Ok(status)
}
