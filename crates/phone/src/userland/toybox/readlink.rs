//! `readlink`: where a link points.

use super::realpath::resolve;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1vnf(canonicalize)emqz[-mef][-qv]");
    let end = if options.has('z') { "\0" } else { "\n" };
    let mut status = 0;
    for (index, name) in options.rest.iter().enumerate() {
        let found = if options.has_any("fem") {
            resolve(process, &options, name)
        } else {
            process.files().read_link(&process.who, &process.path(name))
        };
        let Ok(target) = found else {
            status = 1;
            continue;
        };
        let is_last = index + 1 == options.rest.len();
        let end = if options.has('n') && is_last { "" } else { end };
        process.print(format!("{target}{end}")).await?;
    }
    Ok(status)
}
