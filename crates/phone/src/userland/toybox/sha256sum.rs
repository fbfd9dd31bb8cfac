//! `sha256sum`: SHA-256 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<sha2::Sha256>(process, arguments, "sha256sum").await
}
