//! `cut`: parts of lines, by byte, character or field.

use super::input_files::read_lines;
use super::regular::{Dialect, compile};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};
use regex::bytes::Regex;
use std::sync::Arc;

/// From and to, counted from 1; 0 is open.
type Range = (usize, usize);

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "b*|c*|f*|F*|C*|!O(output-delimiter):d:sDn[!cbfF]");
    for letter in "sd".chars() {
        if options.has(letter) && !options.has_any("fF") {
            return process.fail("cut", format!("-{letter} needs -Ff")).await;
        }
    }
    let by_pattern = options.has('F');
    let delimiter =
        options.value('d').unwrap_or(if by_pattern { "[[:space:]][[:space:]]*" } else { "\t" });
    let delimiter = if by_pattern {
        match compile(delimiter, Dialect::Extended, false) {
            Ok(regex) => Delimiter::Pattern(regex),
            Err(text) => return process.fail("cut", text).await,
        }
    } else {
        Delimiter::AnyOf(crate::text::encode(delimiter).into_owned())
    };
    let between = options.value('O').or(match &delimiter {
        Delimiter::Pattern(_) => Some(" "),
        Delimiter::AnyOf(_) if options.has('f') => Some(options.value('d').unwrap_or("\t")),
        Delimiter::AnyOf(_) => None,
    });
    let ranges = match ranges(&options) {
        Ok(ranges) => ranges,
        Err(text) => return process.fail("cut", text).await,
    };
    let cutter =
        Cutter { options: &options, ranges, delimiter, between: between.map(crate::text::encode) };
    let (lines, status) = read_lines(process, "cut", &options.rest).await?;
    let mut output = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        cutter.line(line, number, &mut output);
    }
    process.stdout.write(output).await?;
    Ok(status)
}

enum Delimiter {
    AnyOf(Vec<u8>),
    Pattern(Arc<Regex>),
}

struct Cutter<'a> {
    options: &'a Options<'a>,
    ranges: Vec<Range>,
    delimiter: Delimiter,
    between: Option<std::borrow::Cow<'a, [u8]>>,
}

impl Cutter<'_> {
    fn line(&self, line: &[u8], number: usize, output: &mut Vec<u8>) {
        // A newline as delimiter chooses lines.
        let whole_lines =
            matches!(&self.delimiter, Delimiter::AnyOf(any) if any.first() == Some(&b'\n'));
        for (index, (from, to)) in self.ranges.iter().copied().enumerate() {
            if whole_lines {
                if number < from || number > to {
                    if index + 1 == self.ranges.len() {
                        return;
                    }
                    continue;
                }
                output.extend_from_slice(line);
                break;
            }
            let from = from.saturating_sub(1);
            if from >= line.len() {
                continue;
            }
            let to = if to == 0 { line.len() } else { to.min(line.len()) };
            let part = if self.options.has('b') {
                self.bytes(line, from, to)
            } else if self.options.has('c') {
                let start = characters(line, 0, from);
                Some((start, characters(line, start, to - from))).filter(|_| start < line.len())
            } else {
                match self.fields(line, from, to - from) {
                    Fields::Part(part) => part,
                    Fields::NoDelimiter if self.options.has('D') => break,
                    Fields::NoDelimiter if self.options.has('s') => return,
                    Fields::NoDelimiter => {
                        output.extend_from_slice(line);
                        break;
                    }
                }
            };
            let Some((start, end)) = part else { continue };
            if let Some(between) = self.between.as_ref().filter(|_| index > 0) {
                output.extend_from_slice(between);
            }
            output.extend_from_slice(&line[start..end]);
        }
        output.push(b'\n');
    }

    /// With `-n` no character is torn apart.
    fn bytes(&self, line: &[u8], from: usize, to: usize) -> Option<(usize, usize)> {
        if !self.options.has('n') {
            return Some((from, to));
        }
        let (mut start, mut end, mut at) = (0, 0, 0);
        while at < to {
            match character(&line[at..]) {
                None => at += 1,
                Some(length) => {
                    at += length;
                    if at <= to {
                        end = at;
                    }
                    if at <= from {
                        start = at;
                    }
                }
            }
        }
        (end > start).then_some((start, end))
    }

    fn fields(&self, line: &[u8], from: usize, count: usize) -> Fields {
        let (start, left) = self.skip(line, 0, from, false);
        if start >= line.len() {
            return if left == from { Fields::NoDelimiter } else { Fields::Part(None) };
        }
        let (end, _) = self.skip(line, start, count, true);
        Fields::Part(Some((start, end)))
    }

    /// Past so many delimiters, or before the last of them; how many were not found.
    fn skip(&self, line: &[u8], start: usize, count: usize, before: bool) -> (usize, usize) {
        let (mut at, mut left) = (start, count);
        while at < line.len() && left > 0 {
            match &self.delimiter {
                Delimiter::AnyOf(any) => {
                    at += 1;
                    if any.contains(&line[at - 1]) {
                        left -= 1;
                        at -= usize::from(left == 0 && before);
                    }
                }
                Delimiter::Pattern(regex) => match regex.find(&line[at..]) {
                    None => at = line.len(),
                    Some(hit) if hit.end() == 0 => break,
                    Some(hit) => {
                        left -= 1;
                        at += if left == 0 && before { hit.start() } else { hit.end() };
                    }
                },
            }
        }
        (at, left)
    }
}

enum Fields {
    Part(Option<(usize, usize)>),
    NoDelimiter,
}

/// Where so many characters from `start` end; bytes that are none come along.
fn characters(line: &[u8], start: usize, count: usize) -> usize {
    let (mut at, mut left) = (start, count);
    while left > 0 && at < line.len() {
        match character(&line[at..]) {
            Some(length) => {
                left -= 1;
                at += length;
            }
            None => at += 1,
        }
    }
    at
}

/// The length of the character that this starts with.
fn character(bytes: &[u8]) -> Option<usize> {
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    chunk.valid().chars().next().map(char::len_utf8)
}

/// `1,3-5,7-`, sorted and joined.
fn ranges(options: &Options<'_>) -> Result<Vec<Range>, String> {
    let mut ranges = Vec::new();
    for letter in "Ffcb".chars() {
        for list in options.values(letter) {
            let mut at = 0;
            for piece in list.split(',') {
                // Nothing after the last comma is nothing.
                if piece.is_empty() && at == list.len() {
                    break;
                }
                match range(piece) {
                    Ok(range) => ranges.push(range),
                    Err(offset) => {
                        let column = 5 + "cut".len() + "bad -x".len() + at + offset;
                        return Err(format!("bad -{letter} '{list}'\n{:>column$}", '^'));
                    }
                }
                at += piece.len() + 1;
            }
        }
    }
    if ranges.is_empty() {
        return Err("no selections".to_owned());
    }
    if !options.has('D') {
        ranges.sort_unstable();
        let mut joined: Vec<Range> = Vec::new();
        for (from, to) in ranges {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        return Ok(joined);
    }
    Ok(ranges)
}

/// `A`, `A-B`, `A-` or `-B`, or where it is wrong. One stray character at the end goes unnoticed, as in the original.
fn range(piece: &str) -> Result<Range, usize> {
    let bytes = piece.as_bytes();
    let mut range = [0, u32::MAX as usize];
    let mut at = 0;
    let mut index = 0;
    loop {
        if index == 2 {
            return Err(at);
        }
        let digits =
            bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            let value = piece[at..at + digits].parse::<u32>();
            at += digits;
            range[index] = match value {
                Ok(value) if value >= 1 => value as usize,
                _ => return Err(at),
            };
        }
        at += 1;
        if bytes.get(at - 1) != Some(&b'-') {
            break;
        }
        index += 1;
    }
    if index == 0 {
        range[1] = range[0];
    }
    if at < bytes.len() {
        return Err(at);
    }
    if range[0] > range[1] { Err(0) } else { Ok((range[0], range[1])) }
}
