//! `sha1sum`: SHA-1 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<sha1::Sha1>(process, arguments, "sha1sum").await
}
