//! `getenforce`: a production build enforces.

use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, _: &[String]) -> Outcome {
    process.print("Enforcing\n").await?;
    Ok(0)
}
