//! `tail`: the end of files.

use super::input_files::{InputFiles, split_lines};
use crate::process::{Input, Process, pause};
use crate::userland::Outcome;
use crate::userland::options::{Options, number};
use std::time::Duration;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // `tail -5` and `tail +5` are `tail -n 5` and `tail -n +5`.
    let mut words = arguments.to_vec();
    if let Some(word) = words.get_mut(1)
        && word.len() > 1
        && word.starts_with(['-', '+'])
        && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    {
        *word = format!("-n{}", word.trim_start_matches('-'));
    }
    let options = match Options::parse(process, &words, "n:c:fFqs:").await {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let by_bytes = options.value('c').is_some();
    let text = options.value('c').or_else(|| options.value('n')).unwrap_or("10");
    let from_start = text.starts_with('+');
    let count =
        number(text.trim_start_matches(['+', '-'])).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count else {
        return process.fail("tail", format!("Not a number '{text}'")).await;
    };
    let headings = options.rest.len() > 1 && !options.has('q');
    let mut files = InputFiles::new(&options.rest);
    let mut first = true;
    let mut last: Option<Input> = None;
    while let Some((name, input)) = files.next(process, "tail").await {
        if headings {
            let gap = if first { "" } else { "\n" };
            process.print(format!("{gap}==> {name} <==\n")).await?;
            first = false;
        }
        let bytes = input.read_to_end().await?;
        let start = match (by_bytes, from_start) {
            (true, true) => count.saturating_sub(1).min(bytes.len()),
            (true, false) => bytes.len().saturating_sub(count),
            (false, _) => {
                let lengths: Vec<usize> = split_lines(&bytes).map(<[u8]>::len).collect();
                let skipped = if from_start {
                    count.saturating_sub(1)
                } else {
                    lengths.len().saturating_sub(count)
                };
                lengths
                    .iter()
                    .take(skipped)
                    .map(|length| length + 1)
                    .sum::<usize>()
                    .min(bytes.len())
            }
        };
        process.stdout.write(bytes[start..].to_vec()).await?;
        last = Some(input);
    }
    if let Some(input @ Input::File(_)) = last.filter(|_| options.has('f') || options.has('F')) {
        loop {
            let bytes = input.next().await?;
            if bytes.is_empty() {
                pause(Duration::from_millis(200)).await;
            }
            process.stdout.write(bytes).await?;
        }
    }
    Ok(files.status())
}
