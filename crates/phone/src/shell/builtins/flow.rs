//! Builtins that change what runs next.

use super::super::interpret::{Flow, Shell, ShellSource, Step};
use crate::files::Errno;
use crate::text;

pub(super) async fn nothing(_: &mut Shell, _: &[String]) -> Step {
    Ok(0)
}

pub(super) async fn exit(shell: &mut Shell, arguments: &[String]) -> Step {
    Err(Flow::Exit(status(shell, arguments).await?))
}

pub(super) async fn leave_function(shell: &mut Shell, arguments: &[String]) -> Step {
    Err(Flow::Return(status(shell, arguments).await?))
}

pub(super) async fn leave_loop(shell: &mut Shell, arguments: &[String]) -> Step {
    match levels(shell, arguments).await? {
        0 => Ok(0),
        levels => Err(Flow::Break(levels)),
    }
}

pub(super) async fn next_turn(shell: &mut Shell, arguments: &[String]) -> Step {
    match levels(shell, arguments).await? {
        0 => Ok(0),
        levels => Err(Flow::Continue(levels)),
    }
}

pub(super) async fn eval(shell: &mut Shell, arguments: &[String]) -> Step {
    let words = &arguments[1..];
    let words = if words.first().is_some_and(|word| word == "--") { &words[1..] } else { words };
    // The end of its words is the end of a line, not of the input.
    let source = words.join(" ") + "\n";
    shell.deeper(move |shell| Box::pin(async move { shell.run_words(&source).await })).await
}

pub(super) async fn source(shell: &mut Shell, arguments: &[String]) -> Step {
    let Some(name) = arguments.get(1) else {
        return shell.die(&format!("{}: missing argument", arguments[0])).await;
    };
    let found = find_readable(shell, name);
    let bytes = match found.and_then(|path| shell.process.files().read(&shell.process.who, &path)) {
        Ok(bytes) => bytes,
        // There, but without a line in it.
        Err(Errno::IsDirectory) => Vec::new(),
        Err(errno) => return shell.die(&format!("{}: {name}: {errno}", arguments[0])).await,
    };
    let parameters = (arguments.len() > 2)
        .then(|| std::mem::replace(&mut shell.parameters, arguments[2..].to_vec()));
    shell.functions_entered += 1;
    let loops = std::mem::take(&mut shell.loops);
    let around = std::mem::replace(&mut shell.source, ShellSource::Sourced(name.clone()));
    let step = shell
        .deeper(move |shell| Box::pin(async move { shell.run_source(&text::decode(&bytes)).await }))
        .await;
    shell.source = around;
    shell.loops = loops;
    shell.functions_entered -= 1;
    if let Some(parameters) = parameters {
        shell.parameters = parameters;
    }
    match step {
        // A mistake ends the file, not who reads it.
        Err(Flow::Return(status) | Flow::Abort(status)) => Ok(status),
        other => other,
    }
}

/// Where a name without a slash is found along `PATH`, even if it is a directory.
fn find_readable(shell: &Shell, name: &str) -> Result<String, Errno> {
    let process = &shell.process;
    let readable = |argument: &str| {
        let path = process.path(argument);
        let stat = process.files().stat(&process.who, &path).map_err(|_| Errno::NoEntry)?;
        if argument.ends_with('/') && !stat.is_dir() {
            return Err(Errno::NoEntry);
        }
        process.files().allows(&process.who, &path, 4).map(|()| path)
    };
    if name.contains('/') {
        return readable(name);
    }
    let mut why = Errno::NoEntry;
    for directory in shell.variables.get("PATH").unwrap_or("/system/bin").split(':') {
        let candidate =
            if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") };
        match readable(&candidate) {
            Ok(path) => return Ok(path),
            Err(errno) if why == Errno::NoEntry => why = errno,
            Err(_) => {}
        }
    }
    Err(why)
}

/// The number given, or the status of the last command.
async fn status(shell: &mut Shell, arguments: &[String]) -> Step {
    match &arguments[1..] {
        [] => Ok(shell.status),
        [text] => {
            let number = number(shell, &arguments[0], text).await?;
            Ok(u8::try_from(number & 0xff).unwrap_or(u8::MAX))
        }
        _ => shell.die(&format!("{}: too many arguments", arguments[0])).await,
    }
}

/// Digits with or without a sign, blanks at most before them.
async fn number(shell: &mut Shell, name: &str, text: &str) -> Result<i32, Flow> {
    match text.trim_start_matches([' ', '\t', '\n']).parse() {
        Ok(number) => Ok(number),
        Err(_) => shell.die(&format!("{name}: bad number: {text}")).await,
    }
}

/// How many loops to leave, at most those we are in.
async fn levels(shell: &mut Shell, arguments: &[String]) -> Result<usize, Flow> {
    let name = &arguments[0];
    let operand = match arguments.get(1).map(String::as_str) {
        Some("--") => arguments.get(2),
        Some(option) if option.starts_with('-') && option.len() > 1 => {
            return shell.die(&format!("{name}: {option}: unknown option")).await;
        }
        _ => arguments.get(1),
    };
    let wanted = match operand {
        None => 1,
        Some(text) => match usize::try_from(number(shell, name, text).await?) {
            Ok(number) if number > 0 => number,
            _ => return shell.die(&format!("{name}: {text}: bad value")).await,
        },
    };
    if shell.loops == 0 {
        shell.complain(&format!("{name}: can't {name}")).await;
    } else if wanted > shell.loops {
        shell.complain(&format!("{name}: can only {name} {} level(s)", shell.loops)).await;
    }
    Ok(wanted.min(shell.loops))
}
