//! `uniq`: neighbours that are the same, once.

use super::input_files::all_of;
use crate::files::{Errno, WriteMode};
use crate::process::{Input, Process};
use crate::userland::Outcome;
use crate::userland::options::{Options, options};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "f#s#w#zicdu");
    let mut input = process.stdin.clone();
    let mut output = process.stdout.clone();
    if let Some(name) = options.rest.first() {
        match process.open_input(name) {
            Ok(opened) => input = opened,
            Err(Errno::IsDirectory) => input = Input::Directory,
            Err(errno) => return process.fail("uniq", format!("No file {name}: {errno}")).await,
        }
    }
    if let Some(name) = options.rest.get(1) {
        match process.open_output(name, WriteMode::Truncate) {
            Ok(opened) => output = opened,
            Err(errno) => return process.fail("uniq", format!("No file {name}: {errno}")).await,
        }
    }
    let end = if options.has('z') { b'\0' } else { b'\n' };
    let bytes = all_of(&input).await?;
    // Each with what ends it: a last line without is another one.
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == end).collect();
    let mut text = Vec::new();
    let mut rest = lines.as_slice();
    while let Some(first) = rest.first() {
        let mut last = *first;
        let mut count = 1;
        while let Some(next) =
            rest.get(count).filter(|next| key(next, &options) == key(last, &options))
        {
            last = next;
            count += 1;
        }
        rest = &rest[count..];
        if if count > 1 { options.has('u') } else { options.has('d') } {
            continue;
        }
        if options.has('c') {
            text.extend_from_slice(format!("{count:7} ").as_bytes());
        }
        text.extend_from_slice(first);
        if options.has('z') && first.last() != Some(&0) {
            text.push(0);
        }
    }
    output.write(text).await?;
    Ok(0)
}

/// The part of a line that is compared.
fn key(line: &[u8], options: &Options<'_>) -> Vec<u8> {
    let mut rest = line;
    // The real one counts down to zero, which is beyond the end of any line from below it.
    let skipped = |letter| {
        options.number(letter).map_or(0, |count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let mut fields = skipped('f');
    while fields > 0 && !rest.is_empty() {
        fields -= 1;
        rest = rest.trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        rest = &rest[end..];
    }
    rest = &rest[skipped('s').min(rest.len())..];
    let width = skipped('w');
    rest = &rest[..if width == 0 { rest.len() } else { width.min(rest.len()) }];
    if options.has('i') { rest.to_ascii_lowercase() } else { rest.to_vec() }
}
