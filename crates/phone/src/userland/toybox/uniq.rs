//! `uniq`: neighbours that are the same, once.

use super::input_files::read_lines;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "cdiu");
    let (lines, status) = read_lines(process, "uniq", &options.rest).await?;
    let key =
        |line: &[u8]| if options.has('i') { line.to_ascii_lowercase() } else { line.to_vec() };
    let mut output = Vec::new();
    for group in lines.chunk_by(|a, b| key(a) == key(b)) {
        if (options.has('d') && group.len() == 1) || (options.has('u') && group.len() > 1) {
            continue;
        }
        if options.has('c') {
            output.extend_from_slice(format!("{:7} ", group.len()).as_bytes());
        }
        output.extend_from_slice(&group[0]);
        output.push(b'\n');
    }
    process.stdout.write(output).await?;
    Ok(status)
}
