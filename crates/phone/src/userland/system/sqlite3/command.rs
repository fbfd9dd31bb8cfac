//! What is run, in which order, and with which exit code it ends.

use std::io;
use std::pin::pin;

use futures_util::poll;

use super::arguments::parse;
use super::file::{File, release};
use super::modes::render;
use super::report::{in_arguments, in_input};
use super::settings::Settings;
use crate::process::Process;
use crate::sqlite::sql::{Release, is_blank, is_complete, statements};
use crate::text;
use crate::userland::Outcome;

const USAGE: &str = "\
Usage: sqlite3 [OPTIONS] FILENAME [SQL]
FILENAME is the name of an SQLite database. A new database is created
if the file does not previously exist.
OPTIONS include:
   -bail                stop after hitting an error
   -batch               force batch I/O
   -cmd COMMAND         run \"COMMAND\" before reading stdin
   -column              set output mode to 'column'
   -csv                 set output mode to 'csv'
   -echo                print commands before execution
   -[no]header          turn headers on or off
   -help                show this message
   -interactive         force interactive I/O
   -json                set output mode to 'json'
   -line                set output mode to 'line'
   -list                set output mode to 'list'
   -newline SEP         set output row separator. Default: '\\n'
   -nullvalue TEXT      set text string for NULL values. Default ''
   -quote               set output mode to 'quote'
   -readonly            open the database read-only
   -separator SEP       set output column separator. Default: '|'
   -version             show SQLite version
";

pub(super) struct Shell {
    pub(super) file: File,
    pub(super) settings: Settings,
}

/// What comes of a command.
pub(super) enum Next {
    GoOn,
    /// It failed; what follows may still be run.
    Failed(u8),
    Quit(u8),
}

pub(crate) async fn run(process: &mut Process, words: &[String]) -> Outcome {
    let release = release(process.android().api());
    let mut settings = Settings::default();
    let arguments = match parse(words, release, &mut settings) {
        Ok(arguments) => arguments,
        Err(complaint) => {
            process.complain(complaint).await;
            return Ok(1);
        }
    };
    if arguments.help {
        process.complain(USAGE).await;
        return Ok(1);
    }
    if arguments.version {
        process.print(format!("{}\n", version_line(release))).await?;
        return Ok(0);
    }
    let name = arguments.file.as_deref().unwrap_or(":memory:");
    let Ok(file) = File::open(process, name, arguments.read_only, release) else {
        let text =
            format!("Error: unable to open database \"{name}\": unable to open database file\n");
        process.complain(text).await;
        return Ok(1);
    };
    let mut shell = Shell { file, settings };
    let outcome = shell.all(process, &arguments).await;
    // A transaction that nobody ended did not happen.
    shell.file.connection.roll_back();
    let flushed = shell.flush(process).await;
    shell.file.close(process);
    match outcome {
        Ok(0) if flushed.is_some() => Ok(flushed.unwrap_or(1)),
        outcome => outcome,
    }
}

pub(super) fn version_line(release: Release) -> String {
    let id = match release {
        Release::V3_22 => {
            "2018-01-22 18:45:57 0c55d179733b46d8d0ba4d88e01a25e10677046ee3da1d5b1581e86726f2171d"
        }
        Release::V3_32 => {
            "2020-06-04 12:58:43 ec02243ea6ce33b090870ae55ab8aa2534b54d216d45c4aa2fdbb00e86861e8c"
        }
        Release::V3_39 => {
            "2022-07-21 15:24:47 698edb77537b67c41adc68f9b892db56bcf9a55e00371a61420f3ddd668e6603"
        }
        Release::V3_44 => {
            "2024-03-24 21:15:01 d295f48e8f367b066b881780c98bdf980a1d550397d5ba0b0e49842c95b3e8b4"
        }
    };
    let bits = if release.number() >= 343 { " (64-bit)" } else { "" };
    format!("{} {id}{bits}", release.version())
}

impl Shell {
    async fn all(
        &mut self,
        process: &mut Process,
        arguments: &super::arguments::Arguments,
    ) -> io::Result<u8> {
        for command in arguments.before.iter().chain(&arguments.commands) {
            if self.settings.echo {
                process.print(format!("{command}\n")).await?;
            }
            let next = if command.starts_with('.') {
                self.dot(process, command).await?
            } else {
                self.argument(process, command).await?
            };
            match next {
                Next::GoOn => {}
                Next::Failed(code) | Next::Quit(code) => return Ok(code),
            }
        }
        if !arguments.commands.is_empty() {
            return Ok(0);
        }
        let interactive = arguments.interactive || process.reads_terminal() && !arguments.batch;
        if interactive {
            let line = version_line(self.file.release());
            let when = line.get(..line.len().min(26)).unwrap_or(&line);
            let text =
                format!("SQLite version {}\nEnter \".help\" for usage hints.\n", when.trim_end());
            process.print(text).await?;
        }
        self.input(process, interactive).await
    }

    async fn argument(&mut self, process: &mut Process, sql: &str) -> io::Result<Next> {
        if let Err((error, rest)) = self.each(process, sql).await? {
            process.complain(in_arguments(&error, rest, self.file.release())).await;
            return Ok(Next::Failed(error.code));
        }
        Ok(match self.flush(process).await {
            Some(code) => Next::Failed(code),
            None => Next::GoOn,
        })
    }

    /// Runs statements until one fails. It begins after the blanks before it, and is told with all that follows.
    async fn each<'s>(
        &mut self,
        process: &mut Process,
        sql: &'s str,
    ) -> io::Result<Result<(), (crate::sqlite::sql::Error, &'s str)>> {
        let mut start = 0;
        for statement in statements(sql) {
            let from = start + statement.len() - statement.trim_start().len();
            start += statement.len();
            if is_blank(statement) {
                continue;
            }
            if let Err(error) = self.statement(process, statement.trim_start()).await? {
                return Ok(Err((error, &sql[from..])));
            }
        }
        Ok(Ok(()))
    }

    /// Runs one statement and prints what it yields.
    async fn statement(
        &mut self,
        process: &mut Process,
        sql: &str,
    ) -> io::Result<Result<(), crate::sqlite::sql::Error>> {
        self.file.refresh(process);
        if let Some(fault) = self.file.fault.clone() {
            // What needs no table can be done without one.
            let mut aside = super::file::in_memory(self.file.release());
            let result = aside.run(sql, &process.android().now());
            match result {
                Ok(Some(answer)) if aside.is_clean() => {
                    process.print(render(&answer, &self.settings, self.file.release())).await?;
                    return Ok(answer.failed.map_or(Ok(()), Err));
                }
                Err(error) if error.at.is_some() && error.text.contains("syntax error") => {
                    return Ok(Err(error));
                }
                _ => return Ok(Err(fault)),
            }
        }
        let answer = match self.file.connection.run(sql, &process.android().now()) {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(answer) = answer {
            process.print(render(&answer, &self.settings, self.file.release())).await?;
            if let Some(error) = answer.failed {
                return Ok(Err(error));
            }
        } else if self.settings.changes {
            let (changes, total) = self.file.connection.change_counts();
            process.print(format!("changes: {changes}   total_changes: {total}\n")).await?;
        }
        Ok(Ok(()))
    }

    /// Writes the file; the exit code of what went wrong.
    async fn flush(&mut self, process: &Process) -> Option<u8> {
        let error = self.file.flush(process).err()?;
        process.complain(in_arguments(&error, "", self.file.release())).await;
        Some(error.code)
    }

    /// Lines of standard input until it ends.
    async fn input(&mut self, process: &mut Process, interactive: bool) -> io::Result<u8> {
        let (mut sql, mut line, mut began, mut failed) = (String::new(), 0, 0, false);
        loop {
            if interactive {
                process.print(if sql.is_empty() { "sqlite> " } else { "   ...> " }).await?;
            }
            let stdin = process.stdin.clone();
            let mut reading = pin!(stdin.read_line());
            // While nobody says more, what was done is in the file.
            let read = match poll!(&mut reading) {
                std::task::Poll::Ready(read) => read,
                std::task::Poll::Pending => {
                    failed |= self.flush(process).await.is_some();
                    reading.await
                }
            };
            let read = text::decode(&read?);
            if read.is_empty() {
                break;
            }
            line += 1;
            let whole = read.trim_end_matches(['\n', '\r']);
            if sql.is_empty() && whole.trim_start().is_empty() {
                continue;
            }
            if self.settings.echo {
                process.print(format!("{whole}\n")).await?;
            }
            if sql.is_empty() && whole.starts_with('.') {
                match self.dot(process, whole).await? {
                    Next::GoOn => {}
                    Next::Quit(code) => return Ok(code),
                    Next::Failed(_) => {
                        failed = true;
                        if self.settings.bail {
                            return Ok(1);
                        }
                    }
                }
                continue;
            }
            if sql.is_empty() {
                began = line;
            }
            sql.push_str(whole);
            // `/` and `go` on a line of their own end a statement, too.
            let ends = matches!(whole.trim(), "/") || whole.trim().eq_ignore_ascii_case("go");
            if ends && sql.len() > whole.len() {
                sql.truncate(sql.len() - whole.len());
                sql.push(';');
            }
            if !is_complete(&sql) {
                sql.push('\n');
                continue;
            }
            let near = (!interactive).then_some(began);
            failed |= self.chunk(process, &std::mem::take(&mut sql), near).await?;
            if failed && self.settings.bail {
                return Ok(1);
            }
        }
        if !is_blank(&sql) {
            failed |= self.chunk(process, sql.trim_end(), (!interactive).then_some(began)).await?;
        }
        if interactive {
            process.print("\n").await?;
        }
        Ok(u8::from(failed))
    }

    /// Statements from the input; `true` when one failed.
    async fn chunk(
        &mut self,
        process: &mut Process,
        sql: &str,
        line: Option<usize>,
    ) -> io::Result<bool> {
        let Err((error, rest)) = self.each(process, sql).await? else { return Ok(false) };
        process.complain(in_input(&error, rest, self.file.release(), line)).await;
        Ok(true)
    }

    /// Runs a script file.
    pub(super) async fn script(&mut self, process: &mut Process, text: &str) -> io::Result<bool> {
        let (mut sql, mut began, mut failed) = (String::new(), 0, false);
        for (number, line) in text.lines().enumerate() {
            if sql.is_empty() && (line.starts_with('.') || line.trim().is_empty()) {
                if line.starts_with(".read") {
                    process.complain("Error: scripts do not read scripts here\n").await;
                    failed = true;
                } else if !line.trim().is_empty() {
                    failed |= !matches!(Box::pin(self.dot(process, line)).await?, Next::GoOn);
                }
                continue;
            }
            if sql.is_empty() {
                began = number + 1;
            }
            sql.push_str(line);
            if is_complete(&sql) {
                failed |= self.chunk(process, &std::mem::take(&mut sql), Some(began)).await?;
            } else {
                sql.push('\n');
            }
        }
        if !is_blank(&sql) {
            failed |= self.chunk(process, sql.trim_end(), Some(began)).await?;
        }
        Ok(failed)
    }
}
