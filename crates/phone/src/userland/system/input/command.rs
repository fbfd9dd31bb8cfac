//! Reads the command line: source, display, command.

use super::source::Source;
use super::{keys, motions, program, usage::usage};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::thrown::{Failure, Thrown, Words, answer};

const HANDLER: &str = "com.android.server.input.InputShellCommand";

/// Which display events go to: the one in focus for keys, the first for fingers.
pub(super) const ANY_DISPLAY: i32 = -1;

/// Where a command's events come from and go to.
#[derive(Clone, Copy)]
pub(super) struct Route {
    /// As named by the caller; else the command's own.
    pub(super) source: Option<Source>,
    pub(super) display: i32,
}

impl Route {
    /// There is one display, 0. What goes to another is lost without a word.
    pub(super) fn arrives(self) -> bool {
        matches!(self.display, ANY_DISPLAY | 0)
    }
}

/// Why a command was not run.
pub(super) enum Refused {
    Thrown(Thrown),
    BadNumber,
}

impl From<Thrown> for Refused {
    fn from(thrown: Thrown) -> Self {
        Self::Thrown(thrown)
    }
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = Words::new(arguments);
    if !process.android().api().since(30) {
        return program::run(process, words).await;
    }
    // While the phone boots nobody takes fingers and keys.
    if process.android().property("sys.boot_completed").as_deref() != Some("1") {
        process.complain("cmd: Can't find service: input\n").await;
        return Ok(20);
    }
    let first = words.next();
    let result = dispatch(process, &mut words, first).await;
    answer(process, first.unwrap_or("null"), HANDLER, result.map_err(Failure::Thrown)).await
}

async fn dispatch(
    process: &Process,
    words: &mut Words<'_>,
    first: Option<&str>,
) -> Result<String, Thrown> {
    let mut command = first;
    let source = first.and_then(Source::named);
    if source.is_some() {
        command = Some(words.required()?);
    }
    let mut display = ANY_DISPLAY;
    if command == Some("-d") {
        display = display_id(words.required()?)?;
        command = Some(words.required()?);
    }
    let route = Route { source, display };
    let android = process.android();
    let command = command.unwrap_or("help");
    let done = match command {
        "text" => keys::text(android, route, words).await,
        "keyevent" => keys::keyevent(android, route, words).await,
        "keycombination" if android.api().since(31) => {
            keys::combination(android, route, words).await
        }
        "tap" => motions::tap(android, route, words).await,
        "swipe" => motions::swipe(android, route, words, false).await,
        "draganddrop" => motions::swipe(android, route, words, true).await,
        "motionevent" => motions::motionevent(android, route, words).await,
        "press" => motions::press(android, route).await,
        "roll" => motions::roll(android, route, words).await,
        "scroll" if android.api().since(35) => motions::scroll(android, route, words).await,
        "help" | "-h" => return Ok(usage(android.api())),
        _ => return Ok(format!("Unknown command: {command}\n")),
    };
    match done {
        Ok(()) => Ok(String::new()),
        Err(Refused::Thrown(thrown)) => Err(thrown),
        Err(Refused::BadNumber) => {
            let text = format!("Error: Invalid arguments for command: {command}");
            Err(Thrown::illegal_argument(text))
        }
    }
}

fn display_id(text: &str) -> Result<i32, Thrown> {
    match (text, text.parse::<i32>()) {
        ("INVALID_DISPLAY", _) | (_, Ok(ANY_DISPLAY)) => Ok(ANY_DISPLAY),
        ("DEFAULT_DISPLAY", _) => Ok(0),
        (_, Ok(id)) => Ok(id.max(0)),
        (_, Err(_)) => Err(Thrown::illegal_argument("Error: Invalid arguments for display ID.")),
    }
}
