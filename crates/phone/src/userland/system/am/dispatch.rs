//! Which subcommand of `am` is meant.

use super::{broadcast, force_stop, start};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::shell_command::{self, Answer};
use crate::userland::system::thrown::Words;

const HANDLER: &str = "com.android.server.am.ActivityManagerShellCommand";

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
        "start" | "start-activity" => start::run(process, words).await,
        "force-stop" => force_stop::run(process, words).await,
        "broadcast" => broadcast::run(process, words).await,
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(shell_command::MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    }
}

const HELP: &str = "\
Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-W] [-S] [-R COUNT] [--user <USER_ID> | current] <INTENT>
      Start an Activity. -W: wait for launch to complete. -S: force stop the target app before starting.
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  broadcast [--user <USER_ID> | all | current] <INTENT>
      Send a broadcast Intent.

<INTENT> specifications include these flags and arguments:
    [-a <ACTION>] [-d <DATA_URI>] [-t <MIME_TYPE>] [-c <CATEGORY> [-c <CATEGORY>] ...]
    [-n <COMPONENT>] [-p <PACKAGE>] [-f <FLAGS>]
    [-e|--es <KEY> <STRING>] [--esn <KEY>] [--ez <KEY> <BOOLEAN>] [--ei <KEY> <INT>]
    [--el <KEY> <LONG>] [--ef <KEY> <FLOAT>] [--eu <KEY> <URI>] [--ecn <KEY> <COMPONENT>]
    [<URI> | <PACKAGE> | <COMPONENT>]
";
