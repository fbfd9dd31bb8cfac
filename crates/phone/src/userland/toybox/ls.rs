//! `ls`: what is in a directory.

use super::ls_page::{Page, blocks};
use crate::files::{Entry, Errno, path};
use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(
        process,
        arguments,
        "(full-time)goACFHLNRSabdfhiklmnpqrstw#=80<0x1[-Cxm1][-Cxml][-Cxmo][-Cxmg][-ftS][-HL][-Nqb]"
    );
    let mut status = 0;
    let mut named = Vec::new();
    let names = if options.rest.is_empty() { vec!["."] } else { options.rest.clone() };
    for name in names {
        // A long listing shows links themselves, a short one follows those on the command line.
        let follow = !(options.has_any("ldF") || options.has_long("full-time"))
            || options.has_any("LH")
            || name.ends_with('/');
        let absolute = process.path(name);
        let stat = if follow {
            process
                .files()
                .stat(&process.who, &absolute)
                .or_else(|_| process.files().lstat(&process.who, &absolute))
        } else {
            process.files().lstat(&process.who, &absolute)
        };
        match stat {
            Ok(stat) => named.push(Entry { name: name.to_owned(), stat }),
            Err(errno) => status = process.fail("ls", format!("{name}: {errno}")).await?,
        }
    }
    let recursive = options.has('R') && !options.has('d');
    // One directory alone goes without its name.
    let alone = matches!(named.as_slice(), [one] if one.stat.is_dir() && !options.has('d'));
    let page = Page { process, options: &options };
    sort(&mut named, &options);
    let shows = |entry: &Entry| options.has('d') || !entry.stat.is_dir();
    // A directory alone is not even measured.
    let mut output = if alone { String::new() } else { page.listing("", &named, shows) };
    let mut first = !named.iter().any(shows);
    let mut directories: Vec<String> = named
        .iter()
        .rev()
        .filter(|entry| entry.stat.is_dir() && !options.has('d'))
        .map(|entry| entry.name.clone())
        .collect();
    while let Some(name) = directories.pop() {
        tokio::task::coop::consume_budget().await;
        let mut entries = match read(process, &options, &name) {
            Ok(entries) => entries,
            Err(errno) => {
                process.print(std::mem::take(&mut output)).await?;
                status = process.fail("ls", format!("{name}: {errno}")).await?;
                continue;
            }
        };
        if !alone || recursive {
            append!(output, "{}{name}:\n", if first { "" } else { "\n" });
        }
        first = false;
        sort(&mut entries, &options);
        if !options.has('f') && (options.has_any("hs") || page.is_long()) {
            let blocks: u64 = entries.iter().map(|entry| blocks(&entry.stat) / 2).sum();
            append!(output, "total {}\n", page.size(blocks, 1024));
        }
        output.push_str(&page.listing(&name, &entries, |_| true));
        if recursive {
            let below = entries
                .iter()
                .filter(|entry| entry.stat.is_dir() && entry.name != "." && entry.name != "..");
            directories.extend(below.rev().map(|entry| path::child(&name, &entry.name)));
        }
        if output.len() > 64 * 1024 {
            process.print(std::mem::take(&mut output)).await?;
        }
    }
    process.print(output).await?;
    Ok(status)
}

fn read(process: &Process, options: &Options<'_>, name: &str) -> Result<Vec<Entry>, Errno> {
    let absolute = process.path(name);
    let (files, who) = (process.files(), &process.who);
    let mut entries = files.list(who, &absolute)?;
    let all = options.has('a') || options.has('f');
    if options.has('L') {
        for entry in &mut entries {
            let followed = files.stat(who, &path::child(&absolute, &entry.name));
            entry.stat = followed.unwrap_or_else(|_| entry.stat.clone());
        }
    }
    if !all && !options.has('A') {
        entries.retain(|entry| !entry.name.starts_with('.'));
    }
    if all {
        for dots in [".", ".."] {
            let stat = files.stat(who, &format!("{absolute}/{dots}"))?;
            entries.push(Entry { name: dots.to_owned(), stat });
        }
    }
    Ok(entries)
}

fn sort(entries: &mut [Entry], options: &Options<'_>) {
    if options.has('f') {
        return;
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    if options.has('t') {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.stat.modified));
    } else if options.has('S') {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.stat.size));
    }
    if options.has('r') {
        entries.reverse();
    }
}
