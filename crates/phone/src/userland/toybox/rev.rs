//! `rev`: lines backwards.

use super::input_files::read_lines;
use crate::process::Process;
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "");
    let (lines, status) = read_lines(process, "rev", &options.rest).await?;
    let reversed: String = lines
        .iter()
        .map(|line| text::decode(line).chars().rev().chain(['\n']).collect::<String>())
        .collect();
    process.print(reversed).await?;
    Ok(status)
}
