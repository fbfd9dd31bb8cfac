//! `sha256sum`: SHA-256 of files.

use super::checksum::{self, Checksum};
use crate::process::Process;
use crate::userland::Outcome;
use sha2::{Digest as _, Sha256};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<Sha256>(process, arguments, "sha256sum").await
}

impl Checksum for Sha256 {
    fn start() -> Self {
        Self::new()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn digest(self) -> Vec<u8> {
        self.finalize().to_vec()
    }
}
