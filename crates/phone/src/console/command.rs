//! A command of the console, the answer to one, and help.

use super::line::split;
use super::session::Console;
use std::fmt::Write as _;

/// An entry of the table.
pub(super) struct Command {
    /// Separated by `|`.
    pub(super) names: &'static str,
    pub(super) about: &'static str,
    /// What `help` says of it, line by line; what it is about where nothing is here.
    pub(super) help: &'static [&'static str],
    pub(super) does: Does,
}

pub(super) enum Does {
    Run(fn(&Console, Option<&str>) -> Reply),
    Help,
    Subcommands(&'static [Command]),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// What is said before `OK`.
    Ok(String),
    /// Why not.
    Ko(String),
    /// What is said before the reason.
    KoAfter(String, String),
    /// The client goes.
    Quit,
    /// The phone goes.
    Kill,
}

impl Reply {
    /// Why it did not do what it was told.
    pub(super) fn refusal(&self) -> Option<String> {
        match self {
            Self::Ko(why) | Self::KoAfter(_, why) => Some(why.trim().to_owned()),
            Self::Ok(_) | Self::Quit | Self::Kill => None,
        }
    }
}

pub(super) fn done() -> Reply {
    Reply::Ok(String::new())
}

pub(super) fn ko(why: &str) -> Reply {
    Reply::Ko(why.to_owned())
}

impl Command {
    fn is_called(&self, word: &str) -> bool {
        self.names.split('|').any(|name| name == word)
    }

    /// What `help` tells of it.
    fn describe(&self) -> String {
        let mut text = String::new();
        for line in self.help {
            push(&mut text, line);
        }
        if self.help.is_empty() {
            push(&mut text, self.about);
        }
        if let Does::Subcommands(commands) = self.does {
            text.push_str("\r\navailable sub-commands:\r\n");
            for command in commands {
                // Writing to a string cannot fail.
                write!(text, "   {:<15}  {}\r\n", command.names, command.about).ok();
            }
            text.push_str("\r\n");
        }
        text
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\r\n");
}

fn find(table: &'static [Command], word: &str) -> Option<&'static Command> {
    table.iter().find(|command| command.is_called(word))
}

/// Does what a line says.
pub(super) fn run(console: &Console, table: &'static [Command], line: &str) -> Reply {
    let (word, mut arguments) = split(line);
    let Some(mut command) = find(table, word) else {
        return ko("unknown command, try 'help'");
    };
    loop {
        match command.does {
            Does::Run(act) => return act(console, arguments),
            Does::Help => return help(table, arguments),
            Does::Subcommands(commands) => {
                let Some(rest) = arguments else {
                    return Reply::KoAfter(command.describe(), "missing sub-command".to_owned());
                };
                let (word, rest) = split(rest);
                let Some(found) = find(commands, word) else {
                    return Reply::KoAfter(command.describe(), " bad sub-command".to_owned());
                };
                (command, arguments) = (found, rest);
            }
        }
    }
}

fn help(table: &'static [Command], about: Option<&str>) -> Reply {
    let Some(about) = about else {
        let mut text = "Android console command help:\r\n\r\n".to_owned();
        for command in table {
            // Writing to a string cannot fail.
            write!(text, "    {:<15}  {}\r\n", command.names, command.about).ok();
        }
        text.push_str("\r\ntry 'help <command>' for command-specific help\r\n");
        return Reply::Ok(text);
    };
    let (word, mut rest) = split(about);
    let Some(mut command) = find(table, word) else {
        let names: String =
            table.iter().map(|command| format!("    {}\r\n", command.names)).collect();
        let offer = format!("try one of these instead:\r\n\r\n{names}\r\n");
        return Reply::KoAfter(offer, "unknown command".to_owned());
    };
    while let (Does::Subcommands(commands), Some(more)) = (&command.does, rest) {
        let (word, after) = split(more);
        let Some(found) = find(commands, word) else { break };
        (command, rest) = (found, after);
    }
    Reply::Ok(command.describe())
}
