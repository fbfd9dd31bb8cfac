//! Finding and running programs: commands of the userland, and scripts with or without `#!`.

use super::interpret::{Shell, ShellSource};
use crate::files::Errno;
use crate::process::{MAX_DEPTH, Process, on_own_stack};
use crate::text;
use crate::userland::{self, Command};
use futures_util::future::BoxFuture;
use std::io;

enum Program {
    Command(&'static Command),
    Script { path: String, bytes: Vec<u8> },
}

/// Why something cannot be run, with the exit code for it.
struct NotRunnable {
    message: String,
    status: u8,
}

impl Shell {
    pub(super) async fn run_external(&mut self, arguments: &[String]) -> u8 {
        let mut process = self.process.clone();
        process.env = self.variables.environment();
        if self.process.depth >= MAX_DEPTH {
            self.complain("can't fork - try again").await;
            return 1;
        }
        process.depth += 1;
        match find(&process, &arguments[0]) {
            Ok(program) => {
                let becomes = std::mem::take(&mut self.becomes);
                // The trap at the end of the shell does not wait for the program.
                tokio::select! {
                    biased;
                    signal = self.interrupted(|signal| self.ends_on(signal)) => {
                        128_u8.saturating_add(signal)
                    }
                    status = run_found(process, program, arguments, becomes) => status,
                }
            }
            Err(NotRunnable { message, status }) => {
                self.complain(&format!("{}: {message}", arguments[0])).await;
                status
            }
        }
    }

    /// Where `command -v` finds a program.
    pub(super) fn locate(&self, name: &str) -> Option<String> {
        if name.contains('/') {
            return find(&self.process, name).ok().map(|_| name.to_owned());
        }
        search_path(&self.process, self.variables.get("PATH").unwrap_or_default(), name)
            .map(|(path, _)| path)
    }
}

/// Runs a program for a command such as `nohup` or `env`. Its exit code is 127 or 126 when it cannot be run.
pub(crate) async fn run_program(
    process: &mut Process,
    caller: &str,
    arguments: &[String],
) -> io::Result<u8> {
    let mut child = process.clone();
    child.depth += 1;
    if child.depth > MAX_DEPTH {
        return process.fail(caller, "Resource temporarily unavailable").await;
    }
    match find(&child, &arguments[0]) {
        Ok(program) => Ok(run_found(child, program, arguments, false).await),
        Err(NotRunnable { status, .. }) => {
            let errno = if status == 127 { Errno::NoEntry } else { Errno::Access };
            process.fail(caller, format!("exec {}: {errno}", arguments[0])).await?;
            Ok(status)
        }
    }
}

fn run_found(
    mut process: Process,
    program: Program,
    arguments: &[String],
    becomes: bool,
) -> BoxFuture<'static, u8> {
    let arguments = arguments.to_vec();
    on_own_stack(process.depth, async move {
        match program {
            Program::Command(command) => {
                userland::run(command, &mut process, &arguments, becomes).await
            }
            Program::Script { path, bytes } => {
                run_script(process, path, &bytes, &arguments, becomes).await
            }
        }
    })
}

async fn run_script(
    mut process: Process,
    path: String,
    bytes: &[u8],
    arguments: &[String],
    becomes: bool,
) -> u8 {
    if let Some(line) = bytes.strip_prefix(b"#!") {
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = text::decode(line);
        let mut words = line.trim().splitn(2, [' ', '\t']);
        let interpreter = words.next().unwrap_or_default().to_owned();
        let canonical = process.files().canonical(&process.who, &interpreter).unwrap_or_default();
        let Some(command) =
            process.files().program(&canonical).and_then(|name| userland::find(&name))
        else {
            let message = not_found(&process);
            process.complain(format!("/system/bin/sh: {path}: {message}\n")).await;
            return 127;
        };
        let mut full = vec![interpreter];
        full.extend(words.next().map(|word| word.trim().to_owned()));
        full.push(path);
        full.extend_from_slice(&arguments[1..]);
        return userland::run(command, &mut process, &full, becomes).await;
    }
    let source = text::decode(bytes);
    let mut shell = Shell::new(process, ShellSource::File(path.clone()));
    shell.set_arguments(Some(path), arguments[1..].to_vec());
    shell.run(&source).await
}

fn find(process: &Process, name: &str) -> Result<Program, NotRunnable> {
    if name.is_empty() {
        // Looked up as `DIRECTORY/`, which is there.
        let message = format!("can't execute: {}", Errno::IsDirectory);
        return Err(NotRunnable { message, status: 126 });
    }
    if name.contains('/') {
        return open(process, name).map_err(|errno| not_runnable(process, name, errno));
    }
    let search = process.env.get("PATH").map_or("/system/bin", String::as_str);
    match search_path(process, search, name) {
        Some((_, program)) => Ok(program),
        None => Err(not_runnable(process, name, Errno::NoEntry)),
    }
}

fn search_path(process: &Process, search: &str, name: &str) -> Option<(String, Program)> {
    for directory in search.split(':') {
        if directory == "/system/bin" {
            // Nearly always here, and without a look at the disk.
            if let Some(command) = userland::find(name) {
                return Some((format!("/system/bin/{name}"), Program::Command(command)));
            }
            continue;
        }
        let path =
            process.path(&format!("{}/{name}", if directory.is_empty() { "." } else { directory }));
        if let Ok(program) = open(process, &path) {
            return Some((path, program));
        }
    }
    None
}

fn open(process: &Process, name: &str) -> Result<Program, Errno> {
    let files = process.files();
    let path = &process.path(name);
    let canonical = files.canonical(&process.who, path)?;
    if let Some(name) = files.program(&canonical) {
        return userland::find(&name).map(Program::Command).ok_or(Errno::NoEntry);
    }
    let stat = files.stat(&process.who, path)?;
    if stat.is_dir() {
        return Err(Errno::IsDirectory);
    }
    if name.ends_with('/') {
        return Err(Errno::NotDirectory);
    }
    if stat.mode & 0o111 == 0 {
        return Err(Errno::Access);
    }
    files.allows(&process.who, path, 1)?;
    Ok(Program::Script { path: name.to_owned(), bytes: files.read(&process.who, path)? })
}

/// mksh's words for it, which changed with R57 in Android 10.
fn not_found(process: &Process) -> &'static str {
    if process.android().api().since(29) { "inaccessible or not found" } else { "not found" }
}

fn not_runnable(process: &Process, name: &str, errno: Errno) -> NotRunnable {
    let is_there = matches!(errno, Errno::IsDirectory | Errno::Access);
    if is_there && name.contains('/') {
        NotRunnable { message: format!("can't execute: {errno}"), status: 126 }
    } else {
        NotRunnable { message: not_found(process).to_owned(), status: 127 }
    }
}
