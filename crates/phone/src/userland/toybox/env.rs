//! `env`: a program with another environment.

use crate::process::Process;
use crate::shell::run_program;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^i0u*");
    let mut words = options.rest.as_slice();
    let mut empty = options.has('i');
    if let Some(("-", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) {
        empty = true;
        words = rest;
    }
    if empty {
        process.env.clear();
    } else {
        for name in options.values('u') {
            process.env.remove(name);
        }
    }
    while let Some((name, value)) = words.first().and_then(|word| word.split_once('=')) {
        process.env.insert(name.to_owned(), value.to_owned());
        words = &words[1..];
    }
    if !words.is_empty() {
        let command: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        return run_program(process, "env", &command).await;
    }
    let end = if options.has('0') { '\0' } else { '\n' };
    let mut text = String::new();
    for (name, value) in &process.env {
        append!(text, "{name}={value}{end}");
    }
    process.print(text).await?;
    Ok(0)
}
