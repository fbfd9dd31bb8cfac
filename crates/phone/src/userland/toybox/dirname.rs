//! `dirname`: a path without its last piece.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1");
    for word in &options.rest {
        let trimmed = word.trim_end_matches('/');
        let shown = match trimmed.rsplit_once('/') {
            Some((directory, _)) if !directory.trim_end_matches('/').is_empty() => {
                directory.trim_end_matches('/')
            }
            Some(_) => "/",
            None if word.starts_with('/') => "/",
            None => ".",
        };
        process.print(format!("{shown}\n")).await?;
    }
    Ok(0)
}
