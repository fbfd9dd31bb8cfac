//! `yes`: again and again.

use crate::process::Process;
use crate::process::to_bytes;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let line = if arguments.len() > 1 { arguments[1..].join(" ") } else { "y".to_owned() };
    let block = to_bytes(format!("{line}\n").repeat(1024 / (line.len() + 1) + 1));
    loop {
        process.stdout.write(block.clone()).await?;
    }
}
