//! `mktemp`: a new file with a name nobody has.

use crate::files::WriteMode;
use crate::process::{Process, random_bytes};
use crate::userland::Outcome;
use crate::userland::options::options;

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "dqtup:");
    let template = options.rest.first().copied().unwrap_or("tmp.XXXXXXXXXX");
    let stem = template.trim_end_matches('X');
    let count = template.len() - stem.len();
    if count < 6 {
        return process.fail("mktemp", "need XXXXXX in template").await;
    }
    let random: String = random_bytes(count)
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 62)]))
        .collect();
    let mut name = format!("{stem}{random}");
    let directory = options.value('p').map(str::to_owned);
    let default =
        || process.env.get("TMPDIR").cloned().unwrap_or_else(|| "/data/local/tmp".to_owned());
    if options.rest.is_empty() || options.has('t') || directory.is_some() {
        name = format!("{}/{name}", directory.unwrap_or_else(default));
    }
    let absolute = process.path(&name);
    let made = if options.has('u') {
        Ok(())
    } else if options.has('d') {
        process.files().make_dir(&process.who, &absolute, 0o700)
    } else {
        process.files().open_write(&process.who, &absolute, WriteMode::New, 0o600).map(drop)
    };
    match made {
        Ok(()) => {
            process.print(format!("{name}\n")).await?;
            Ok(0)
        }
        Err(errno) => {
            let kind = if options.has('d') { "directory" } else { "file" };
            process.fail("mktemp", format!("Failed to create {kind} {name}: {errno}")).await
        }
    }
}
