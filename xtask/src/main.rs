//! Developer commands: `cargo xtask docs`, `cargo xtask corpus`, `cargo xtask parts`, `cargo xtask apks`.

mod apks;
mod corpus;
mod docs;
mod parts;

use std::process::ExitCode;

use clap::Parser as _;

/// Developer commands of Fingertip.
#[derive(Debug, clap::Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    /// Writes the generated pages under docs/.
    Docs,
    Corpus(corpus::Arguments),
    Parts(parts::Arguments),
    Apks(apks::Arguments),
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Docs => docs::write().map(|()| ExitCode::SUCCESS),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::Parts(arguments) => parts::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Apks(arguments) => apks::run(&arguments).map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|why| {
        #[expect(clippy::print_stderr, reason = "this is a command line")]
        {
            eprintln!("xtask: {why}");
        }
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Command::command().debug_assert();
    }

    #[test]
    fn folder_and_page_come_in_any_order_and_once() {
        let parse = |line: &str| {
            let words = ["xtask", "corpus"].into_iter().chain(line.split_whitespace());
            Command::try_parse_from(words)
        };
        for good in ["", "a", "a --html p", "--html=p a"] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for wrong in ["a --html", "a b", "a --html p --html q", "--htm p"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
