//! `sha384sum`: SHA-384 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<sha2::Sha384>(process, arguments, "sha384sum").await
}
