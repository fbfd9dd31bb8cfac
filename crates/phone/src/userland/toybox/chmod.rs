//! `chmod`: permission bits, as a number or as changes.

use super::mode::changed;
use crate::files::{Kind, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<2?vfR[-vf]");
    let (mode, names) = (options.rest[0], &options.rest[1..]);
    let (files, who) = (process.files(), &process.who);
    let mut status = 0;
    let mut pending: Vec<(String, bool)> =
        names.iter().rev().map(|name| ((*name).to_owned(), true)).collect();
    while let Some((name, is_named)) = pending.pop() {
        let absolute = process.path(&name);
        let stat = match files.lstat(who, &absolute) {
            Ok(stat) if stat.kind == Kind::Link && is_named => files.stat(who, &absolute),
            other => other,
        };
        let stat = match stat {
            Ok(stat) => stat,
            Err(errno) => {
                status = process.fail("chmod", format!("{name}: {errno}")).await?;
                continue;
            }
        };
        if stat.kind == Kind::Link {
            continue;
        }
        let Some(bits) = changed(mode, stat.mode, stat.is_dir(), process.umask) else {
            return process.fail("chmod", format!("bad mode '{mode}'")).await;
        };
        if options.has('v') {
            process.print(format!("chmod '{name}' to {mode}\n")).await?;
        }
        if options.has('R') && stat.is_dir() {
            match files.list(who, &absolute) {
                Ok(entries) => {
                    let below = entries.iter().rev();
                    pending.extend(below.map(|entry| (path::child(&name, &entry.name), false)));
                }
                Err(errno) => status = process.fail("chmod", format!("{name}: {errno}")).await?,
            }
        }
        if let Err(errno) = files.set_mode(who, &absolute, bits) {
            let text = format!("'{}' to {bits:04o}: {errno}", path::name(&name));
            status = process.fail("chmod", text).await?;
        }
    }
    Ok(status)
}
