//! `rev`: lines backwards, byte by byte.

use super::input_files::read_lines;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // Knows no options: every word is a file.
    let names: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let (lines, status) = read_lines(process, "rev", &names).await?;
    let reversed = |line: &Vec<u8>| line.iter().rev().chain(b"\n").copied().collect::<Vec<u8>>();
    process.stdout.write(lines.iter().flat_map(reversed).collect::<Vec<u8>>()).await?;
    Ok(status)
}
