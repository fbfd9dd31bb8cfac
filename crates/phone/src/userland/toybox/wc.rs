//! `wc`: lines, words, bytes.

use super::input_files::{InputFiles, all_of};
use crate::files::Errno;
use crate::process::{Input, Process};
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "mcwl");
    let columns: Vec<char> = "lwcm".chars().filter(|letter| options.has(*letter)).collect();
    let columns = if columns.is_empty() { vec!['l', 'w', 'c'] } else { columns };
    let names = &options.rest;
    // One number, or one file, needs no lining up.
    let width = if names.len() == 1 || (names.is_empty() && columns.len() == 1) { 0 } else { 7 };
    let row = |counts: &[u64; 4], name: &str| {
        let cells: Vec<String> = columns
            .iter()
            .map(|letter| format!("{:>width$}", counts["lwcm".find(*letter).unwrap_or(0)]))
            .collect();
        let name = if names.is_empty() { String::new() } else { format!(" {name}") };
        format!("{}{name}\n", cells.join(" "))
    };
    let mut files = InputFiles::new(names);
    files.opens_directories = true;
    let mut total = [0_u64; 4];
    while let Some((name, input)) = files.next(process, "wc").await {
        if matches!(input, Input::Directory | Input::Closed) {
            files.failed = true;
            process.fail("wc", format!("{name}: {}", Errno::IsDirectory)).await?;
        }
        let counts = if options.has('m') {
            of_text(&all_of(&input).await?)
        } else {
            of_bytes(&input).await?
        };
        for (sum, value) in total.iter_mut().zip(counts) {
            *sum += value;
        }
        process.print(row(&counts, name)).await?;
    }
    if names.len() > 1 {
        process.print(row(&total, "total")).await?;
    }
    Ok(files.status())
}

/// Lines, words, bytes.
async fn of_bytes(input: &Input) -> std::io::Result<[u64; 4]> {
    let mut counts = [0_u64; 4];
    let mut in_word = false;
    if matches!(input, Input::Directory | Input::Closed) {
        return Ok(counts);
    }
    loop {
        let bytes = input.next().await?;
        if bytes.is_empty() {
            return Ok(counts);
        }
        counts[2] += bytes.len() as u64;
        for byte in &bytes {
            counts[0] += u64::from(*byte == b'\n');
            let blank = byte.is_ascii_whitespace() || *byte == 0x0b;
            counts[1] += u64::from(!blank && !in_word);
            in_word = !blank;
        }
    }
}

/// The same and characters; bytes that are none belong to nothing.
fn of_text(bytes: &[u8]) -> [u64; 4] {
    let mut counts = [0, 0, bytes.len() as u64, 0];
    let mut in_word = false;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            counts[0] += u64::from(character == '\n');
            counts[3] += 1;
            let blank =
                character.is_whitespace() && !"\u{85}\u{a0}\u{2007}\u{202f}".contains(character);
            counts[1] += u64::from(!blank && !in_word);
            in_word = !blank;
        }
    }
    counts
}
