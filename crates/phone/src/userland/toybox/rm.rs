//! `rm`: files and trees, gone.

use super::ask::agrees;
use crate::files::{Errno, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};
use std::collections::HashSet;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "f(force)iRrv[-fi]");
    if options.rest.is_empty() && !options.has('f') {
        return process.fail("rm", "Needs 1 argument (see \"rm --help\")").await;
    }
    let mut status = 0;
    for name in &options.rest {
        if *name == "/" {
            status = process.fail("rm", "rm /. if you mean it").await?;
            continue;
        }
        if path::name(name) == ".." {
            status = process.fail("rm", format!("bad path {name}")).await?;
            continue;
        }
        if !remove(process, &options, name).await? {
            status = 1;
        }
    }
    Ok(status)
}

/// Removes what may be removed, and tells what may not.
async fn remove(process: &Process, options: &Options<'_>, name: &str) -> std::io::Result<bool> {
    let (files, who) = (process.files(), &process.who);
    let mut well = true;
    // Directories that something is left in.
    let mut kept: HashSet<String> = HashSet::new();
    // Each directory comes twice: first to be emptied, then to be removed.
    let mut pending = vec![(name.to_owned(), false)];
    while let Some((name, again)) = pending.pop() {
        tokio::task::coop::consume_budget().await;
        if [".", ".."].contains(&path::name(&name)) {
            continue;
        }
        let absolute = process.path(&name);
        let is_named = pending.is_empty() && kept.is_empty();
        let shown = if is_named { name.as_str() } else { path::name(&name) };
        let stat = match files.lstat(who, &absolute) {
            Ok(stat) => stat,
            Err(Errno::NoEntry) if options.has('f') => continue,
            Err(errno) => {
                well = false;
                process.fail("rm", format!("{shown}: {errno}")).await?;
                continue;
            }
        };
        let keep = |kept: &mut HashSet<String>| {
            kept.insert(path::parent(&absolute).to_owned());
        };
        let recursive = stat.is_dir() && options.has_any("rR");
        if !again && options.has('i') && (recursive || !stat.is_dir()) {
            let kind = if stat.is_dir() { "dir " } else { "" };
            if !agrees(process, &format!("rm {kind}{name}")).await? {
                keep(&mut kept);
                continue;
            }
        }
        if recursive && !again {
            pending.push((name.clone(), true));
            if let Ok(entries) = files.list(who, &absolute) {
                let below = entries.iter().rev();
                pending.extend(below.map(|entry| (path::child(&name, &entry.name), false)));
            }
            continue;
        }
        if again
            && options.has('i')
            && !kept.contains(&absolute)
            && !agrees(process, &format!("rmdir {name}")).await?
        {
            keep(&mut kept);
            continue;
        }
        let removed = if recursive {
            files.remove_dir(who, &absolute)
        } else {
            files.remove_file(who, &absolute)
        };
        match removed {
            Ok(()) if options.has('v') => {
                let kind = if stat.is_dir() { "dir" } else { "" };
                process.print(format!("rm{kind} '{name}'\n")).await?;
            }
            Ok(()) => {}
            Err(errno) => {
                // What is below has been complained about.
                if !kept.contains(&absolute) {
                    well = false;
                    process.fail("rm", format!("{shown}: {errno}")).await?;
                }
                keep(&mut kept);
            }
        }
    }
    Ok(well)
}
