//! The commands that are part of the shell, because they change it or because mksh has them inside.

mod directory;
mod echo;
mod flow;
mod jobs;
mod query;
mod read;
mod signals;
mod state;
mod test;
mod trap;

pub(crate) use signals::signal_number;
pub(super) use state::quote;

use super::interpret::{Shell, Step};
use crate::files::Errno;
use crate::userland;
use futures_util::future::BoxFuture;

pub(super) struct Builtin {
    pub(super) name: &'static str,
    /// A redirection that fails ends the shell, as POSIX says of the special ones.
    pub(super) is_special: bool,
    /// Assignments before it stay, which mksh does for more than the special ones.
    pub(super) keeps_assignments: bool,
    pub(super) run: for<'a> fn(&'a mut Shell, &'a [String]) -> BoxFuture<'a, Step>,
}

macro_rules! builtins {
    ($($name:literal $special:ident $run:path;)*) => {
        static BUILTINS: &[Builtin] = &[
            $(Builtin {
                name: $name,
                is_special: builtins!(@$special).0,
                keeps_assignments: builtins!(@$special).1,
                run: |shell, arguments| Box::pin($run(shell, arguments)),
            },)*
        ];
    };
    (@special) => { (true, true) };
    (@keeping) => { (false, true) };
    (@regular) => { (false, false) };
}

// Sorted by name.
builtins! {
    "." special flow::source;
    ":" special flow::nothing;
    "[" regular test::test;
    "break" special flow::leave_loop;
    "cd" regular directory::cd;
    "command" regular query::command;
    "continue" special flow::next_turn;
    "echo" regular echo::echo;
    "eval" special flow::eval;
    "exit" special flow::exit;
    "export" special state::export;
    "false" regular shared;
    "jobs" regular jobs::jobs;
    "kill" regular jobs::kill;
    "let" regular state::compute;
    "local" keeping state::local;
    "pwd" regular directory::pwd;
    "read" regular read::read;
    "readonly" special state::readonly;
    "return" special flow::leave_function;
    "set" special state::set;
    "shift" special state::shift;
    "source" keeping flow::source;
    "test" regular test::test;
    "trap" special trap::trap;
    "true" regular shared;
    "type" regular query::describe;
    "umask" regular state::umask;
    "unset" special state::unset;
    "wait" regular jobs::wait;
    "whence" regular query::whence;
}

pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    BUILTINS.binary_search_by(|builtin| builtin.name.cmp(name)).ok().map(|index| &BUILTINS[index])
}

/// A command that is the same inside and outside the shell, without a process of its own.
async fn shared(shell: &mut Shell, arguments: &[String]) -> Step {
    let Some(command) = userland::find(&arguments[0]) else { return Ok(127) };
    match (command.run)(&mut shell.process, arguments).await {
        Ok(status) => Ok(status),
        Err(error) => {
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                let text = format!("{}: write: {}", arguments[0], Errno::from(error));
                shell.complain(&text).await;
            }
            Ok(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(BUILTINS.is_sorted_by_key(|builtin| builtin.name));
    }
}
