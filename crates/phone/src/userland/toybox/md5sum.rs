//! `md5sum`: MD5 of files.

use super::checksum;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<md5::Md5>(process, arguments, "md5sum").await
}
