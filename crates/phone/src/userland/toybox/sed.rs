//! `sed`: edits lines by a script.

use super::input_files::InputFiles;
use super::sed_edit::{Editor, Failure, Line, Lines};
use super::sed_script;
use crate::process::{Input, Process};
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::io;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "(help)(version)e*f*i:;nErz(null-data)s[+Er]");
    let mut names = options.rest.as_slice();
    let mut scripts: Vec<String> = options.values('e').map(str::to_owned).collect();
    for file in options.values('f') {
        let bytes = match process.open_input(file) {
            Ok(input) => input.read_to_end().await?,
            Err(errno) => return process.fail("sed", format!("{file}: {errno}")).await,
        };
        scripts.push(text::decode(bytes.strip_suffix(b"\n").unwrap_or(&bytes)));
    }
    if !options.has_any("ef") {
        let Some((script, rest)) = names.split_first() else {
            return process.fail("sed", "no pattern").await;
        };
        scripts.push((*script).to_owned());
        names = rest;
    }
    let commands = match sed_script::parse(&scripts.join("\n"), options.has_any("Er")) {
        Ok(commands) => commands,
        Err(message) => return process.fail("sed", message).await,
    };
    let zero = options.has('z');
    let mut editor = Editor::new(&commands, options.has('n'), zero);
    if let Err(message) = editor.open(process) {
        return process.fail("sed", message).await;
    }
    let end = if zero { 0 } else { b'\n' };
    let edited = if options.has('i') {
        let suffix = options.value('i').unwrap_or_default();
        in_place(process, &mut editor, names, suffix, end).await
    } else {
        to_output(process, &mut editor, names, options.has('s'), end).await
    };
    match edited {
        Ok(status) => Ok(editor.quit.unwrap_or(status)),
        Err(Failure::Said(message)) => process.fail("sed", message).await,
        Err(Failure::Io(error)) => Err(error),
    }
}

async fn to_output(
    process: &Process,
    editor: &mut Editor<'_>,
    names: &[&str],
    separate: bool,
    end: u8,
) -> Result<u8, Failure> {
    let mut inputs = InputFiles::new(names);
    inputs.opens_directories = true;
    if !separate {
        let mut lines = FromFiles { process, inputs, current: None, end };
        editor.edit(process, &mut lines, Some(&process.stdout)).await?;
        return Ok(lines.inputs.status());
    }
    while let Some((_, input)) = inputs.next(process, "sed").await {
        editor.begin();
        let mut lines = FromInput::new(input, end);
        editor.edit(process, &mut lines, Some(&process.stdout)).await?;
        if editor.quit.is_some() {
            break;
        }
    }
    Ok(inputs.status())
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
    let mut failed = false;
    for name in names {
        let path = process.path(name);
        let (files, who) = (process.files(), &process.who);
        let read = files.read(who, &path).and_then(|bytes| Ok((bytes, files.stat(who, &path)?)));
        let (bytes, mode) = match read {
            Ok((bytes, stat)) => (bytes, stat.mode & 0o7777),
            Err(errno) => {
                failed = true;
                process.fail("sed", format!("{name}: {errno}")).await?;
                continue;
            }
        };
        editor.begin();
        let mut lines = FromInput::new(Input::Empty, end);
        lines.rest.clone_from(&bytes);
        editor.edit(process, &mut lines, None).await?;
        let output = std::mem::take(&mut editor.out);
        // A `q` ends this file only.
        editor.quit = None;
        let mut written = Ok(());
        if !suffix.is_empty() {
            written = files.write(who, &format!("{path}{suffix}"), &bytes, mode);
        }
        if let Err(errno) = written.and_then(|()| files.write(who, &path, &output, mode)) {
            failed = true;
            process.fail("sed", format!("{name}: {errno}")).await?;
        }
    }
    Ok(u8::from(failed))
}

/// One input, line by line as it comes.
struct FromInput {
    input: Input,
    rest: Vec<u8>,
    end: u8,
}

impl FromInput {
    fn new(input: Input, end: u8) -> Self {
        Self { input, rest: Vec::new(), end }
    }
}

impl Lines for FromInput {
    async fn next(&mut self) -> io::Result<Option<Line>> {
        let mut searched = 0;
        loop {
            if let Some(at) = self.rest[searched..].iter().position(|byte| *byte == self.end) {
                let mut line: Vec<u8> = self.rest.drain(..=searched + at).collect();
                line.pop();
                return Ok(Some((line, true)));
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
                return Ok((!line.is_empty()).then_some((line, false)));
            }
            self.rest.extend(bytes);
        }
    }
}

/// All files as one.
struct FromFiles<'a> {
    process: &'a Process,
    inputs: InputFiles<'a>,
    current: Option<FromInput>,
    end: u8,
}

impl Lines for FromFiles<'_> {
    async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(line) = current.next().await? {
                    return Ok(Some(line));
                }
                self.current = None;
            }
            match self.inputs.next(self.process, "sed").await {
                Some((_, input)) => self.current = Some(FromInput::new(input, self.end)),
                None => return Ok(None),
            }
        }
    }
}
