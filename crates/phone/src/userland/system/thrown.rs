//! What the commands that live in a system service share (`input`, `wm`, `settings`, …): how they take their
//! arguments one by one, and how an exception in the service looks to the caller.

use crate::process::Process;
use crate::userland::Outcome;

/// An exception in a service. The caller sees it on standard error and gets the exit code 255.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Thrown {
    class: &'static str,
    message: String,
}

impl Thrown {
    pub(super) fn new(class: &'static str, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    pub(super) fn illegal_argument(message: impl Into<String>) -> Self {
        Self::new("java.lang.IllegalArgumentException", message)
    }

    pub(super) fn security(message: impl Into<String>) -> Self {
        Self::new("java.lang.SecurityException", message)
    }

    pub(super) fn bad_number(text: &str) -> Self {
        Self::new("java.lang.NumberFormatException", format!("For input string: \"{text}\""))
    }

    /// Prints the exception as a service does. `command` is the first argument, `handler` the class that ran it,
    /// as in `com.android.server.input.InputShellCommand`.
    pub(super) async fn print(self, process: &Process, command: &str, handler: &str) -> u8 {
        let file = handler.rsplit('.').next().unwrap_or_default();
        if !process.android().api().since(30) {
            process.complain(self.before_level_30(handler, file)).await;
            return 255;
        }
        process
            .complain(format!(
                "\nException occurred while executing '{command}':\n{self}\n\
                 \tat {handler}.onCommand({file}.java)\n\
                 \tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)\n\
                 \tat android.os.ShellCommand.exec(ShellCommand.java:38)\n\
                 \tat android.os.Binder.shellCommand(Binder.java:1068)\n\
                 \tat android.os.Binder.onTransact(Binder.java:888)\n\
                 \tat android.os.Binder.execTransactInternal(Binder.java:1344)\n\
                 \tat android.os.Binder.execTransact(Binder.java:1275)\n"
            ))
            .await;
        255
    }

    /// The command was not named yet, and what was forbidden had a text of its own.
    fn before_level_30(&self, handler: &str, file: &str) -> String {
        let what = if self.class.ends_with(".SecurityException") {
            format!("Security exception: {}\n", self.message)
        } else {
            "\nException occurred while executing:".to_owned()
        };
        format!(
            "{what}\n{self}\n\
             \tat {handler}.onCommand({file}.java)\n\
             \tat android.os.ShellCommand.exec(ShellCommand.java:103)\n\
             \tat android.os.Binder.shellCommand(Binder.java:634)\n\
             \tat android.os.Binder.onTransact(Binder.java:532)\n\
             \tat android.os.Binder.execTransact(Binder.java:731)\n"
        )
    }
}

/// Why a service refuses a command. Either way the exit code is 255.
#[derive(Debug)]
pub(super) enum Failure {
    /// It says so on standard error.
    Said(String),
    Thrown(Thrown),
}

impl From<Thrown> for Failure {
    fn from(thrown: Thrown) -> Self {
        Self::Thrown(thrown)
    }
}

/// Prints what came of a command, and gives its exit code.
pub(super) async fn answer(
    process: &Process,
    command: &str,
    handler: &str,
    result: Result<String, Failure>,
) -> Outcome {
    match result {
        Ok(text) => {
            process.print(text).await?;
            Ok(0)
        }
        Err(Failure::Said(text)) => {
            process.complain(text).await;
            Ok(255)
        }
        Err(Failure::Thrown(thrown)) => Ok(thrown.print(process, command, handler).await),
    }
}

/// `java.lang.IllegalArgumentException: text`
impl std::fmt::Display for Thrown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.class, self.message)
    }
}

/// The arguments of a service command, taken one after the other.
pub(super) struct Words<'a> {
    all: &'a [String],
    taken: usize,
    /// What is glued to a one-letter option: `x` of `-nx`.
    glued: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// The first of `arguments` is the name of the tool; what it was called with follows.
    pub(super) fn new(arguments: &'a [String]) -> Self {
        Self { all: arguments, taken: 1, glued: None }
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        if let Some(glued) = self.glued.take() {
            return Some(glued);
        }
        let word = self.all.get(self.taken)?;
        self.taken += 1;
        Some(word)
    }

    /// The next word, if it is one of those.
    pub(super) fn next_if(&mut self, wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        self.all.get(self.taken).filter(|word| wanted(word)).and_then(|_| self.next())
    }

    pub(super) fn required(&mut self) -> Result<&'a str, Thrown> {
        let before = self.taken;
        self.next().ok_or_else(|| {
            let last = self.all.get(before - 1).map_or("", String::as_str);
            Thrown::illegal_argument(format!("Argument expected after \"{last}\""))
        })
    }

    /// The next word if it is an option; `--` ends them.
    pub(super) fn option(&mut self) -> Option<&'a str> {
        self.glued = None;
        let word = self.next_if(|word| word.starts_with('-') && word != "-")?;
        if word == "--" {
            return None;
        }
        let end = word.char_indices().nth(2).map_or(word.len(), |(index, _)| index);
        if !word.starts_with("--") && end < word.len() {
            self.glued = Some(&word[end..]);
        }
        Some(if self.glued.is_some() { &word[..end] } else { word })
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result<T, Thrown> {
        let word = self.required()?;
        word.parse().map_err(|_| Thrown::bad_number(word))
    }

    /// What has not been taken yet.
    pub(super) fn rest(&self) -> &'a [String] {
        self.all.get(self.taken..).unwrap_or_default()
    }
}
