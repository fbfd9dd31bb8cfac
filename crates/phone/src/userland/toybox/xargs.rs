//! `xargs`: words of the input as arguments.

use crate::process::{Input, Process};
use crate::shell::run_program;
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^E:tr(no-run-if-empty)n#<1(max-args)0[!0E]");
    let bytes = process.stdin.read_to_end().await?;
    let input = text::decode(&bytes);
    let mut words: Vec<&str> = if options.has('0') {
        input.split_terminator('\0').collect()
    } else {
        input.split_ascii_whitespace().collect()
    };
    if let Some(end) = options.value('E')
        && let Some(at) = words.iter().position(|word| *word == end)
    {
        words.truncate(at);
    }
    let command = if options.rest.is_empty() { vec!["echo"] } else { options.rest.clone() };
    if words.is_empty() && options.has('r') {
        return Ok(0);
    }
    let size =
        options.number('n').and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX);
    process.stdin = Input::Empty;
    let batches: Vec<&[&str]> =
        if words.is_empty() { vec![&[]] } else { words.chunks(size.min(words.len())).collect() };
    let mut status = 0;
    for batch in batches {
        let line: Vec<String> =
            command.iter().chain(batch).map(|word| (*word).to_owned()).collect();
        if options.has('t') {
            process.complain(format!("{} \n", line.join(" "))).await;
        }
        match run_program(process, "xargs", &line).await? {
            0 | 128..=254 => {}
            255 => {
                let text = format!("{}: exited with status 255; aborting", line[0]);
                process.fail("xargs", text).await?;
                return Ok(124);
            }
            code @ (126 | 127) => status = code,
            _ => status = 123,
        }
    }
    Ok(status)
}
