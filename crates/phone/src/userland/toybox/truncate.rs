//! `truncate -s`: another size for a file.

use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{number, options};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "cs:", 1);
    let size = options.value('s').and_then(number).and_then(|size| u64::try_from(size).ok());
    let Some(size) = size else {
        return process.fail("truncate", "Needs -s (see \"truncate --help\")").await;
    };
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        if options.has('c') && !process.files().exists(&process.who, &absolute) {
            continue;
        }
        let outcome = process.files().open_write(
            &process.who,
            &absolute,
            WriteMode::Append,
            0o666 & !process.umask,
        );
        let outcome = outcome.and_then(|file| file.map_or(Ok(()), |file| Ok(file.set_len(size)?)));
        if let Err(errno) = outcome {
            status = process.fail("truncate", format!("'{name}': {errno}")).await?;
        }
    }
    Ok(status)
}
