//! `xargs`: words of the input as arguments.

use crate::process::{Input, Process};
use crate::shell::run_program;
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^0rtpn:E:s:x");
    let bytes = process.stdin.read_to_end().await?;
    let input = text::decode(&bytes);
    let words: Vec<String> = if options.has('0') {
        input.split('\0').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    } else {
        input.split_whitespace().map(str::to_owned).collect()
    };
    let command: Vec<String> = if options.rest.is_empty() {
        vec!["echo".to_owned()]
    } else {
        options.rest.iter().map(|word| (*word).to_owned()).collect()
    };
    if words.is_empty() && options.has('r') {
        return Ok(0);
    }
    let size = match options.value('n').map(str::parse::<usize>) {
        None => usize::MAX,
        Some(Ok(size)) if size > 0 => size,
        Some(_) => return process.fail("xargs", "bad -n").await,
    };
    process.stdin = Input::Empty;
    let mut batches: Vec<Vec<String>> = Vec::new();
    if words.is_empty() {
        batches.push(command);
    } else {
        for chunk in words.chunks(size.min(words.len())) {
            batches.push(command.iter().chain(chunk).cloned().collect());
        }
    }
    let mut status = 0;
    for batch in batches {
        if options.has('t') {
            process.complain(format!("{} \n", batch.join(" "))).await;
        }
        match run_program(process, "xargs", &batch).await? {
            0 => {}
            code @ (126 | 127) => return Ok(code),
            255 => return Ok(124),
            code if code > 128 => return Ok(125),
            _ => status = 123,
        }
    }
    Ok(status)
}
