//! `tac`: lines in reverse order.

use super::input_files::{InputFiles, all_of};
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // Knows no options: every word is a file.
    let names: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let mut files = InputFiles::new(&names);
    files.opens_directories = true;
    while let Some((_, input)) = files.next(process, "tac").await {
        let bytes = all_of(&input).await?;
        // A last line without a newline gets none.
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').rev().collect();
        process.stdout.write(lines.concat()).await?;
    }
    Ok(files.status())
}
