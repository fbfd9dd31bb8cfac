//! `sha224sum`: SHA-224 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<sha2::Sha224>(process, arguments, "sha224sum").await
}
