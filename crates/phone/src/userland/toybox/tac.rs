//! `tac`: lines in reverse order.

use super::input_files::read_lines;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // Knows no options: every word is a file.
    let names: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let (mut lines, status) = read_lines(process, "tac", &names).await?;
    lines.reverse();
    let mut output = lines.join(&b'\n');
    if !lines.is_empty() {
        output.push(b'\n');
    }
    process.stdout.write(output).await?;
    Ok(status)
}
