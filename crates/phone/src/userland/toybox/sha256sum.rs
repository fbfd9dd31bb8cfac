//! `sha256sum`: SHA-256 of files.

use super::input_files::InputFiles;
use super::md5sum::line;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use sha2::{Digest as _, Sha256};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "b");
    let mut files = InputFiles::new(&options.rest);
    // What opens but cannot be read counts as empty.
    files.opens_directories = true;
    while let Some((name, input)) = files.next(process, "sha256sum").await {
        let mut hash = Sha256::new();
        loop {
            let bytes = input.next().await.unwrap_or_default();
            if bytes.is_empty() {
                break;
            }
            hash.update(&bytes);
        }
        process.print(line(&hash.finalize(), name, options.has('b'))).await?;
    }
    Ok(files.status())
}
