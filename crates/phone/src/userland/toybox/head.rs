//! `head`: the beginning of files.

use super::input_files::InputFiles;
use crate::files::Errno;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::integer::integer;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "?n(lines)#<0=10c(bytes)#<0qv[-nc]");
    let mut lines = options.number('n').unwrap_or(10);
    let mut names = options.rest.as_slice();
    // `head -5` is `head -n 5`.
    if let Some((word, rest)) = names.split_first()
        && let Some(count) = word.strip_prefix('-').filter(|count| !count.is_empty())
    {
        match integer(count) {
            Ok(count) => lines = count,
            Err(text) => return process.fail("head", text).await,
        }
        names = rest;
    }
    let bytes = options.number('c').and_then(|count| usize::try_from(count).ok());
    // Counted down from below zero it never ends.
    let lines = usize::try_from(lines).unwrap_or(usize::MAX);
    let headings = (names.len() > 1 && !options.has('q')) || options.has('v');
    let mut files = InputFiles::new(names);
    files.opens_directories = true;
    let mut first = true;
    while let Some((name, input)) = files.next(process, "head").await {
        if headings {
            let gap = if first { "" } else { "\n" };
            process.print(format!("{gap}==> {name} <==\n")).await?;
            first = false;
        }
        let (mut lines_left, mut bytes_left) = (lines, bytes);
        while bytes_left != Some(0) && (bytes.is_some() || lines_left > 0) {
            let mut chunk = match input.read(bytes_left.unwrap_or(usize::MAX)).await {
                Ok(chunk) => chunk,
                Err(error) => {
                    files.failed = true;
                    process.fail("head", format!("{name}: {}", Errno::from(error))).await?;
                    break;
                }
            };
            if chunk.is_empty() {
                break;
            }
            if let Some(left) = &mut bytes_left {
                *left -= chunk.len();
            } else {
                let mut ends = chunk.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                let end = ends.nth(lines_left - 1).map_or(chunk.len(), |(at, _)| at + 1);
                lines_left -= chunk[..end].split(|byte| *byte == b'\n').count() - 1;
                chunk.truncate(end);
            }
            process.stdout.write(chunk).await?;
        }
    }
    Ok(files.status())
}
