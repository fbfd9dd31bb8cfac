//! `sha512sum`: SHA-512 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<sha2::Sha512>(process, arguments, "sha512sum").await
}
