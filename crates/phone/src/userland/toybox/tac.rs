//! `tac`: lines in reverse order.

use super::input_files::read_lines;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "");
    let (mut lines, status) = read_lines(process, "tac", &options.rest).await?;
    lines.reverse();
    let mut output = lines.join(&b'\n');
    if !lines.is_empty() {
        output.push(b'\n');
    }
    process.stdout.write(output).await?;
    Ok(status)
}
