//! `sed`: edits lines by a script.

use super::input_files::InputFiles;
use super::sed_edit::{Editor, Failure};
use super::sed_script;
use crate::process::{Input, Process};
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::io;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "(help)(version)e*f*i:;nErz(null-data)s[+Er]");
    let mut names = options.rest.as_slice();
    let end = if options.has('z') { 0 } else { b'\n' };
    let mut pieces: Vec<String> = Vec::new();
    for (letter, value) in options.values_of("ef") {
        if letter == 'e' {
            pieces.push(value.to_owned());
            continue;
        }
        let bytes = match process.open_input(value) {
            Ok(input) => input.read_to_end().await?,
            Err(errno) => return process.fail("sed", format!("{value}: {errno}")).await,
        };
        let lines = bytes.split_inclusive(|byte| *byte == end);
        pieces.extend(lines.map(|line| {
            let line = line.strip_suffix(&[end]).unwrap_or(line);
            text::decode(line.strip_suffix(b"\n").unwrap_or(line))
        }));
    }
    if !options.has_any("ef") {
        let Some((script, rest)) = names.split_first() else {
            return process.fail("sed", "no pattern").await;
        };
        pieces.push((*script).to_owned());
        names = rest;
    }
    let (commands, parsed) = sed_script::parse(&pieces, options.has_any("Er"));
    let mut editor = Editor::new(&commands, options.has('n'), end);
    // What a wrong script would write to is there, too.
    if let Err(message) = editor.open(process).and(parsed) {
        return process.fail("sed", message).await;
    }
    let edited = if options.has('i') {
        let suffix = options.value('i').unwrap_or_default();
        in_place(process, &mut editor, names, suffix, end).await
    } else {
        to_output(process, &mut editor, names, options.has('s'), end).await
    };
    match edited {
        Err(Failure::Said(message)) => process.fail("sed", message).await,
        Err(Failure::Io(error)) => Err(error),
        Ok(status) => Ok(status),
    }
}

/// All files as one, or each for itself.
async fn to_output(
    process: &Process,
    editor: &mut Editor<'_>,
    names: &[&str],
    separate: bool,
    end: u8,
) -> Result<u8, Failure> {
    let mut inputs = InputFiles::new(names);
    inputs.opens_directories = true;
    let mut status = 0;
    while let Some((_, input)) = inputs.next(process, "sed").await {
        if status == 0 {
            status = inputs.status();
        }
        if separate {
            editor.begin();
        }
        let mut lines = Lines { input, rest: Vec::new(), end };
        loop {
            let line = lines.next().await?;
            let ended = line.is_none();
            if ended && !separate {
                break;
            }
            let quit = to_stdout(process, editor, line).await?;
            if let Some(code) = quit
                && status == 0
            {
                status = code;
            }
            // A `q` ends this file only, as there.
            if ended || quit.is_some() {
                break;
            }
        }
    }
    if status == 0 {
        status = inputs.status();
    }
    if !separate
        && let Some(code) = to_stdout(process, editor, None).await?
        && status == 0
    {
        status = code;
    }
    Ok(status)
}

/// Hands on a line and writes what came of it, even when the script fails then.
async fn to_stdout(
    process: &Process,
    editor: &mut Editor<'_>,
    line: Option<Vec<u8>>,
) -> Result<Option<u8>, Failure> {
    let taken = editor.take(process, line).await;
    let bytes = std::mem::take(&mut editor.out.bytes);
    if !bytes.is_empty() {
        process.stdout.write(bytes).await?;
    }
    taken
}

/// Each file is replaced by its output; with a suffix the old one stays under that name.
async fn in_place(
    process: &Process,
    editor: &mut Editor<'_>,
    names: &[&str],
    suffix: &str,
    end: u8,
) -> Result<u8, Failure> {
    if names.is_empty() {
        return Ok(process.fail("sed", "-i on stdin").await?);
    }
    let mut status = 0;
    for name in names {
        if *name == "-" {
            status = process.fail("sed", "-i on stdin").await?.max(status);
            continue;
        }
        let path = process.path(name);
        let (files, who) = (process.files(), &process.who);
        let read = files.read(who, &path).and_then(|bytes| Ok((bytes, files.stat(who, &path)?)));
        let (bytes, mode) = match read {
            Ok((bytes, stat)) => (bytes, stat.mode & 0o7777),
            Err(errno) => {
                status = status.max(1);
                process.fail("sed", format!("{name}: {errno}")).await?;
                continue;
            }
        };
        editor.begin();
        let mut lines = bytes.split_inclusive(|byte| *byte == end).map(<[u8]>::to_vec);
        loop {
            let line = lines.next();
            let ended = line.is_none();
            if let Some(code) = editor.take(process, line).await? {
                status = if status == 0 { code } else { status };
                break;
            }
            if ended {
                break;
            }
        }
        let output = std::mem::take(&mut editor.out.bytes);
        let mut written = Ok(());
        if !suffix.is_empty() {
            written = files.write(who, &format!("{path}{suffix}"), &bytes, mode);
        }
        if let Err(errno) = written.and_then(|()| files.write(who, &path, &output, mode)) {
            status = status.max(1);
            process.fail("sed", format!("{name}: {errno}")).await?;
        }
    }
    Ok(status)
}

/// One input, line by line as it comes, each with what ends it.
struct Lines {
    input: Input,
    rest: Vec<u8>,
    end: u8,
}

impl Lines {
    async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut searched = 0;
        loop {
            if let Some(at) = self.rest[searched..].iter().position(|byte| *byte == self.end) {
                return Ok(Some(self.rest.drain(..=searched + at).collect()));
            }
            searched = self.rest.len();
            let bytes = match &self.input {
                Input::Directory | Input::Closed => Vec::new(),
                Input::Empty | Input::Zero | Input::Random | Input::Pipe(_) | Input::File(_) => {
                    self.input.next().await?.to_vec()
                }
            };
            if bytes.is_empty() {
                let line = std::mem::take(&mut self.rest);
                return Ok((!line.is_empty()).then_some(line));
            }
            self.rest.extend(bytes);
        }
    }
}
