//! `mkdir`: new directories.

use super::mode::changed;
use crate::files::Errno;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1vp(parent)(parents)m:");
    let usual = 0o777 & !process.umask;
    let mode = match options.value('m') {
        None => usual,
        Some(text) => match changed(text, 0o777, false, 0) {
            Some(mode) => mode,
            None => return process.fail("mkdir", format!("bad mode '{text}'")).await,
        },
    };
    let parents = options.has('p');
    let (files, who) = (process.files(), &process.who);
    let mut status = 0;
    for name in &options.rest {
        if let Ok(stat) = files.stat(who, &process.path(name)) {
            if !parents || !stat.is_dir() {
                status = process.fail("mkdir", format!("'{name}': {}", Errno::Exists)).await?;
            }
            continue;
        }
        let slashes = name.char_indices().filter(|(at, c)| parents && *c == '/' && *at > 0);
        let ends = slashes.map(|(at, _)| at).chain([name.len()]);
        for end in ends {
            let part = &name[..end];
            let bits = if end == name.len() { mode } else { usual | 0o300 };
            match files.make_dir(who, &process.path(part), bits) {
                Ok(()) if options.has('v') => {
                    process.complain(format!("mkdir: created directory '{part}'\n")).await;
                }
                Ok(()) => {}
                Err(Errno::Exists) if parents => {}
                Err(errno) => {
                    status = process.fail("mkdir", format!("'{part}': {errno}")).await?;
                    break;
                }
            }
        }
    }
    Ok(status)
}
