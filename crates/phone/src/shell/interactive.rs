//! A shell somebody types into, and one that reads its commands from a pipe.

use super::interpret::{Flow, Shell, ShellSource};
use super::parse::Parser;
use crate::process::Process;
use crate::text;

/// Runs commands as they come from standard input, so that they can read what follows them there.
pub(crate) async fn read_script(shell: &mut Shell) -> u8 {
    let mut source = String::new();
    let mut step = Ok(0);
    loop {
        let line = shell.process.stdin.read_line().await.unwrap_or_default();
        let at_end = line.is_empty();
        source.push_str(&text::decode(&line));
        match complete(&source) {
            Complete::No if !at_end => continue,
            Complete::No | Complete::Yes => {}
        }
        if !source.is_empty() {
            step = shell.run_source(&source).await;
            source.clear();
        }
        if at_end || step.is_err() {
            return shell.finish(step).await;
        }
    }
}

/// A prompt, a line, its output, until Ctrl-D or `exit`.
pub(crate) async fn interactive(process: Process) -> u8 {
    let tty = process.tty.clone();
    let mut shell = Shell::new(process, ShellSource::Terminal);
    let mut source = String::new();
    loop {
        let prompt = if source.is_empty() { prompt(&shell) } else { "> ".to_owned() };
        shell.complain_raw(&prompt).await;
        let interrupted = async {
            match &tty {
                Some(tty) => tty.interrupted().await,
                None => std::future::pending().await,
            }
        };
        let stdin = shell.process.stdin.clone();
        let line = tokio::select! {
            biased;
            () = interrupted => {
                source.clear();
                shell.status = 130;
                continue;
            }
            line = stdin.read_line() => line.unwrap_or_default(),
        };
        if line.is_empty() {
            shell.complain_raw("\n").await;
            let status = shell.status;
            return shell.finish(Ok(status)).await;
        }
        source.push_str(&text::decode(&line));
        if complete(&source) == Complete::No {
            continue;
        }
        let text = std::mem::take(&mut source);
        let interrupted = async {
            match &tty {
                Some(tty) => tty.interrupted().await,
                None => std::future::pending().await,
            }
        };
        let saved = shell.save_handles();
        let step = tokio::select! {
            biased;
            () = interrupted => None,
            step = shell.run_source(&text) => Some(step),
        };
        match step {
            None => {
                // Whatever ran is gone, with the handles it had put in place.
                shell.restore_handles(saved);
                shell.status = 130;
                shell.loops = 0;
                shell.testing = 0;
            }
            Some(Err(Flow::Exit(status))) => return shell.finish(Err(Flow::Exit(status))).await,
            Some(Ok(status) | Err(Flow::Abort(status) | Flow::Return(status))) => {
                shell.status = status;
            }
            Some(Err(Flow::Break(_) | Flow::Continue(_))) => {}
        }
    }
}

fn prompt(shell: &Shell) -> String {
    let host = shell.process.machine.hostname();
    let failed = if shell.status == 0 { String::new() } else { format!("{}|", shell.status) };
    format!("{failed}{host}:{} $ ", shell.process.cwd)
}

#[derive(PartialEq, Eq)]
enum Complete {
    Yes,
    No,
}

/// Would more input make it a command? A line that ends in a backslash goes on as well.
fn complete(source: &str) -> Complete {
    if source.ends_with("\\\n") {
        return Complete::No;
    }
    match Parser::new(source).all() {
        Err(error) if error.incomplete => Complete::No,
        Ok(_) | Err(_) => Complete::Yes,
    }
}
