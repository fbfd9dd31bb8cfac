//! `touch`: a new time, or a new empty file.

use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1achmd:r:t:");
    let mut time = process.android().now().timestamp().as_second();
    if let Some(reference) = options.value('r') {
        match process.files().stat(&process.who, &process.path(reference)) {
            Ok(stat) => time = stat.modified,
            Err(errno) => return process.fail("touch", format!("-r '{reference}': {errno}")).await,
        }
    }
    if let Some(text) = options.value('d') {
        let seconds = text.strip_prefix('@').and_then(|seconds| seconds.parse().ok());
        let civil = || text.replacen(' ', "T", 1).parse::<jiff::civil::DateTime>().ok();
        let zone = process.android().now().time_zone().clone();
        let parsed =
            seconds.or_else(|| Some(civil()?.to_zoned(zone).ok()?.timestamp().as_second()));
        match parsed {
            Some(seconds) => time = seconds,
            None => return process.fail("touch", format!("bad '{text}'")).await,
        }
    }
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        let (files, who) = (process.files(), &process.who);
        let outcome = if files.exists(who, &absolute) {
            files.allows(who, &absolute, 2).and_then(|()| files.set_modified(who, &absolute, time))
        } else if options.has('c') {
            Ok(())
        } else {
            files
                .open_write(who, &absolute, WriteMode::Append, 0o666 & !process.umask)
                .and_then(|_| files.set_modified(who, &absolute, time))
        };
        if let Err(errno) = outcome {
            status = process.fail("touch", format!("'{name}': {errno}")).await?;
        }
    }
    Ok(status)
}
