//! Typing by `input text`, which knows printable ASCII only and turns `%s` into a space.

use adb::CommandLine;

use super::super::keys;
use super::input::inject;
use super::{Result, VIA};
use crate::android::translate::Failure;
use crate::{Deadline, Error, Key, Pace, Via};

/// The longest script in one go: the oldest phones take no more in one packet.
const LONGEST: usize = 3_500;

/// Apps drop keys that come too fast in one call.
fn chunk(pace: Pace) -> usize {
    match pace {
        Pace::Usual => 32,
        Pace::Careful => 4,
    }
}

pub(in super::super) async fn type_text(
    adb: &adb::Device,
    text: &str,
    pace: Pace,
    deadline: Deadline,
) -> Result<Via> {
    let mut script: Option<CommandLine> = None;
    for piece in pieces(text, chunk(pace))? {
        let command = piece.command()?;
        script = match script {
            Some(before) if before.as_str().len() + command.as_str().len() > LONGEST => {
                inject(adb, &before, deadline).await.map_err(untold)?;
                Some(command)
            }
            Some(before) => Some(before.and(&command)),
            None => Some(command),
        };
    }
    if let Some(script) = script {
        inject(adb, &script, deadline).await.map_err(untold)?;
    }
    Ok(VIA)
}

/// Whether all of it can be typed.
pub(in super::super) fn can_type(text: &str) -> Result<()> {
    pieces(text, chunk(Pace::Usual)).map(drop)
}

/// The failure without the command: what is typed may be a secret.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these repeat a command")]
fn untold(failure: Failure) -> Failure {
    use adb::Error as E;
    let command = || "input text".to_owned();
    match failure {
        Failure::Known(Error::BackendFailed { backend, why, .. }) => {
            Error::BackendFailed { backend, command: command(), why }.into()
        }
        Failure::Adb(error) => Failure::Adb(match error {
            E::Closed { .. } => E::Closed { service: command() },
            E::UnknownService { .. } => E::UnknownService { request: command() },
            E::Refused { text, .. } => E::Refused { request: command(), text },
            E::ServerDied { .. } => E::ServerDied { request: command() },
            E::Timeout { .. } => E::Timeout { what: "typing".to_owned() },
            other => other,
        }),
        other @ Failure::Known(_) => other,
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Key(u16),
}

impl Piece {
    fn command(&self) -> Result<CommandLine> {
        let words = match self {
            Self::Text(text) => ["input".to_owned(), "text".to_owned(), text.clone()],
            Self::Key(code) => ["input".to_owned(), "keyevent".to_owned(), code.to_string()],
        };
        Ok(CommandLine::new(words)?)
    }
}

/// What `input` must be told so that exactly `text` arrives.
fn pieces(text: &str, most: usize) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut chunk = String::new();
    let mut len = 0;
    let flush = |chunk: &mut String, len: &mut usize, pieces: &mut Vec<Piece>| {
        if !chunk.is_empty() {
            pieces.push(Piece::Text(std::mem::take(chunk)));
        }
        *len = 0;
    };
    for character in text.chars() {
        match character {
            '\n' | '\t' => {
                flush(&mut chunk, &mut len, &mut pieces);
                let key = if character == '\n' { Key::Enter } else { Key::Tab };
                pieces.push(Piece::Key(keys::number(key)));
                continue;
            }
            ' '..='~' => {}
            other => {
                let why = format!(
                    "{} cannot be typed through plain adb",
                    ui::text::quote(&other.to_string())
                );
                return Err(Error::InputUnsupported { why }.into());
            }
        }
        // `%s` would become a space: the two characters go in two calls.
        if len == most || (character == 's' && chunk.ends_with('%')) {
            flush(&mut chunk, &mut len, &mut pieces);
        }
        if character == ' ' {
            chunk.push_str("%s");
        } else {
            chunk.push(character);
        }
        len += 1;
    }
    flush(&mut chunk, &mut len, &mut pieces);
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a phone types for these pieces.
    fn typed(pieces: &[Piece]) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.replace("%s", " "),
            Piece::Key(66) => "\n".to_owned(),
            Piece::Key(_) => "\t".to_owned(),
        };
        pieces.iter().map(piece).collect()
    }

    #[test]
    fn percent_s_is_split_and_lines_become_keys() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            pieces("a %s b\nc", 32).ok(),
            Some(vec![text("a%s%"), text("s%sb"), Piece::Key(66), text("c")])
        );
        assert_eq!(pieces("", 32).ok(), Some(vec![]));
        assert!(matches!(pieces("é", 32), Err(Failure::Known(Error::InputUnsupported { .. }))));
    }

    proptest! {
        #[test]
        fn exactly_the_text_is_typed(text in "[ -~\n\t]{0,120}", most in 1_usize..40) {
            prop_assert_eq!(typed(&pieces(&text, most).ok().unwrap()), text);
        }
    }
}
