//! `realpath`: a path without links.

use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1Pemqz[-me]");
    let end = if options.has('z') { '\0' } else { '\n' };
    let mut status = 0;
    for name in &options.rest {
        match resolve(process, &options, name) {
            Ok(path) => process.print(format!("{path}{end}")).await?,
            Err(_) if options.has('q') => status = 1,
            Err(errno) => status = process.fail("realpath", format!("{name}: {errno}")).await?,
        }
    }
    Ok(status)
}

/// Everything but the last piece must exist; with `-e` that too, with `-m` nothing. No name is where we are.
pub(super) fn resolve(
    process: &Process,
    options: &Options<'_>,
    name: &str,
) -> Result<String, Errno> {
    let (files, who) = (process.files(), &process.who);
    let absolute = path::join(&process.cwd, name);
    match files.canonical(who, &absolute) {
        Ok(found) if options.has('e') => files.lstat(who, &found).map(|_| found),
        Err(Errno::NoEntry) if options.has('m') => {
            let mut known = absolute.as_str();
            while known != "/" && files.stat(who, known).is_err() {
                known = path::parent(known);
            }
            let missing = &absolute[known.len()..];
            Ok(path::collapse(&format!("{}/{missing}", files.canonical(who, known)?)))
        }
        found => found,
    }
}
