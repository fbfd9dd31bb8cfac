//! `sort`: lines in order.

use super::input_files::read_lines;
use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::cmp::Ordering;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "bcdfghik:Mno:rst:uVx");
    let (mut lines, failed) = read_lines(process, "sort", &options.rest).await?;
    let mut status = failed * 2;
    let key = options.value('k').and_then(Key::parse);
    if options.value('k').is_some() && key.is_none() {
        return process
            .fail("sort", format!("bad -k '{}'", options.value('k').unwrap_or_default()))
            .await;
    }
    let separator = options.value('t').and_then(|text| text.bytes().next());
    let compare = |a: &Vec<u8>, b: &Vec<u8>| {
        let (left, right) = match &key {
            Some(key) => (key.of(a, separator), key.of(b, separator)),
            None => (a.as_slice(), b.as_slice()),
        };
        let numeric =
            options.has('n') || options.has('g') || key.as_ref().is_some_and(|key| key.numeric);
        let order = if numeric {
            number(left).partial_cmp(&number(right)).unwrap_or(Ordering::Equal)
        } else if options.has('f') {
            left.to_ascii_lowercase().cmp(&right.to_ascii_lowercase())
        } else {
            left.cmp(right)
        };
        let order = if options.has('r') || key.as_ref().is_some_and(|key| key.reverse) {
            order.reverse()
        } else {
            order
        };
        // Equal keys fall back to the whole line, unless order of arrival is asked for.
        if order != Ordering::Equal || options.has('s') || options.has('u') {
            order
        } else if options.has('r') {
            b.cmp(a)
        } else {
            a.cmp(b)
        }
    };
    if options.has('c') {
        for (index, pair) in lines.windows(2).enumerate() {
            let order = compare(&pair[0], &pair[1]);
            if order == Ordering::Greater || (options.has('u') && order == Ordering::Equal) {
                status = process.fail("sort", format!("Check line {}", index + 2)).await?;
                break;
            }
        }
        return Ok(status);
    }
    lines.sort_by(compare);
    if options.has('u') {
        lines.dedup_by(|b, a| compare(a, b) == Ordering::Equal);
    }
    let mut output = lines.join(&b'\n');
    if !lines.is_empty() {
        output.push(b'\n');
    }
    match options.value('o') {
        None => process.stdout.write(output).await?,
        Some(name) => match process.open_output(name, WriteMode::Truncate) {
            Ok(file) => file.write(output).await?,
            Err(errno) => status = process.fail("sort", format!("{name}: {errno}")).await?,
        },
    }
    Ok(status)
}

/// Fields `first` to `last`, counted from 1.
struct Key {
    first: usize,
    last: Option<usize>,
    numeric: bool,
    reverse: bool,
}

impl Key {
    fn parse(text: &str) -> Option<Self> {
        let flags: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        if !flags.chars().all(|flag| "nr".contains(flag)) || text.contains('.') {
            return None;
        }
        let plain: String = text.chars().filter(|c| !c.is_ascii_alphabetic()).collect();
        let (first, last) = match plain.split_once(',') {
            Some((first, last)) => (first.parse().ok()?, Some(last.parse().ok()?)),
            None => (plain.parse().ok()?, None),
        };
        (first >= 1).then(|| Self {
            first,
            last,
            numeric: flags.contains('n'),
            reverse: flags.contains('r'),
        })
    }

    fn of<'l>(&self, line: &'l [u8], separator: Option<u8>) -> &'l [u8] {
        let ends = field_ends(line, separator);
        let start = if self.first == 1 {
            0
        } else {
            ends.get(self.first - 2)
                .map_or(line.len(), |end| end + usize::from(separator.is_some()))
        };
        let end =
            self.last.and_then(|last| ends.get(last.max(1) - 1)).copied().unwrap_or(line.len());
        line.get(start..end.max(start)).unwrap_or_default()
    }
}

fn field_ends(line: &[u8], separator: Option<u8>) -> Vec<usize> {
    let mut ends = Vec::new();
    for at in 1..=line.len() {
        let is_end = match separator {
            Some(separator) => line.get(at) == Some(&separator),
            // Blanks before a field belong to it.
            None => {
                line.get(at).is_some_and(u8::is_ascii_whitespace)
                    && !line[at - 1].is_ascii_whitespace()
            }
        };
        if is_end {
            ends.push(at);
        }
    }
    ends
}

fn number(text: &[u8]) -> f64 {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|(at, c)| !(c.is_ascii_digit() || *c == '.' || (*at == 0 && "+-".contains(*c))))
        .map_or(text.len(), |(at, _)| at);
    text[..end].parse().unwrap_or(0.0)
}
