//! `ls`: what is in a directory.

use crate::files::{Entry, Errno, Kind, Stat, group_name, path, user_name};
use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};
use jiff::Timestamp;
use jiff::fmt::strtime;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "1ACFHLRSZabcdfghiklmnopqrstuwx");
    let mut status = 0;
    let (mut files, mut directories) = (Vec::new(), Vec::new());
    let names = if options.rest.is_empty() { vec!["."] } else { options.rest.clone() };
    let several = names.len() > 1 || options.has('R');
    for name in names {
        // A long listing shows links themselves, a short one follows those on the command line.
        let follow = !(options.has('l') || options.has('d'))
            || name.ends_with('/')
            || options.has('L')
            || options.has('H');
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
            Ok(stat) if stat.is_dir() && !options.has('d') => directories.push(name.to_owned()),
            Ok(stat) => files.push(Entry { name: name.to_owned(), stat }),
            Err(errno) => status = process.fail("ls", format!("{name}: {errno}")).await?,
        }
    }
    let mut output = String::new();
    if !files.is_empty() {
        sort(&mut files, &options);
        output.push_str(&listing(process, &options, "", &files));
    }
    directories.sort();
    directories.reverse();
    let mut first = files.is_empty();
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
        if several {
            append!(output, "{}{name}:\n", if first { "" } else { "\n" });
        }
        first = false;
        sort(&mut entries, &options);
        if options.has('l') || options.has('s') {
            let blocks: u64 = entries.iter().map(|entry| blocks(&entry.stat)).sum();
            append!(output, "total {}\n", blocks / 2);
        }
        output.push_str(&listing(process, &options, &name, &entries));
        if options.has('R') {
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

fn listing(process: &Process, options: &Options<'_>, directory: &str, entries: &[Entry]) -> String {
    let long = options.has('l') || options.has('n') || options.has('o') || options.has('g');
    let mut rows: Vec<Vec<String>> = Vec::new();
    for entry in entries {
        let stat = &entry.stat;
        let mut row = Vec::new();
        if options.has('i') {
            row.push(stat.inode.to_string());
        }
        if options.has('s') {
            row.push((blocks(stat) / 2).to_string());
        }
        if long {
            row.extend([stat.mode_text(), stat.links.to_string()]);
            if !options.has('g') {
                row.push(if options.has('n') {
                    stat.uid.to_string()
                } else {
                    user_name(stat.uid).into_owned()
                });
            }
            if !options.has('o') {
                row.push(if options.has('n') {
                    stat.gid.to_string()
                } else {
                    group_name(stat.gid).into_owned()
                });
            }
            row.push(match stat.kind {
                Kind::Device(_) => "1,   3".to_owned(),
                Kind::File | Kind::Directory | Kind::Link if options.has('h') => human(stat.size),
                Kind::File | Kind::Directory | Kind::Link => stat.size.to_string(),
            });
            row.push(date(process, stat.modified));
        }
        let mut name = entry.name.clone();
        if long && stat.kind == Kind::Link {
            let link =
                if directory.is_empty() { name.clone() } else { path::child(directory, &name) };
            let target =
                process.files().read_link(&process.who, &process.path(&link)).unwrap_or_default();
            name = format!("{name} -> {target}");
        } else if stat.is_dir() && (options.has('p') || options.has('F')) {
            name.push('/');
        } else if options.has('F') && stat.mode & 0o111 != 0 && stat.kind == Kind::File {
            name.push('*');
        }
        row.push(name);
        rows.push(row);
    }
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (index, cell) in row.iter().enumerate() {
            let last = index + 1 == columns;
            let is_number = cell.starts_with(|c: char| c.is_ascii_digit())
                && index != columns.saturating_sub(2);
            let width = widths[index];
            match (last, is_number) {
                (true, _) => text.push_str(cell),
                (false, true) => append!(text, "{cell:>width$} "),
                (false, false) => append!(text, "{cell:<width$} "),
            }
        }
        text.push(if options.has('m') { ',' } else { '\n' });
    }
    text
}

/// Blocks of 512 bytes, in pages of 4 KiB.
fn blocks(stat: &Stat) -> u64 {
    match stat.kind {
        Kind::Link | Kind::Device(_) => 0,
        Kind::File | Kind::Directory => stat.size.div_ceil(4096) * 8,
    }
}

fn date(process: &Process, seconds: i64) -> String {
    let zone = process.android().now().time_zone().clone();
    let time = Timestamp::from_second(seconds).unwrap_or_default().to_zoned(zone);
    strtime::format("%Y-%m-%d %H:%M", &time).unwrap_or_default()
}

/// One digit after the point, as far as it is not rounded away.
fn human(size: u64) -> String {
    let tenths = |unit: u64| size / (unit / 10).max(1);
    let (tenths, letter) = match size {
        0..1024 => return size.to_string(),
        1024..1_048_576 => (tenths(1024), 'K'),
        1_048_576..1_073_741_824 => (tenths(1_048_576), 'M'),
        _ => (tenths(1_073_741_824), 'G'),
    };
    format!("{}.{}{letter}", tenths / 10, tenths % 10)
}
