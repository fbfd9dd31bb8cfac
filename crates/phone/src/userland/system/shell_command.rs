//! Commands that a framework service answers: how they read their arguments and how they fail.
//!
//! Each is a `ShellCommand` of Android: options come first, and whatever it throws is printed with its stack.

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

/// A Java exception.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Thrown {
    class: &'static str,
    message: String,
}

impl Thrown {
    pub(super) fn illegal_argument(message: impl Into<String>) -> Self {
        Self { class: "java.lang.IllegalArgumentException", message: message.into() }
    }

    pub(super) fn security(message: impl Into<String>) -> Self {
        Self { class: "java.lang.SecurityException", message: message.into() }
    }

    pub(super) fn bad_number(text: &str) -> Self {
        let message = format!("For input string: \"{text}\"");
        Self { class: "java.lang.NumberFormatException", message }
    }
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

/// Ends a subcommand: an exception becomes its text.
pub(super) async fn finish(process: &Process, command: &str, answer: Answer) -> Outcome {
    match answer {
        Ok(status) => Ok(status),
        Err(Failed::Handles(error)) => Err(error),
        Err(Failed::Thrown(Thrown { class, message })) => {
            let text = format!(
                "\nException occurred while executing '{command}':\n{class}: {message}\n{STACK}"
            );
            process.complain(text).await;
            Ok(MINUS_ONE)
        }
    }
}

/// Says that there is no such subcommand.
pub(super) async fn unknown(process: &Process, command: &str) -> Answer {
    process.print(format!("Unknown command: {command}\n")).await?;
    Ok(MINUS_ONE)
}

const STACK: &str = "\
\tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)
\tat android.os.ShellCommand.exec(ShellCommand.java:38)
\tat android.os.Binder.shellCommand(Binder.java:1049)
\tat android.os.Binder.onTransact(Binder.java:877)
\tat android.os.Binder.execTransactInternal(Binder.java:1320)
\tat android.os.Binder.execTransact(Binder.java:1279)
";

/// The words of a subcommand, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    words: &'a [String],
    at: usize,
    /// What is glued to a one-letter option: `x` of `-nx`.
    glued: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// The first word is the name of the subcommand.
    pub(super) fn new(words: &'a [String]) -> Self {
        Self { words, at: 1, glued: None }
    }

    /// The next word if it is an option; `--` ends them.
    pub(super) fn option(&mut self) -> Option<&'a str> {
        self.glued = None;
        let word = self.words.get(self.at)?.as_str();
        if !word.starts_with('-') || word == "-" {
            return None;
        }
        self.at += 1;
        if word == "--" {
            return None;
        }
        let letter_end = word.char_indices().nth(2).map_or(word.len(), |(index, _)| index);
        if !word.starts_with("--") && letter_end < word.len() {
            self.glued = Some(&word[letter_end..]);
            return Some(&word[..letter_end]);
        }
        Some(word)
    }

    /// The next word, whatever it looks like.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        if let Some(glued) = self.glued.take() {
            return Some(glued);
        }
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    pub(super) fn required(&mut self) -> Result<&'a str, Thrown> {
        let before = self.at.checked_sub(1).and_then(|before| self.words.get(before));
        self.next().ok_or_else(|| {
            let before = before.map_or("", String::as_str);
            Thrown::illegal_argument(format!("Argument expected after \"{before}\""))
        })
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result<T, Thrown> {
        let word = self.required()?;
        word.parse().map_err(|_| Thrown::bad_number(word))
    }

    /// A user: a number, `all`, `current` or `cur`.
    pub(super) fn user(&mut self) -> Result<User, Thrown> {
        match self.required()? {
            "all" => Ok(User::All),
            "current" | "cur" => Ok(User::Number(0)),
            word => match word.parse() {
                Ok(number) => Ok(User::Number(number)),
                Err(_) => Err(Thrown::illegal_argument(format!("Bad user number: {word}"))),
            },
        }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a [String] {
        self.words.get(self.at..).unwrap_or_default()
    }
}

/// Whom a command is for. The phone has only user 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    All,
    Number(u32),
}

impl User {
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
        let mut exists = || words.user().map(User::exists);
        assert_eq!(
            (exists(), exists(), exists(), exists()),
            (Ok(true), Ok(true), Ok(true), Ok(false))
        );
        assert_eq!(exists(), Err(Thrown::illegal_argument("Bad user number: x")));
    }
}
