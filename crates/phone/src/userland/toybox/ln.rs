//! `ln -s`: symbolic links. Android's file systems for users allow no hard ones.

use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1t:Tvnfs");
    let (files, who) = (process.files(), &process.who);
    let (mut place, mut targets) = match (options.value('t'), options.rest.split_last()) {
        (None, Some((last, targets))) => (*last, targets),
        (place, _) => (place.unwrap_or("."), options.rest.as_slice()),
    };
    if options.has('T') && targets.len() > 1 {
        return process.fail("ln", "Max 2 arguments (see \"ln --help\")").await;
    }
    if targets.is_empty() {
        (place, targets) = (".", &options.rest);
    }
    let absolute = process.path(place);
    let there = if options.has_any("nT") {
        files.lstat(who, &absolute)
    } else {
        files.stat(who, &absolute)
    };
    let into = there.as_ref().is_ok_and(crate::files::Stat::is_dir);
    if there.is_ok() {
        let several = targets.len() > 1 || options.has('t');
        if if into { options.has('T') } else { several } {
            let is = if into { "is" } else { "not" };
            return process.fail("ln", format!("'{place}' {is} a directory")).await;
        }
    }
    let mut status = 0;
    for target in targets {
        let name = if into { format!("{place}/{}", path::name(target)) } else { place.to_owned() };
        let link = process.path(&name);
        let kind = if options.has('s') { "symbolic" } else { "hard" };
        let outcome = if options.has('s') {
            // A directory is not replaced.
            let replaced = match files.lstat(who, &link) {
                Ok(stat) if options.has('f') && stat.is_dir() => Err(Errno::IsDirectory),
                Ok(_) if options.has('f') => files.remove_file(who, &link),
                _ => Ok(()),
            };
            replaced.and_then(|()| files.symlink(who, target, &link))
        } else {
            Err(Errno::Access)
        };
        match outcome {
            Ok(()) if options.has('v') => {
                process.complain(format!("'{name}' -> '{target}'\n")).await;
            }
            Ok(()) => {}
            Err(errno) => {
                let text =
                    format!("cannot create {kind} link from '{target}' to '{name}': {errno}");
                status = process.fail("ln", text).await?;
            }
        }
    }
    Ok(status)
}
