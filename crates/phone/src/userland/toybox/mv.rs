//! `mv`: another name or another place.

use super::ask::agrees;
use super::cp::Target;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1v(verbose)nF(remove-destination)fit:T[-ni]");
    let (target, sources) = match Target::of(process, "mv", &options) {
        Ok(found) => found,
        Err(text) => return process.fail("mv", text).await,
    };
    let (files, who) = (process.files(), &process.who);
    let mut status = 0;
    for source in sources {
        let to = target.place(source);
        let there = process.path(&to);
        if files.stat(who, &there).is_ok() {
            if options.has('n') {
                continue;
            }
            if options.has('i') && !options.has('f') {
                if !agrees(process, &format!("mv: overwrite '{to}'")).await? {
                    continue;
                }
                files.remove_file(who, &there).ok();
            }
        }
        if let Err(errno) = files.rename(who, &process.path(source), &there) {
            status = process.fail("mv", format!("bad '{source}': {errno}")).await?;
        }
    }
    Ok(status)
}
