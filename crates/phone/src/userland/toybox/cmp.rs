//! `cmp`: where two files differ first.

use super::input_files::InputFiles;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "sl", 2);
    let names = [options.rest[0], options.rest[1]];
    let mut files = InputFiles::new(&names);
    let mut contents = Vec::new();
    while let Some((_, input)) = files.next(process, "cmp").await {
        contents.push(input.read_to_end().await?);
    }
    let [left, right] = contents.as_slice() else { return Ok(2) };
    let position = left.iter().zip(right).position(|(a, b)| a != b);
    let text = match position {
        Some(at) => {
            let line = left[..at].split(|byte| *byte == b'\n').count();
            format!("{} {} differ: char {}, line {line}\n", names[0], names[1], at + 1)
        }
        None if left.len() == right.len() => return Ok(0),
        None => {
            let shorter = if left.len() < right.len() { names[0] } else { names[1] };
            if !options.has('s') {
                process.complain(format!("cmp: EOF on {shorter}\n")).await;
            }
            return Ok(1);
        }
    };
    if !options.has('s') {
        process.print(text).await?;
    }
    Ok(1)
}
