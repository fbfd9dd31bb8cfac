//! `tail`: the end of files.

use super::input_files::{InputFiles, all_of, split_lines};
use super::sleep::duration;
use crate::process::{Input, Process, pause};
use crate::userland::Outcome;
use crate::userland::integer::integer;
use crate::userland::options::options;
use std::time::Duration;

/// Below zero it counts from the end.
enum Count {
    Bytes(i64),
    Lines(i64),
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "?fFs:c(bytes)-n(lines)-[-cn][-fF]");
    let mut names = options.rest.as_slice();
    let mut count = match (options.number('c'), options.number('n')) {
        (Some(bytes), _) => Count::Bytes(bytes),
        (None, lines) => Count::Lines(lines.unwrap_or(-10)),
    };
    // `tail -5` and `tail +5` are `tail -n 5` and `tail -n +5`.
    if !options.has_any("cn")
        && let Some((word, rest)) = names.split_first()
        && word.starts_with(['-', '+'])
        && word.len() > 1
    {
        match integer(word) {
            Ok(lines) => count = Count::Lines(lines),
            Err(text) => return process.fail("tail", text).await,
        }
        names = rest;
    }
    let interval = match options.value('s').map(duration) {
        None => Duration::from_secs(1),
        Some(Ok(interval)) => interval,
        Some(Err(text)) => return process.fail("tail", text).await,
    };
    let mut files = InputFiles::new(names);
    files.opens_directories = true;
    let mut first = true;
    let mut last: Option<Input> = None;
    while let Some((name, input)) = files.next(process, "tail").await {
        if !std::mem::take(&mut first) {
            process.print("\n").await?;
        }
        if names.len() > 1 {
            process.print(format!("==> {name} <==\n")).await?;
        }
        // The end is looked for in the whole file, whatever was read of it before.
        if let Count::Bytes(..0) | Count::Lines(..0) = count {
            input.rewind()?;
        }
        let bytes = all_of(&input).await?;
        process.stdout.write(bytes[start(&bytes, &count)..].to_vec()).await?;
        last = Some(input);
    }
    if let Some(input @ Input::File(_)) = last.filter(|_| options.has_any("fF")) {
        loop {
            let bytes = input.next().await?;
            if bytes.is_empty() {
                pause(interval.min(Duration::from_millis(200))).await;
            }
            process.stdout.write(bytes).await?;
        }
    }
    Ok(files.status())
}

/// Where the part begins that is shown.
fn start(bytes: &[u8], count: &Count) -> usize {
    let size = |count: i64| usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    let skipped = match *count {
        Count::Bytes(count) if count < 0 => return bytes.len().saturating_sub(size(count)),
        Count::Bytes(count) => return size(count).saturating_sub(1).min(bytes.len()),
        Count::Lines(count) if count < 0 => split_lines(bytes).count().saturating_sub(size(count)),
        Count::Lines(count) => size(count).saturating_sub(1),
    };
    let lengths = split_lines(bytes).take(skipped).map(|line| line.len() + 1);
    lengths.sum::<usize>().min(bytes.len())
}
