//! `ln -s`: symbolic links. Android's file systems for users allow no hard ones.

use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "sfnv", 1);
    let target = options.rest[0];
    let name = options.rest.get(1).copied().unwrap_or_else(|| path::name(target));
    let (files, who) = (process.files(), &process.who);
    let mut link = process.path(name);
    if files.stat(who, &link).is_ok_and(|stat| stat.is_dir()) && !options.has('n') {
        link = path::child(&link, path::name(target));
    }
    let kind = if options.has('s') { "symbolic" } else { "hard" };
    if options.has('f') && files.lstat(who, &link).is_ok() {
        files.remove_file(who, &link).ok();
    }
    let outcome =
        if options.has('s') { files.symlink(who, target, &link) } else { Err(Errno::Access) };
    match outcome {
        Ok(()) => Ok(0),
        Err(errno) => {
            process
                .fail(
                    "ln",
                    format!("cannot create {kind} link from '{target}' to '{name}': {errno}"),
                )
                .await
        }
    }
}
