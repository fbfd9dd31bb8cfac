//! `basename`: the last piece of a path.

use crate::files::path;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^<1as:");
    let suffix = options
        .value('s')
        .or_else(|| (!options.has('a')).then(|| options.rest.get(1).copied()).flatten());
    let count = if options.has('a') || options.has('s') { options.rest.len() } else { 1 };
    if count == 1 && options.rest.len() > 2 {
        return process.fail("basename", "too many args").await;
    }
    for word in &options.rest[..count] {
        let name = if word.is_empty() { "." } else { path::name(word) };
        let shown = suffix
            .and_then(|suffix| name.strip_suffix(suffix))
            .filter(|rest| !rest.is_empty())
            .unwrap_or(name);
        process.print(format!("{shown}\n")).await?;
    }
    Ok(0)
}
