//! Which subcommand of `am` is meant.

use super::{
    about, attach_agent, broadcast, crash, force_stop, instrument, kill, service, stack, start,
    trim_memory,
};
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
        "force-stop" | "stop-app" => force_stop::run(process, words).await,
        "broadcast" => broadcast::run(process, words).await,
        "kill" => kill::run(process, words).await,
        "kill-all" => {
            kill::all(process);
            Ok(0)
        }
        "crash" => crash::run(process, words).await,
        "attach-agent" => attach_agent::run(process, words).await,
        "instrument" => instrument::run(process, words).await,
        "startservice" | "start-service" => service::start(process, words, false).await,
        "start-foreground-service" | "startforegroundservice" => {
            service::start(process, words, true).await
        }
        "send-trim-memory" => trim_memory::run(process, words).await,
        "stopservice" | "stop-service" => service::stop(process, words).await,
        "stack" => stack::run(process, words).await,
        "get-config" => about::config(process).await,
        "get-current-user" => {
            process.print("0\n").await?;
            Ok(0)
        }
        "switch-user" => about::switch_user(process, words).await,
        "get-started-user-state" => about::user_state(process, words, false).await,
        "is-user-stopped" => about::user_state(process, words, true).await,
        "to-uri" => about::to_uri(process, words, false).await,
        "to-intent-uri" => about::to_uri(process, words, true).await,
        "wait-for-broadcast-idle" | "wait-for-broadcast-barrier" => {
            process.print("All broadcast queues are idle!\n").await?;
            Ok(0)
        }
        // Settings of a debugger that never comes.
        "set-debug-app" | "clear-debug-app" | "set-agent-app" | "idle-maintenance"
        | "make-uid-idle" | "clear-watch-heap" => Ok(0),
        "dumpheap" => no_heap(process, words).await,
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(shell_command::MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    }
}

/// The apps run on no Java machine, so there is no heap to write.
async fn no_heap(process: &Process, mut words: Words<'_>) -> Answer {
    while let Some(option) = words.option() {
        if option == "--user" {
            words.required()?;
        }
    }
    let target = words.required()?;
    process.complain(format!("HEAP DUMP FAILED on process {target}\n")).await;
    Ok(shell_command::MINUS_ONE)
}

const HELP: &str = "\
Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-W] [-S] [-R COUNT] [--user <USER_ID> | current] <INTENT>
      Start an Activity. -W: wait for launch to complete. -S: force stop the target app before starting.
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  kill [--user <USER_ID> | all | current] <PACKAGE>
      Kill all background processes associated with the given application.
  kill-all
      Kill all processes that are safe to kill (cached, etc).
  crash [--user <USER_ID>] <PACKAGE|PID>
      Induce a VM crash in the specified package or process.
  broadcast [--user <USER_ID> | all | current] <INTENT>
      Send a broadcast Intent.
  start-service, stop-service [--user <USER_ID> | current] <INTENT>
      Start or stop a Service.
  send-trim-memory [--user <USER_ID>] <PROCESS> <LEVEL>
      Send a memory trim event to a <PROCESS>. LEVEL: HIDDEN, RUNNING_MODERATE, BACKGROUND, RUNNING_LOW, MODERATE,
      RUNNING_CRITICAL, COMPLETE, or a raw int level.
  instrument [-r] [-e <NAME> <VALUE>] [-w] <COMPONENT>
      Start an Instrumentation.
  stack list
      List all of the activity tasks and their bounds.
  get-config, get-current-user, switch-user <USER_ID>, is-user-stopped <USER_ID>
  to-uri [INTENT], to-intent-uri [INTENT]
      Print the given Intent specification as a URI.

<INTENT> specifications include these flags and arguments:
    [-a <ACTION>] [-d <DATA_URI>] [-t <MIME_TYPE>] [-c <CATEGORY> [-c <CATEGORY>] ...]
    [-n <COMPONENT>] [-p <PACKAGE>] [-f <FLAGS>]
    [-e|--es <KEY> <STRING>] [--esn <KEY>] [--ez <KEY> <BOOLEAN>] [--ei <KEY> <INT>]
    [--el <KEY> <LONG>] [--ef <KEY> <FLOAT>] [--eu <KEY> <URI>] [--ecn <KEY> <COMPONENT>]
    [<URI> | <PACKAGE> | <COMPONENT>]
";
