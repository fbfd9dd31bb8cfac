//! `md5sum`: MD5 of files.

use super::checksum::{self, Checksum};
use super::md5::Md5;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<Md5>(process, arguments, "md5sum").await
}

impl Checksum for Md5 {
    fn start() -> Self {
        Self::new()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn digest(self) -> Vec<u8> {
        self.finish().to_vec()
    }
}
