//! `head`: the beginning of files.

use super::input_files::InputFiles;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{Options, number};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    // `head -5` is `head -n 5`.
    let mut words = arguments.to_vec();
    if let Some(word) = words.get_mut(1)
        && word.len() > 1
        && word.starts_with('-')
        && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    {
        *word = format!("-n{}", &word[1..]);
    }
    let options = match Options::parse(process, &words, "n:c:qv").await {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let parse = |letter| {
        options
            .value(letter)
            .map(|text| number(text).and_then(|count| usize::try_from(count).ok()).ok_or(text))
    };
    let (lines, bytes) = (parse('n'), parse('c'));
    if let Some(Err(text)) = lines.or(bytes) {
        return process.fail("head", format!("not integer: {text}")).await;
    }
    let bytes = bytes.and_then(Result::ok);
    let lines = lines.and_then(Result::ok).unwrap_or(10);
    let headings = (options.rest.len() > 1 || options.has('v')) && !options.has('q');
    let mut files = InputFiles::new(&options.rest);
    let mut first = true;
    while let Some((name, input)) = files.next(process, "head").await {
        if headings {
            let gap = if first { "" } else { "\n" };
            process.print(format!("{gap}==> {name} <==\n")).await?;
            first = false;
        }
        let (mut lines_left, mut bytes_left) = (lines, bytes);
        while bytes_left != Some(0) && (bytes.is_some() || lines_left > 0) {
            let mut chunk = input.read(bytes_left.unwrap_or(usize::MAX)).await?;
            if chunk.is_empty() {
                break;
            }
            if let Some(left) = &mut bytes_left {
                *left -= chunk.len();
            } else {
                let ends = chunk
                    .iter()
                    .enumerate()
                    .filter(|(_, byte)| **byte == b'\n')
                    .map(|(at, _)| at + 1);
                let mut end = chunk.len();
                for (seen, at) in ends.enumerate() {
                    if seen + 1 == lines_left {
                        end = at;
                    }
                }
                let taken = chunk[..end].split(|byte| *byte == b'\n').count() - 1;
                lines_left -= taken;
                chunk.truncate(end);
            }
            process.stdout.write(chunk).await?;
        }
    }
    Ok(files.status())
}
