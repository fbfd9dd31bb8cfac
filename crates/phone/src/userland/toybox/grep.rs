//! `grep`, `egrep`, `fgrep`: lines that match.

use super::input_files::{InputFiles, split_lines};
use super::regular::{Dialect, compile};
use crate::files::path;
use crate::process::{Input, Process};
use crate::userland::Outcome;
use crate::userland::options::{Options, options};
use regex::bytes::Regex;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "EFHhLRZaclinoqrsvwxe:f:m:A:B:C:");
    let name = arguments[0].as_str();
    let dialect = match name {
        _ if options.has('F') => Dialect::Fixed,
        _ if options.has('E') => Dialect::Extended,
        "egrep" => Dialect::Extended,
        "fgrep" => Dialect::Fixed,
        _ => Dialect::Basic,
    };
    let mut names = options.rest.as_slice();
    let mut patterns: Vec<String> =
        options.values('e').flat_map(|text| text.split('\n')).map(str::to_owned).collect();
    for file in options.values('f') {
        match process.open_input(file) {
            Ok(input) => {
                patterns.extend(split_lines(&input.read_to_end().await?).map(crate::text::decode));
            }
            Err(errno) => {
                process.fail(name, format!("{file}: {errno}")).await?;
                return Ok(2);
            }
        }
    }
    if patterns.is_empty() && options.value('f').is_none() {
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
    let recursive = options.has('r') || options.has('R');
    let found_names = if recursive {
        walk(process, names)
    } else {
        names.iter().map(|name| (*name).to_owned()).collect()
    };
    let mut search = Search::new(&options, regexes, recursive || found_names.len() > 1);
    let borrowed: Vec<&str> = found_names.iter().map(String::as_str).collect();
    let mut files = InputFiles::new(&borrowed);
    while let Some((file, input)) = files.next(process, name).await {
        let shown = if file == "-" { "(standard input)" } else { file };
        search.file(process, shown, &input).await?;
        if search.quiet && search.matched {
            return Ok(0);
        }
    }
    match (search.matched, files.failed) {
        (_, true) => Ok(2),
        (true, false) => Ok(0),
        (false, false) => Ok(1),
    }
}

#[expect(clippy::struct_excessive_bools, reason = "one for each switch of the command line")]
struct Search {
    regexes: Vec<Regex>,
    invert: bool,
    count: bool,
    list: Option<bool>,
    numbers: bool,
    only: bool,
    quiet: bool,
    whole_word: bool,
    whole_line: bool,
    with_name: bool,
    max: usize,
    before: usize,
    after: usize,
    matched: bool,
}

impl Search {
    fn new(options: &Options<'_>, regexes: Vec<Regex>, several: bool) -> Self {
        let number = |letter| options.value(letter).and_then(|text| text.parse().ok());
        let around = number('C').unwrap_or(0);
        Self {
            regexes,
            invert: options.has('v'),
            count: options.has('c'),
            list: if options.has('l') { Some(true) } else { options.has('L').then_some(false) },
            numbers: options.has('n'),
            only: options.has('o'),
            quiet: options.has('q'),
            whole_word: options.has('w'),
            whole_line: options.has('x'),
            with_name: (several || options.has('H')) && !options.has('h'),
            max: number('m').unwrap_or(usize::MAX),
            before: number('B').unwrap_or(around),
            after: number('A').unwrap_or(around),
            matched: false,
        }
    }

    /// Reads line by line and writes as it goes, so that following a log through a pipe works.
    async fn file(&mut self, process: &Process, name: &str, input: &Input) -> std::io::Result<()> {
        let mut rest: Vec<u8> = Vec::new();
        let (mut number, mut hits) = (0, 0);
        let mut recent: std::collections::VecDeque<(usize, Vec<u8>)> =
            std::collections::VecDeque::new();
        let (mut trailing, mut last_shown) = (0, 0);
        let mut at_end = false;
        while !at_end && hits < self.max {
            let bytes = input.next().await?;
            at_end = bytes.is_empty();
            rest.extend_from_slice(&bytes);
            let complete = match rest.iter().rposition(|byte| *byte == b'\n') {
                _ if at_end => rest.len(),
                Some(newline) => newline + 1,
                None => continue,
            };
            let lines: Vec<u8> = rest.drain(..complete).collect();
            let mut output = Vec::new();
            for line in split_lines(&lines) {
                number += 1;
                let found = self.find(line);
                if found.is_empty() == self.invert && hits < self.max {
                    hits += 1;
                    self.matched = true;
                    if self.quiet {
                        return Ok(());
                    }
                    if self.count || self.list.is_some() {
                        continue;
                    }
                    if self.before + self.after > 0
                        && last_shown > 0
                        && number - recent.len() > last_shown + 1
                    {
                        output.extend_from_slice(b"--\n");
                    }
                    for (number, line) in recent.drain(..) {
                        self.show(&mut output, name, number, b'-', &line);
                    }
                    if self.only && !self.invert {
                        for (start, end) in found {
                            self.show(&mut output, name, number, b':', &line[start..end]);
                        }
                    } else {
                        self.show(&mut output, name, number, b':', line);
                    }
                    trailing = self.after;
                    last_shown = number;
                } else if trailing > 0 {
                    trailing -= 1;
                    last_shown = number;
                    self.show(&mut output, name, number, b'-', line);
                } else if self.before > 0 {
                    recent.push_back((number, line.to_vec()));
                    if recent.len() > self.before {
                        recent.pop_front();
                    }
                }
            }
            process.stdout.write(output).await?;
        }
        if self.quiet {
            return Ok(());
        }
        if let Some(wanted) = self.list {
            if (hits > 0) == wanted {
                process.print(format!("{name}\n")).await?;
            }
        } else if self.count {
            let prefix = if self.with_name { format!("{name}:") } else { String::new() };
            process.print(format!("{prefix}{hits}\n")).await?;
        }
        Ok(())
    }

    fn show(&self, output: &mut Vec<u8>, name: &str, number: usize, sign: u8, line: &[u8]) {
        if self.with_name {
            output.extend_from_slice(&crate::text::encode(name));
            output.push(sign);
        }
        if self.numbers {
            output.extend_from_slice(number.to_string().as_bytes());
            output.push(sign);
        }
        output.extend_from_slice(line);
        output.push(b'\n');
    }

    /// Where the line matches; a pattern that matches nothing at all still makes the line match.
    fn find(&self, line: &[u8]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for regex in &self.regexes {
            for hit in regex.find_iter(line) {
                let (start, end) = (hit.start(), hit.end());
                let fits = if self.whole_line {
                    start == 0 && end == line.len()
                } else if self.whole_word {
                    let is_word = |byte: Option<&u8>| {
                        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                    };
                    !is_word(start.checked_sub(1).and_then(|at| line.get(at)))
                        && !is_word(line.get(end))
                } else {
                    true
                };
                if fits {
                    found.push((start, end));
                }
            }
        }
        found.sort_unstable();
        if self.only {
            found.retain(|(start, end)| start != end);
        }
        found
    }
}

fn walk(process: &Process, roots: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    let roots = if roots.is_empty() { &["."] } else { roots };
    let mut pending: Vec<String> = roots.iter().rev().map(|root| (*root).to_owned()).collect();
    while let Some(name) = pending.pop() {
        match process.files().list(&process.who, &process.path(&name)) {
            Ok(entries) => {
                pending.extend(entries.iter().rev().map(|entry| path::child(&name, &entry.name)));
            }
            Err(_) => names.push(name),
        }
    }
    names
}
