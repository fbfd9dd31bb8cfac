//! `cmp`: where two files differ first.

use super::input_files::InputFiles;
use crate::process::{Input, Process};
use crate::userland::Outcome;
use crate::userland::integer::integer;
use crate::userland::options::{Options, options};

/// How much is compared at once.
const PIECE: usize = 2048;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1>4ls(silent)(quiet)n#<1[!ls]");
    let mut first: Option<(&str, Input)> = None;
    let mut names = options.rest.clone();
    if names.len() == 1 {
        names.push("-");
    }
    for name in names {
        let mut files = InputFiles::new(&[name]);
        files.opens_directories = true;
        let input = if options.has('s') && name != "-" {
            // A silent one takes what it cannot open for unreadable.
            process.open_input(name).unwrap_or(Input::Directory)
        } else {
            let Some((_, input)) = files.next(process, "cmp").await else { continue };
            input
        };
        // The third and the fourth word say how much of each to leave out.
        if let Some(text) = options.rest.get(if first.is_some() { 3 } else { 2 }) {
            match integer(text) {
                Ok(count) => drop(exactly(&input, usize::try_from(count).unwrap_or(0)).await?),
                Err(text) => {
                    process.fail("cmp", text).await?;
                    return Ok(2);
                }
            }
        }
        match first.take() {
            None => first = Some((name, input)),
            Some(first) => return compare(process, &options, &first, &(name, input)).await,
        }
    }
    Ok(2)
}

async fn compare(
    process: &Process,
    options: &Options<'_>,
    first: &(&str, Input),
    second: &(&str, Input),
) -> Outcome {
    let (listing, silent) = (options.has('l'), options.has('s'));
    let mut left = options.number('n').and_then(|count| usize::try_from(count).ok());
    let (mut bytes, mut lines, mut status) = (1_u64, 1_u64, 0);
    while left != Some(0) {
        let size = left.map_or(PIECE, |left| left.min(PIECE));
        left = left.map(|left| left - size);
        let (one, other) = (exactly(&first.1, size).await?, exactly(&second.1, size).await?);
        let lengths = (one.as_ref().map(Vec::len), other.as_ref().map(Vec::len));
        for (a, b) in one.iter().flatten().zip(other.iter().flatten()) {
            if a != b {
                status = 1;
                if !listing {
                    if !silent {
                        let (first, second) = (first.0, second.0);
                        process
                            .print(format!("{first} {second} differ: char {bytes}, line {lines}\n"))
                            .await?;
                    }
                    return Ok(1);
                }
                process.print(format!("{bytes} {a:o} {b:o}\n")).await?;
            }
            bytes += 1;
            lines += u64::from(*a == b'\n');
        }
        if lengths.0 != lengths.1 {
            if silent {
                return Ok(1);
            }
            let shorter = if lengths.0 < lengths.1 { first.0 } else { second.0 };
            let place = if listing { String::new() } else { format!(", line {}", lines - 1) };
            process
                .fail("cmp", format!("EOF on {shorter} after byte {}{place}", bytes - 1))
                .await?;
            return Ok(if status == 0 { 2 } else { status });
        }
        if lengths.0.is_none_or(|length| length == 0) {
            break;
        }
    }
    Ok(status)
}

/// As many bytes, or fewer at the end; none where it cannot be read.
async fn exactly(input: &Input, count: usize) -> std::io::Result<Option<Vec<u8>>> {
    if matches!(input, Input::Directory | Input::Closed) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    while bytes.len() < count {
        let piece = input.read(count - bytes.len()).await?;
        if piece.is_empty() {
            break;
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(Some(bytes))
}
