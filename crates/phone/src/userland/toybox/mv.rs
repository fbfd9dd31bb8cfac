//! `mv`: another name or another place.

use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "finv", 1);
    if options.rest.len() < 2 {
        return process.fail("mv", "Needs 2 arguments").await;
    }
    let Some((target, sources)) = options.rest.split_last() else { return Ok(1) };
    let (files, who) = (process.files(), &process.who);
    let into_directory = files.stat(who, &process.path(target)).is_ok_and(|stat| stat.is_dir());
    if sources.len() > 1 && !into_directory {
        return process.fail("mv", format!("'{target}' not directory")).await;
    }
    let mut status = 0;
    for source in sources {
        let to = if into_directory {
            path::child(target, path::name(source))
        } else {
            (*target).to_owned()
        };
        if options.has('n') && files.exists(who, &process.path(&to)) {
            continue;
        }
        match files.rename(who, &process.path(source), &process.path(&to)) {
            Ok(()) if options.has('v') => process.print(format!("mv '{source}'\n")).await?,
            Ok(()) => {}
            Err(Errno::NoEntry) => {
                status = process.fail("mv", format!("bad '{source}': {}", Errno::NoEntry)).await?;
            }
            Err(errno) => {
                status = process
                    .fail("mv", format!("cannot move '{source}' to '{to}': {errno}"))
                    .await?;
            }
        }
    }
    Ok(status)
}
