//! `rmdir`: empty directories, gone.

use crate::files::path;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1p");
    let mut status = 0;
    for name in &options.rest {
        let mut current = *name;
        loop {
            if let Err(errno) = process.files().remove_dir(&process.who, &process.path(current)) {
                status = process.fail("rmdir", format!("{current}: {errno}")).await?;
                break;
            }
            if !options.has('p') || !current.contains('/') {
                break;
            }
            current = path::parent(current);
        }
    }
    Ok(status)
}
