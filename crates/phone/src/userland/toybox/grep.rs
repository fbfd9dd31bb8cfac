//! `grep`, `egrep`, `fgrep`: lines that match.

use super::grep_search::Search;
use super::input_files::{InputFiles, split_lines};
use super::regular::{Dialect, compile};
use crate::files::path;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(
        process,
        arguments,
        "(line-buffered)ZEFHIab(byte-offset)h(no-filename)ino(only-matching)rRsvwc(count)L(files-without-match)\
         l(files-with-matches)q(quiet)(silent)e*f*C#B#A#m#x[!wx][!EF]"
    );
    let name = path::name(&arguments[0]);
    let dialect = match name {
        _ if options.has('F') => Dialect::Fixed,
        "fgrep" => Dialect::Fixed,
        _ if options.has('E') => Dialect::Extended,
        "egrep" => Dialect::Extended,
        _ => Dialect::Basic,
    };
    let mut names = options.rest.as_slice();
    let mut patterns: Vec<String> = Vec::new();
    for file in options.values('f') {
        match process.open_input(file) {
            Ok(input) => {
                patterns.extend(split_lines(&input.read_to_end().await?).map(crate::text::decode));
            }
            Err(errno) => {
                process.fail(name, format!("Bad '{file}': {errno}")).await?;
                return Ok(2);
            }
        }
    }
    patterns.extend(options.values('e').flat_map(|text| text.split('\n')).map(str::to_owned));
    if !options.has_any("ef") {
        let Some((first, rest)) = names.split_first() else {
            process.fail(name, "no REGEX").await?;
            return Ok(2);
        };
        patterns.extend(first.split('\n').map(str::to_owned));
        names = rest;
    }
    let mut regexes = Vec::new();
    for pattern in &patterns {
        match compile(pattern, dialect, options.has('i')) {
            Ok(regex) => regexes.push(regex),
            Err(text) => {
                process.fail(name, text).await?;
                return Ok(2);
            }
        }
    }
    let recursive = options.has_any("rR");
    if options.has('s') {
        process.stderr = crate::process::Output::Null;
    }
    // A file that was named, and whether it was found in a directory.
    let found: Vec<(String, bool)> = if recursive {
        walk(process, name, names).await?
    } else {
        names.iter().map(|name| ((*name).to_owned(), false)).collect()
    };
    let mut search = Search::new(&options, regexes, name);
    let mut shows_names = names.len() > 1;
    let files: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    let mut failed = recursive
        && names.iter().any(|name| {
            *name != "-" && process.files().lstat(&process.who, &process.path(name)).is_err()
        });
    if !(recursive && files.is_empty()) {
        let mut inputs = InputFiles::new(&files);
        inputs.opens_directories = true;
        while let Some((file, input)) = inputs.next(process, name).await {
            shows_names |= found.iter().any(|(name, below)| *below && name == file);
            search.with_name = options.has('H') || (shows_names && !options.has('h'));
            let shown = if file == "-" { "(standard input)" } else { file };
            search.file(process, shown, &input).await?;
            if search.quiet && search.matched {
                return Ok(0);
            }
        }
        failed |= inputs.failed;
    }
    Ok(if failed { 2 } else { u8::from(!search.matched) })
}

/// The files below, and whether each was only found there.
async fn walk(
    process: &Process,
    command: &str,
    roots: &[&str],
) -> std::io::Result<Vec<(String, bool)>> {
    let mut names = Vec::new();
    let roots = if roots.is_empty() { &["."] } else { roots };
    let mut pending: Vec<(String, bool)> =
        roots.iter().rev().map(|root| ((*root).to_owned(), false)).collect();
    while let Some((name, below)) = pending.pop() {
        let absolute = process.path(&name);
        if name == "-" && !below {
            names.push((name, false));
            continue;
        }
        match process.files().list(&process.who, &absolute) {
            Ok(entries) => {
                let entries = entries.iter().rev();
                pending.extend(entries.map(|entry| (path::child(&name, &entry.name), true)));
            }
            Err(_) => match process.files().lstat(&process.who, &absolute) {
                Ok(_) => names.push((name, below)),
                Err(errno) => {
                    process.fail(command, format!("{name}: {errno}")).await?;
                }
            },
        }
    }
    Ok(names)
}
