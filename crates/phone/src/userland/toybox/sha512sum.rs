//! `sha512sum`: SHA-512 of files.

use super::checksum::{self, Checksum};
use crate::process::Process;
use crate::userland::Outcome;
use sha2::{Digest as _, Sha512};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<Sha512>(process, arguments, "sha512sum").await
}

impl Checksum for Sha512 {
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
