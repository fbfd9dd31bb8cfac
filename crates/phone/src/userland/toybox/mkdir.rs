//! `mkdir`: new directories.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "vpm:", 1);
    let mode = match options.value('m').map(|text| u32::from_str_radix(text, 8)) {
        None => 0o777 & !process.umask,
        Some(Ok(mode)) if mode <= 0o7777 => mode,
        Some(_) => {
            return process
                .fail("mkdir", format!("bad mode '{}'", options.value('m').unwrap_or_default()))
                .await;
        }
    };
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        let made = if options.has('p') {
            process.files().make_dirs(&process.who, &absolute, mode)
        } else {
            process.files().make_dir(&process.who, &absolute, mode)
        };
        match made {
            Ok(()) if options.has('v') => {
                process.print(format!("mkdir: created directory '{name}'\n")).await?;
            }
            Ok(()) => {}
            Err(errno) => status = process.fail("mkdir", format!("'{name}': {errno}")).await?,
        }
    }
    Ok(status)
}
