//! `hostname`: the phone's name.

use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, _: &[String]) -> Outcome {
    process.print(format!("{}\n", process.machine.hostname())).await?;
    Ok(0)
}
