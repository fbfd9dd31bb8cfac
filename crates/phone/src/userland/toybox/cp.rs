//! `cp`: copies of files and trees.

use crate::files::{Errno, Kind, Source, WriteMode, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::io;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "HLPRadfinprsvx", 1);
    if options.rest.len() < 2 {
        return process.fail("cp", "Needs 2 arguments").await;
    }
    let recursive = options.has('r') || options.has('R') || options.has('a');
    let preserve = options.has('p') || options.has('a');
    let (target, sources) = match options.rest.split_last() {
        Some((target, sources)) => (*target, sources),
        None => return Ok(1),
    };
    let into_directory =
        process.files().stat(&process.who, &process.path(target)).is_ok_and(|stat| stat.is_dir());
    if sources.len() > 1 && !into_directory {
        return process.fail("cp", format!("'{target}' not directory")).await;
    }
    let mut status = 0;
    for source in sources {
        let to = if into_directory {
            path::child(target, path::name(source))
        } else {
            target.to_owned()
        };
        let mut pending = vec![((*source).to_owned(), to)];
        while let Some((from, to)) = pending.pop() {
            match copy(process, &from, &to, recursive, preserve, &mut pending) {
                Ok(()) if options.has('v') => process.print(format!("cp '{from}'\n")).await?,
                Ok(()) => {}
                Err(text) => status = process.fail("cp", text).await?,
            }
            tokio::task::coop::consume_budget().await;
        }
    }
    Ok(status)
}

fn copy(
    process: &Process,
    from: &str,
    to: &str,
    recursive: bool,
    preserve: bool,
    pending: &mut Vec<(String, String)>,
) -> Result<(), String> {
    let (files, who) = (process.files(), &process.who);
    let (source, target) = (process.path(from), process.path(to));
    let stat = if recursive { files.lstat(who, &source) } else { files.stat(who, &source) };
    let stat = stat.map_err(|errno| format!("bad '{from}': {errno}"))?;
    if files
        .canonical(who, &source)
        .is_ok_and(|one| files.canonical(who, &target).is_ok_and(|other| one == other))
    {
        return Err(format!("'{from}' is '{to}'"));
    }
    let failed = |errno: Errno| format!("cannot create '{to}': {errno}");
    match stat.kind {
        Kind::Directory if !recursive => {
            return Err(format!("Skipped dir '{to}': {}", Errno::NoEntry));
        }
        Kind::Directory => {
            if !files.exists(who, &target) {
                files.make_dir(who, &target, stat.mode | 0o700).map_err(failed)?;
            }
            let entries = files.list(who, &source).map_err(|errno| format!("{from}: {errno}"))?;
            pending.extend(
                entries
                    .iter()
                    .rev()
                    .map(|entry| (path::child(from, &entry.name), path::child(to, &entry.name))),
            );
        }
        Kind::Link => {
            let link = files.read_link(who, &source).map_err(failed)?;
            files.symlink(who, &link, &target).map_err(failed)?;
        }
        Kind::File | Kind::Device(_) => {
            let source =
                files.open_read(who, &source).map_err(|errno| format!("{from}: {errno}"))?;
            let sink = files
                .open_write(who, &target, WriteMode::Truncate, stat.mode & !process.umask)
                .map_err(failed)?;
            if let Ok(mut sink) = sink {
                let copied = match source {
                    Source::File(mut file) => io::copy(&mut file, &mut sink).map(drop),
                    Source::Bytes(bytes) => io::Write::write_all(&mut sink, &bytes),
                    Source::Device(_) => Err(Errno::Invalid.into()),
                };
                copied.map_err(|error| failed(Errno::from(error)))?;
            }
        }
    }
    if preserve && stat.kind != Kind::Link {
        files.set_modified(who, &target, stat.modified).map_err(failed)?;
    }
    Ok(())
}
