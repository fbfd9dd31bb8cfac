//! Which subcommand of `pm` is meant.

use super::{enable, list, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::shell_command::{self, Answer};
use crate::userland::system::thrown::Words;

const HANDLER: &str = "com.android.server.pm.PackageManagerShellCommand";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let Some(command) = words.first() else {
        process.print(HELP).await?;
        return Ok(shell_command::MINUS_ONE);
    };
    let answer = dispatch(process, command, words).await;
    shell_command::finish(process, command, HANDLER, answer).await
}

async fn dispatch(process: &Process, command: &str, words: &[String]) -> Answer {
    let words = Words::new(words);
    match command {
        "list" => list::run(process, words).await,
        "enable" | "disable" | "disable-user" | "disable-until-used" | "default-state" => {
            enable::run(process, words, command).await
        }
        "path" => path::run(process, words).await,
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(shell_command::MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    }
}

const HELP: &str = "\
Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [--show-versioncode] [--user USER_ID] [FILTER]
    Prints all packages; optionally only those whose name contains the text in FILTER.
";
