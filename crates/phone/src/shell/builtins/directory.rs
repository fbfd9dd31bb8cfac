//! `cd` and `pwd`.

use super::super::interpret::{Shell, Step};
use crate::files::path;

pub(super) async fn cd(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut physical = false;
    let mut rest = &arguments[1..];
    while let Some(option) = rest.first().filter(|word| word.len() > 1 && word.starts_with('-')) {
        match option.as_str() {
            "-P" => physical = true,
            "-L" => physical = false,
            "--" => {
                rest = &rest[1..];
                break;
            }
            _ => return failed(shell, &format!("cd: {option}: unknown option"), 1).await,
        }
        rest = &rest[1..];
    }
    let mut announce = false;
    let target = match rest {
        [] => match shell.variables.get("HOME") {
            Some(home) => home.to_owned(),
            None => return failed(shell, "cd: no home directory (HOME not set)", 2).await,
        },
        [dash] if dash == "-" => match shell.variables.get("OLDPWD") {
            Some(old) => {
                announce = true;
                old.to_owned()
            }
            None => return failed(shell, "cd: no OLDPWD", 2).await,
        },
        [directory] => directory.clone(),
        // `cd OLD NEW` replaces a piece of the current path.
        [old, new, ..] if shell.process.cwd.contains(old.as_str()) => {
            announce = true;
            shell.process.cwd.replacen(old.as_str(), new, 1)
        }
        _ => return failed(shell, "cd: bad substitution", 2).await,
    };
    let absolute = path::collapse(&path::join(&shell.process.cwd, &target));
    let files = shell.process.files();
    let who = &shell.process.who;
    let outcome = files.stat(who, &absolute).and_then(|stat| {
        if !stat.is_dir() {
            return Err(crate::files::Errno::NotDirectory);
        }
        files.allows(who, &absolute, 1)?;
        if physical { files.canonical(who, &absolute) } else { Ok(absolute.clone()) }
    });
    match outcome {
        Ok(directory) => {
            let old = std::mem::replace(&mut shell.process.cwd, directory.clone());
            shell.assign("OLDPWD", &old).await?;
            shell.assign("PWD", &directory).await?;
            if announce {
                shell.process.print(format!("{directory}\n")).await.ok();
            }
            Ok(0)
        }
        Err(errno) => failed(shell, &format!("cd: {absolute}: {errno}"), 2).await,
    }
}

pub(super) async fn pwd(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut directory = shell.process.cwd.clone();
    if arguments.iter().any(|word| word == "-P") {
        directory =
            shell.process.files().canonical(&shell.process.who, &directory).unwrap_or(directory);
    }
    Ok(u8::from(shell.process.print(format!("{directory}\n")).await.is_err()))
}

async fn failed(shell: &Shell, message: &str, status: u8) -> Step {
    shell.complain(message).await;
    Ok(status)
}
