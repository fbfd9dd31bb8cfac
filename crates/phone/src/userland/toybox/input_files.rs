//! Commands that read the files they are given, or standard input.

use crate::files::Errno;
use crate::process::{Input, Process};

/// The named files in order; `-` and no name at all are standard input. What cannot be opened is complained about.
pub(super) struct InputFiles<'a> {
    names: Vec<&'a str>,
    next: usize,
    pub(super) failed: bool,
    /// A directory can be opened; the command says itself that it cannot be read.
    pub(super) opens_directories: bool,
}

impl<'a> InputFiles<'a> {
    pub(super) fn new(names: &[&'a str]) -> Self {
        let names = if names.is_empty() { vec!["-"] } else { names.to_vec() };
        Self { names, next: 0, failed: false, opens_directories: false }
    }

    pub(super) async fn next(
        &mut self,
        process: &Process,
        command: &str,
    ) -> Option<(&'a str, Input)> {
        loop {
            let name = *self.names.get(self.next)?;
            self.next += 1;
            if name == "-" {
                return Some((name, process.stdin.clone()));
            }
            match process.open_input(name) {
                Ok(input) => return Some((name, input)),
                Err(Errno::IsDirectory) if self.opens_directories => {
                    return Some((name, Input::Directory));
                }
                Err(errno) => {
                    self.failed = true;
                    process.complain(format!("{command}: {name}: {errno}\n")).await;
                }
            }
        }
    }

    pub(super) fn status(&self) -> u8 {
        u8::from(self.failed)
    }
}

/// All inputs, split into lines without their newlines. What opens but cannot be read has none.
pub(super) async fn read_lines(
    process: &Process,
    command: &str,
    names: &[&str],
) -> std::io::Result<(Vec<Vec<u8>>, u8)> {
    let mut files = InputFiles::new(names);
    files.opens_directories = true;
    let mut lines = Vec::new();
    while let Some((_, input)) = files.next(process, command).await {
        let bytes = all_of(&input).await?;
        lines.extend(split_lines(&bytes).map(<[u8]>::to_vec));
    }
    Ok((lines, files.status()))
}

/// Lines without their newlines; what follows the last newline is a line if there is anything.
pub(super) fn split_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// Everything in an input; nothing where it cannot be read.
pub(super) async fn all_of(input: &Input) -> std::io::Result<Vec<u8>> {
    match input {
        Input::Directory | Input::Closed => Ok(Vec::new()),
        Input::Empty | Input::Zero | Input::Random | Input::Pipe(_) | Input::File(_) => {
            input.read_to_end().await
        }
    }
}
