//! `sh`: the shell as a program.

use crate::process::Process;
use crate::shell::{Shell, ShellSource, interactive, read_script};
use crate::text;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    let (mut from_argument, mut from_stdin, mut wants_terminal) = (false, false, false);
    let mut letters = Vec::new();
    while let Some(option) =
        words.first().filter(|word| word.len() > 1 && word.starts_with(['-', '+']))
    {
        let on = option.starts_with('-');
        words = &words[1..];
        if option == "--" {
            break;
        }
        for letter in option[1..].chars() {
            match letter {
                'c' => from_argument = true,
                's' => from_stdin = true,
                'i' => wants_terminal = true,
                'l' => {}
                other => letters.push((other, on)),
            }
        }
    }
    if from_argument {
        let Some((command, rest)) = words.split_first() else {
            return process.fail(&arguments[0], "-c requires an argument").await;
        };
        let mut shell = Shell::new(process.clone(), ShellSource::Argument);
        let name = rest.first().unwrap_or(&arguments[0]);
        shell.set_arguments(Some(name.clone()), rest.get(1..).unwrap_or_default().to_vec());
        return match set(&mut shell, &letters) {
            Ok(()) => Ok(shell.run(command).await),
            Err(letter) => unknown(process, letter).await,
        };
    }
    if let Some(file) = words.first().filter(|_| !from_stdin) {
        let bytes = match process.files().read(&process.who, &process.path(file)) {
            Ok(bytes) => bytes,
            Err(errno) => {
                process.fail(&arguments[0], format!("{file}: {errno}")).await?;
                return Ok(127);
            }
        };
        let mut shell = Shell::new(process.clone(), ShellSource::File(file.clone()));
        shell.set_arguments(Some(file.clone()), words[1..].to_vec());
        return match set(&mut shell, &letters) {
            Ok(()) => Ok(shell.run(&text::decode(&bytes)).await),
            Err(letter) => unknown(process, letter).await,
        };
    }
    if wants_terminal || (process.reads_terminal() && !from_stdin) {
        return Ok(interactive(process.clone()).await);
    }
    let mut shell = Shell::new(process.clone(), ShellSource::Stdin);
    shell.set_arguments(Some(arguments[0].clone()), words.to_vec());
    match set(&mut shell, &letters) {
        Ok(()) => Ok(read_script(&mut shell).await),
        Err(letter) => unknown(process, letter).await,
    }
}

fn set(shell: &mut Shell, letters: &[(char, bool)]) -> Result<(), char> {
    for (letter, on) in letters {
        if !shell.options.set_letter(*letter, *on) {
            return Err(*letter);
        }
    }
    Ok(())
}

async fn unknown(process: &Process, letter: char) -> Outcome {
    process.fail("/system/bin/sh", format!("-{letter}: unknown option")).await
}
