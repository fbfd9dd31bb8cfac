//! What the commands have in common that print a checksum for each file.

use super::input_files::{InputFiles, all_of};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

/// Takes bytes piece by piece.
pub(super) trait Checksum {
    fn start() -> Self;
    fn take(&mut self, bytes: &[u8]);
    fn digest(self) -> Vec<u8>;
}

/// `HASH  NAME` for each file, or with `-b` the hash alone; `-c` looks whether lists of them are right.
pub(super) async fn run<C: Checksum>(
    process: &mut Process,
    arguments: &[String],
    command: &str,
) -> Outcome {
    let options = options!(process, arguments, "bc(check)s(status)[!bc]");
    if options.has('c') {
        let mut status = 0;
        for name in &options.rest {
            status |= check::<C>(process, command, name, options.has('s')).await?;
        }
        return Ok(status);
    }
    if options.has('s') {
        return process.fail(command, "-s only with -c").await;
    }
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    while let Some((name, input)) = files.next(process, command).await {
        let hash = hex::<C>(&input).await;
        let line = if options.has('b') { format!("{hash}\n") } else { format!("{hash}  {name}\n") };
        process.print(line).await?;
    }
    Ok(files.status())
}

/// What opens but cannot be read counts as empty.
async fn hex<C: Checksum>(input: &crate::process::Input) -> String {
    let mut sum = C::start();
    loop {
        let bytes = input.next().await.unwrap_or_default();
        if bytes.is_empty() {
            break;
        }
        sum.take(&bytes);
    }
    sum.digest().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

async fn check<C: Checksum>(
    process: &Process,
    command: &str,
    list: &str,
    quiet: bool,
) -> std::io::Result<u8> {
    let mut lists = InputFiles::new(&[list]);
    lists.opens_directories = true;
    let Some((_, input)) = lists.next(process, command).await else { return Ok(1) };
    let text = crate::text::decode(&all_of(&input).await?);
    let (mut status, mut seen) = (0, false);
    for line in text.lines() {
        let (hash, name) = match line.split_once(|c: char| c.is_ascii_whitespace()) {
            Some((hash, name)) => (hash, name.trim_start()),
            None => (line, ""),
        };
        if hash.is_empty() || name.is_empty() {
            status = process.fail(command, format!("bad line {line}")).await?;
            continue;
        }
        seen = true;
        let mut files = InputFiles::new(&[name]);
        files.opens_directories = true;
        let found = match files.next(process, command).await {
            Some((_, input)) => hex::<C>(&input).await,
            None => String::new(),
        };
        let well = found.eq_ignore_ascii_case(hash);
        status |= u8::from(!well);
        if !quiet {
            let verdict = if well { "OK" } else { "FAILED" };
            process.print(format!("{name}: {verdict}\n")).await?;
        }
    }
    if !seen {
        status = process.fail(command, format!("{list}: no lines")).await?;
    }
    Ok(status)
}
