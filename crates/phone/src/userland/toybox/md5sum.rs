//! `md5sum`: MD5 of files.

use super::input_files::InputFiles;
use super::md5::Md5;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "b");
    let mut files = InputFiles::new(&options.rest);
    // What opens but cannot be read counts as empty.
    files.opens_directories = true;
    while let Some((name, input)) = files.next(process, "md5sum").await {
        let mut hash = Md5::new();
        loop {
            let bytes = input.next().await.unwrap_or_default();
            if bytes.is_empty() {
                break;
            }
            hash.update(&bytes);
        }
        process.print(line(&hash.finish(), name, options.has('b'))).await?;
    }
    Ok(files.status())
}

/// `HASH  NAME`, or with `-b` the hash alone.
pub(super) fn line(digest: &[u8], name: &str, brief: bool) -> String {
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    if brief { format!("{hex}\n") } else { format!("{hex}  {name}\n") }
}
