//! `realpath`: a path without links.

use crate::files::Errno;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "eqz", 1);
    let mut status = 0;
    for name in &options.rest {
        let found = process.files().canonical(&process.who, &process.path(name));
        let found = found.and_then(|path| {
            if process.files().exists(&process.who, &path) { Ok(path) } else { Err(Errno::NoEntry) }
        });
        match found {
            Ok(path) => process.print(format!("{path}\n")).await?,
            Err(errno) => status = process.fail("realpath", format!("{name}: {errno}")).await?,
        }
    }
    Ok(status)
}
