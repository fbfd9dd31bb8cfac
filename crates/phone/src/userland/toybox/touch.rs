//! `touch`: a new time, or a new empty file.

use super::touch_date::seconds;
use crate::files::{Errno, WriteMode};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1acd:fmr:t:[!dtr]");
    let now = process.android().now();
    let mut time = now.timestamp().as_second();
    if let Some(text) = options.value('t').or_else(|| options.value('d')) {
        match seconds(text, &now) {
            Some(seconds) => time = seconds,
            None => return process.fail("touch", format!("bad date {text}")).await,
        }
    }
    if let Some(reference) = options.value('r') {
        match process.files().stat(&process.who, &process.path(reference)) {
            Ok(stat) => time = stat.modified,
            Err(errno) => {
                return process.fail("touch", format!("Can't stat {reference}: {errno}")).await;
            }
        }
    }
    // When something was last read, the phone does not keep.
    let modifies = options.has('m') || !options.has('a');
    let mut status = 0;
    // `-` is the output, which has no time that could be seen.
    for name in options.rest.iter().filter(|name| **name != "-") {
        if let Err(errno) = touch(process, name, modifies.then_some(time), !options.has('c')) {
            status = process.fail("touch", format!("'{name}': {errno}")).await?;
        }
    }
    Ok(status)
}

fn touch(process: &Process, name: &str, time: Option<i64>, creates: bool) -> Result<(), Errno> {
    let (files, who, path) = (process.files(), &process.who, process.path(name));
    if !files.exists(who, &path) {
        if !creates {
            return Ok(());
        }
        files.open_write(who, &path, WriteMode::Append, 0o666 & !process.umask).map(drop)?;
    }
    let Some(time) = time else { return Ok(()) };
    // A link stands for what it points to.
    let path = files.canonical(who, &path)?;
    files.allows(who, &path, 2)?;
    files.set_modified(who, &path, time)
}
