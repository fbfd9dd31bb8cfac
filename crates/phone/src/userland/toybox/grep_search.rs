//! How `grep` goes through one file.

use crate::files::Errno;
use crate::process::{Input, Process};
use crate::userland::options::Options;
use regex::bytes::Regex;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

#[expect(clippy::struct_excessive_bools, reason = "one for each switch of the command line")]
pub(super) struct Search<'a> {
    command: &'a str,
    regexes: Vec<Arc<Regex>>,
    invert: bool,
    count: bool,
    lists: bool,
    lists_others: bool,
    numbers: bool,
    offsets: bool,
    only: bool,
    any_bytes: bool,
    skips_binary: bool,
    zero: bool,
    whole_word: bool,
    whole_line: bool,
    max: Option<i64>,
    before: usize,
    after: usize,
    pub(super) quiet: bool,
    pub(super) with_name: bool,
    pub(super) matched: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(options: &Options<'_>, regexes: Vec<Arc<Regex>>, command: &'a str) -> Self {
        let number = |letter| options.number(letter).filter(|number| *number != 0);
        let around = |letter| {
            let lines = number(letter).or_else(|| number('C')).unwrap_or(0);
            usize::try_from(lines).unwrap_or(0)
        };
        Self {
            command,
            regexes,
            invert: options.has('v'),
            count: options.has('c'),
            lists: options.has('l'),
            lists_others: options.has('L'),
            numbers: options.has('n'),
            offsets: options.has('b'),
            only: options.has('o'),
            any_bytes: options.has('a'),
            skips_binary: options.has('I'),
            zero: options.has('Z'),
            whole_word: options.has('w'),
            whole_line: options.has('x'),
            max: options.number('m'),
            before: around('B'),
            after: around('A'),
            quiet: options.has('q'),
            with_name: false,
            matched: false,
        }
    }

    /// Reads line by line and writes as it goes, so that following a log through a pipe works.
    pub(super) async fn file(
        &mut self,
        process: &Process,
        name: &str,
        input: &Input,
    ) -> io::Result<()> {
        let mut rest: Vec<u8> = Vec::new();
        let mut state = Context::default();
        let mut binary = None;
        let mut at_end = false;
        while !at_end {
            let bytes = match input.next().await {
                Ok(bytes) => bytes,
                Err(error) => {
                    process.fail(self.command, format!("{name}: {}", Errno::from(error))).await?;
                    break;
                }
            };
            at_end = bytes.is_empty();
            let is_file = matches!(input, Input::File(_));
            let binary =
                *binary.get_or_insert_with(|| is_file && !self.any_bytes && is_binary(&bytes));
            if binary && self.skips_binary {
                return Ok(());
            }
            rest.extend_from_slice(&bytes);
            let complete = match rest.iter().rposition(|byte| *byte == b'\n') {
                _ if at_end => rest.len(),
                Some(newline) => newline + 1,
                None => continue,
            };
            let lines: Vec<u8> = rest.drain(..complete).collect();
            let mut output = Vec::new();
            for line in lines.split_inclusive(|byte| *byte == b'\n') {
                let plain = line.strip_suffix(b"\n").unwrap_or(line);
                self.line(name, plain, binary, &mut state, &mut output);
                state.offset += line.len();
                if self.quiet && self.matched {
                    return Ok(());
                }
                if (self.lists || self.lists_others) && state.hits > 0 {
                    if self.lists {
                        let end = if self.zero { '\0' } else { '\n' };
                        process.print(format!("{name}{end}")).await?;
                    }
                    return Ok(());
                }
                if self.max.is_some_and(|max| state.hits >= max) {
                    at_end = true;
                    break;
                }
            }
            process.stdout.write(output).await?;
        }
        if self.lists_others {
            process.print(format!("{name}\n")).await?;
        } else if self.count {
            let prefix = if self.with_name { format!("{name}:") } else { String::new() };
            process.print(format!("{prefix}{}\n", state.hits)).await?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        name: &str,
        line: &[u8],
        binary: bool,
        state: &mut Context,
        output: &mut Vec<u8>,
    ) {
        state.number += 1;
        let parts = self.parts(line);
        if parts.is_empty() {
            self.context(name, line, state, output);
            return;
        }
        state.hits += 1;
        self.matched = true;
        if self.quiet || self.lists || self.lists_others {
            return;
        }
        if std::mem::take(&mut state.gap) {
            output.extend_from_slice(b"--\n");
        }
        if self.count {
            return;
        }
        if binary {
            for _ in &parts {
                let text = format!("Binary file {name} matches\n");
                output.extend_from_slice(&crate::text::encode(&text));
            }
            return;
        }
        if self.only {
            for (start, end) in parts {
                let place = (state.number, state.offset + start);
                self.show(output, name, place, b':', &line[start..end]);
            }
            return;
        }
        for (number, offset, line) in state.recent.drain(..) {
            self.show(output, name, (number, offset), b'-', &line);
        }
        self.show(output, name, (state.number, state.offset), b':', line);
        if self.after > 0 {
            state.trailing = self.after + 1;
        }
    }

    /// A line that does not match, near one that does.
    fn context(&self, name: &str, line: &[u8], state: &mut Context, output: &mut Vec<u8>) {
        let mut dropped = state.trailing > 0 || self.before > 0;
        if state.trailing > 0 {
            state.trailing -= 1;
            if state.trailing > 0 {
                if !self.only {
                    self.show(output, name, (state.number, state.offset), b'-', line);
                }
                dropped = false;
            }
        }
        if dropped && self.before > 0 {
            state.recent.push_back((state.number, state.offset, line.to_vec()));
            if state.recent.len() > self.before {
                state.recent.pop_front();
            } else {
                dropped = false;
            }
        }
        state.gap |= dropped && state.hits > 0;
    }

    fn show(&self, output: &mut Vec<u8>, name: &str, place: (usize, usize), sign: u8, line: &[u8]) {
        if self.only && line.is_empty() {
            return;
        }
        if self.with_name {
            output.extend_from_slice(&crate::text::encode(name));
            output.push(sign);
        }
        for (shown, number) in [(self.numbers, place.0), (self.offsets, place.1)] {
            if shown {
                output.extend_from_slice(number.to_string().as_bytes());
                output.push(sign);
            }
        }
        output.extend_from_slice(line);
        output.push(b'\n');
    }

    /// What of a line is shown, if anything.
    fn parts(&self, line: &[u8]) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let mut at = 0;
        loop {
            let hit = self.next_hit(line, at);
            match hit {
                Some((start, end)) if self.only && start == end && end == at && at < line.len() => {
                    at += 1;
                }
                Some((start, end)) if self.whole_line && (start != 0 || end != line.len()) => {
                    if self.invert {
                        parts.push((0, line.len()));
                    }
                    return parts;
                }
                Some((start, end)) if self.whole_word && !is_word(line, start, end) => {
                    at = start + 1;
                    if at > line.len() {
                        return if self.invert { vec![(0, line.len())] } else { parts };
                    }
                }
                Some((start, end)) => {
                    if self.invert && !self.only {
                        return Vec::new();
                    }
                    if self.invert {
                        if start > at {
                            parts.push((at, start));
                        }
                    } else {
                        parts.push((start, end));
                    }
                    if !self.only || start == end || end >= line.len() {
                        return parts;
                    }
                    at = end;
                }
                None => {
                    if self.invert && (parts.is_empty() || self.only) {
                        parts.push((at, line.len()));
                    }
                    return parts;
                }
            }
        }
    }

    /// The first place where a pattern matches, and of those there the longest.
    fn next_hit(&self, line: &[u8], at: usize) -> Option<(usize, usize)> {
        let hits = self.regexes.iter().filter_map(|regex| regex.find_at(line, at));
        hits.map(|hit| (hit.start(), hit.end()))
            .min_by_key(|(start, end)| (*start, usize::MAX - end))
    }
}

/// Where a search is in its file.
#[derive(Default)]
struct Context {
    number: usize,
    offset: usize,
    hits: i64,
    recent: VecDeque<(usize, usize, Vec<u8>)>,
    trailing: usize,
    /// Lines were left out since the last that was shown.
    gap: bool,
}

fn is_word(line: &[u8], start: usize, end: usize) -> bool {
    let letter =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    !letter(start.checked_sub(1).and_then(|at| line.get(at))) && !letter(line.get(end))
}

/// Do the first bytes not read as text?
fn is_binary(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(256)];
    match std::str::from_utf8(start) {
        Ok(text) => text.contains('\0'),
        Err(error) => error.error_len().is_some() || start.contains(&0),
    }
}
