//! The table of commands, and how one is run.

use super::{system, toybox};
use crate::files::Errno;
use crate::process::Process;
use futures_util::future::BoxFuture;
use std::io;

/// The exit code; an error of the handles ends the command.
pub(crate) type Outcome = io::Result<u8>;

pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// The arguments include the name it was called by.
    pub(crate) run: for<'a> fn(&'a mut Process, &'a [String]) -> BoxFuture<'a, Outcome>,
}

/// Declares the modules of a folder and the list of their commands. `NAME => MODULE` gives a file a second name.
macro_rules! commands {
    ($($module:ident)* ; $($alias:literal => $target:ident)*) => {
        $(mod $module;)*
        pub(super) static COMMANDS: &[$crate::userland::Command] = &[
            $($crate::userland::Command {
                name: stringify!($module),
                run: |process, arguments| Box::pin($module::run(process, arguments)),
            },)*
            $($crate::userland::Command {
                name: $alias,
                run: |process, arguments| Box::pin($target::run(process, arguments)),
            },)*
        ];
    };
}
pub(super) use commands;

pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    toybox::COMMANDS.iter().chain(system::COMMANDS)
}

pub(crate) fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

/// Runs a command as a program with its own pid; it `becomes` its parent when that has nothing more to do.
pub(crate) async fn run(
    command: &Command,
    process: &mut Process,
    arguments: &[String],
    becomes: bool,
) -> u8 {
    let parent = process.pid;
    let running =
        (!becomes).then(|| process.machine.start(process.who.uid, process.pid, command.name));
    if let Some(running) = &running {
        process.pid = running.pid();
    } else {
        process.android().rename_process(process.pid, command.name);
        process.machine.replaced(process.pid);
    }
    let killed = async {
        match &running {
            Some(running) => running.ended_by().await,
            None => std::future::pending().await,
        }
    };
    let outcome = tokio::select! {
        biased;
        signal = killed => {
            if waits_like_a_shell(process, parent) {
                report(process, command, signal).await;
            }
            return 128_u8.saturating_add(signal);
        }
        outcome = (command.run)(process, arguments) => outcome,
    };
    match outcome {
        Ok(status) => status,
        // SIGPIPE, which nobody is told about.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 141,
        Err(error) => {
            process.complain(format!("{}: {}\n", command.name, Errno::from(error))).await;
            1
        }
    }
}

/// `timeout`, `xargs` and the like wait for a program, too, but say nothing of how it ended.
fn waits_like_a_shell(process: &Process, parent: u32) -> bool {
    let processes = process.android().processes();
    let parent = processes.iter().find(|one| one.pid == parent);
    parent.is_none_or(|parent| parent.name == "sh" || find(&parent.name).is_none())
}

/// What mksh says of a program that a signal ended, while it waited for it. The blank is where a core dump would be told.
async fn report(process: &Process, command: &Command, signal: u8) {
    let name = match signal {
        // A shell that is told to go ends by itself.
        1 | 3 | 15 if command.name == "sh" => return,
        1 => "Hangup",
        3 => "Quit",
        4 => "Illegal instruction",
        5 => "Trace/breakpoint trap",
        6 => "Aborted",
        7 => "Bus error",
        8 => "Floating point exception",
        9 => "Killed",
        10 => "User defined signal 1",
        11 => "Segmentation fault",
        12 => "User defined signal 2",
        14 => "Alarm clock",
        15 => "Terminated",
        // Ctrl-C and a closed pipe are nobody's news; the rest is not sent here.
        _ => return,
    };
    process.complain(format!("{name} \n")).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all().map(|command| command.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
