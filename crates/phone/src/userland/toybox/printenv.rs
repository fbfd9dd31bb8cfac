//! `printenv`: the environment, or some of it.

use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "(null)0");
    let end = if options.has('0') || options.has_long("null") { '\0' } else { '\n' };
    let (mut text, mut status) = (String::new(), 0);
    if options.rest.is_empty() {
        for (name, value) in &process.env {
            append!(text, "{name}={value}{end}");
        }
    }
    for name in &options.rest {
        match process.env.get(*name) {
            Some(value) => append!(text, "{value}{end}"),
            None => status = 1,
        }
    }
    process.print(text).await?;
    Ok(status)
}
