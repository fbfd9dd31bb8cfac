//! `env`: the environment, shown or changed for one program.

use crate::process::Process;
use crate::shell::run_program;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^0iu:");
    if options.has('i') {
        process.env.clear();
    }
    for name in options.values('u') {
        process.env.remove(name);
    }
    let mut words = options.rest.as_slice();
    while let Some((name, value)) = words.first().and_then(|word| word.split_once('=')) {
        process.env.insert(name.to_owned(), value.to_owned());
        words = &words[1..];
    }
    if words.is_empty() {
        let end = if options.has('0') { '\0' } else { '\n' };
        let lines: String = process
            .env
            .iter()
            .map(|(name, value)| format!("{name}={value}{end}"))
            .collect::<Vec<_>>()
            .concat();
        process.print(lines).await?;
        return Ok(0);
    }
    let command: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    run_program(process, "env", &command).await
}
