//! What a word would run: `command`, `type`, `whence`.

use super::super::interpret::{Flow, Shell, Step};
use super::find;

const RESERVED: [&str; 16] = [
    "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "then", "time",
    "until", "while",
];

pub(super) async fn command(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut words = &arguments[1..];
    let mut verbose = None;
    while let Some(option) = words.first() {
        match option.as_str() {
            "-v" => verbose = Some(false),
            "-V" => verbose = Some(true),
            "-p" => {}
            "--" => {
                words = &words[1..];
                break;
            }
            _ => break,
        }
        words = &words[1..];
    }
    match verbose {
        Some(true) => describe_all(shell, words).await,
        Some(false) => name_all(shell, words).await,
        None if words.is_empty() => Ok(0),
        None => match find(&words[0]) {
            Some(builtin) => match (builtin.run)(shell, words).await {
                // What would end the shell is an answer here, but not where it is not the builtin's own mistake.
                Err(Flow::Abort(status)) if !matches!(builtin.name, "eval" | "exit" | "return") => {
                    Ok(status)
                }
                step => step,
            },
            None => Ok(shell.run_external(words).await),
        },
    }
}

pub(super) async fn describe(shell: &mut Shell, arguments: &[String]) -> Step {
    describe_all(shell, &arguments[1..]).await
}

pub(super) async fn whence(shell: &mut Shell, arguments: &[String]) -> Step {
    match arguments.get(1).map(String::as_str) {
        Some("-v") => describe_all(shell, &arguments[2..]).await,
        _ => name_all(shell, &arguments[1..]).await,
    }
}

/// The first name without a meaning ends it.
async fn name_all(shell: &mut Shell, names: &[String]) -> Step {
    for name in names {
        let is_ours = RESERVED.contains(&name.as_str())
            || shell.functions.contains_key(name)
            || find(name).is_some();
        let found = if is_ours { Some(name.clone()) } else { shell.locate(name) };
        match found {
            Some(found) => drop(shell.process.print(format!("{found}\n")).await),
            None => return Ok(1),
        }
    }
    Ok(0)
}

async fn describe_all(shell: &mut Shell, names: &[String]) -> Step {
    let mut status = 0;
    for name in names {
        let text = if RESERVED.contains(&name.as_str()) {
            format!("{name} is a reserved word")
        } else if shell.functions.contains_key(name) {
            format!("{name} is a function")
        } else if let Some(builtin) = find(name) {
            let kind = if builtin.is_special { "special shell builtin" } else { "shell builtin" };
            format!("{name} is a {kind}")
        } else if let Some(path) = shell.locate(name) {
            if name.contains('/') {
                format!("{name} is {path}")
            } else {
                format!("{name} is a tracked alias for {path}")
            }
        } else {
            status = 1;
            format!("{name} not found")
        };
        shell.process.print(format!("{text}\n")).await.ok();
    }
    Ok(status)
}
