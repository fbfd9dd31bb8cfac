//! `rev`: lines backwards.

use super::input_files::read_lines;
use crate::process::Process;
use crate::text;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // Knows no options: every word is a file.
    let names: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let (lines, status) = read_lines(process, "rev", &names).await?;
    let reversed: String = lines
        .iter()
        .map(|line| text::decode(line).chars().rev().chain(['\n']).collect::<String>())
        .collect();
    process.print(reversed).await?;
    Ok(status)
}
