//! Commands of the activity and the package manager: how a subcommand ends, and whom it is for.

use super::thrown::{Thrown, Words};
use crate::process::Process;
use crate::userland::Outcome;
use std::io;

/// What a subcommand returns: its exit code, or why it has none.
pub(super) type Answer = Result<u8, Failed>;

pub(super) enum Failed {
    Thrown(Thrown),
    /// Its handles broke.
    Handles(io::Error),
}

impl From<Thrown> for Failed {
    fn from(thrown: Thrown) -> Self {
        Self::Thrown(thrown)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Handles(error)
    }
}

/// What Android returns as -1.
pub(super) const MINUS_ONE: u8 = 255;

/// Ends a subcommand: an exception becomes its text. `handler` is the Java class that ran it.
pub(super) async fn finish(
    process: &Process,
    command: &str,
    handler: &str,
    answer: Answer,
) -> Outcome {
    match answer {
        Ok(status) => Ok(status),
        Err(Failed::Handles(error)) => Err(error),
        Err(Failed::Thrown(thrown)) => Ok(thrown.print(process, command, handler).await),
    }
}

/// Says that there is no such subcommand.
pub(super) async fn unknown(process: &Process, command: &str) -> Answer {
    process.print(format!("Unknown command: {command}\n")).await?;
    Ok(MINUS_ONE)
}

/// Whom a command is for. The phone has only user 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    All,
    Number(u32),
}

impl User {
    /// A number, `all`, `current` or `cur`.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, Thrown> {
        match words.required()? {
            "all" => Ok(Self::All),
            "current" | "cur" => Ok(Self::Number(0)),
            word => match word.parse() {
                Ok(number) => Ok(Self::Number(number)),
                Err(_) => Err(Thrown::illegal_argument(format!("Bad user number: {word}"))),
            },
        }
    }

    /// Reads the options of a command that knows no other than `--user`; the inner error is one it does not know.
    pub(super) fn only_option<'a>(
        words: &mut Words<'a>,
        default: Self,
    ) -> Result<Result<Self, &'a str>, Thrown> {
        let mut user = default;
        while let Some(option) = words.option() {
            if option != "--user" {
                return Ok(Err(option));
            }
            user = Self::parse(words)?;
        }
        Ok(Ok(user))
    }

    pub(super) fn exists(self) -> bool {
        matches!(self, Self::All | Self::Number(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn options_come_first_and_may_be_glued() {
        let line = words("start -W -ncom.x/.A --es k v -- -x");
        let mut words = Words::new(&line);
        assert_eq!(words.option(), Some("-W"));
        assert_eq!((words.option(), words.next()), (Some("-n"), Some("com.x/.A")));
        assert_eq!(
            (words.option(), words.next(), words.next()),
            (Some("--es"), Some("k"), Some("v"))
        );
        assert_eq!((words.option(), words.next(), words.next()), (None, Some("-x"), None));
    }

    #[test]
    fn names_the_word_that_lacks_a_value() {
        let line = words("start -n");
        let mut words = Words::new(&line);
        words.option();
        assert_eq!(
            words.required(),
            Err(Thrown::illegal_argument("Argument expected after \"-n\""))
        );
    }

    #[test]
    fn users_are_numbers_or_names() {
        let line = words("x all cur 0 10 x");
        let mut words = Words::new(&line);
        let mut exists = || User::parse(&mut words).map(User::exists);
        assert_eq!(
            (exists(), exists(), exists(), exists()),
            (Ok(true), Ok(true), Ok(true), Ok(false))
        );
        assert_eq!(exists(), Err(Thrown::illegal_argument("Bad user number: x")));
    }
}
