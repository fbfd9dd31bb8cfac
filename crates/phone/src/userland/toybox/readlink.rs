//! `readlink`: where a link points.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "efmnqz", 1);
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        let target = if options.has('f') || options.has('e') || options.has('m') {
            let canonical = process.files().canonical(&process.who, &absolute);
            canonical
                .ok()
                .filter(|path| !options.has('e') || process.files().exists(&process.who, path))
        } else {
            process.files().read_link(&process.who, &absolute).ok()
        };
        match target {
            Some(target) => {
                process
                    .print(if options.has('n') { target } else { format!("{target}\n") })
                    .await?;
            }
            None => status = 1,
        }
    }
    Ok(status)
}
