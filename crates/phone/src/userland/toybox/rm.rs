//! `rm`: files and trees, gone.

use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "fiRrv");
    let (force, recursive) = (options.has('f'), options.has('r') || options.has('R'));
    if options.rest.is_empty() {
        return if force {
            Ok(0)
        } else {
            process.fail("rm", "Needs 1 argument (see \"rm --help\")").await
        };
    }
    let mut status = 0;
    for name in &options.rest {
        if path::collapse(&process.path(name)) == "/" && recursive {
            status = process.fail("rm", format!("{name}: {}", Errno::Access)).await?;
            continue;
        }
        for (failed, errno) in remove(process, name, recursive).await {
            if errno != Errno::NoEntry || !force {
                status = process.fail("rm", format!("{failed}: {errno}")).await?;
            }
        }
    }
    Ok(status)
}

/// Removes what may be removed, and tells what may not.
async fn remove(process: &Process, name: &str, recursive: bool) -> Vec<(String, Errno)> {
    let (files, who) = (process.files(), &process.who);
    let mut failed = Vec::new();
    // Each directory comes twice: first to be emptied, then to be removed.
    let mut pending = vec![(name.to_owned(), false)];
    while let Some((name, emptied)) = pending.pop() {
        tokio::task::coop::consume_budget().await;
        let absolute = process.path(&name);
        let outcome = match files.lstat(who, &absolute) {
            Ok(stat) if !stat.is_dir() => files.remove_file(who, &absolute),
            Ok(_) if !recursive => Err(Errno::IsDirectory),
            Ok(_) if emptied => files.remove_dir(who, &absolute),
            Ok(_) => match files.list(who, &absolute) {
                Ok(entries) => {
                    pending.push((name.clone(), true));
                    pending.extend(
                        entries.iter().rev().map(|entry| (path::child(&name, &entry.name), false)),
                    );
                    Ok(())
                }
                Err(errno) => Err(errno),
            },
            Err(errno) => Err(errno),
        };
        if let Err(errno) = outcome {
            failed.push((name, errno));
        }
    }
    failed
}
