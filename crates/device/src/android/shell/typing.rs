//! Typing by `input text`, which knows printable ASCII only and turns `%s` into a space.

use adb::CommandLine;

use super::input::{inject, keycode};
use super::{Result, VIA};
use crate::{Deadline, Error, Key, Via};

/// Apps drop keys that come too fast in one call.
const CHUNK: usize = 32;

pub(in super::super) async fn type_text(
    adb: &adb::Device,
    text: &str,
    deadline: Deadline,
) -> Result<Via> {
    let pieces = pieces(text)?;
    let mut commands = pieces.iter().map(Piece::command);
    let Some(first) = commands.next() else { return Ok(VIA) };
    let mut script = first?;
    for command in commands {
        script = script.and(&command?);
    }
    inject(adb, &script, deadline).await
}

/// Whether all of it can be typed.
pub(in super::super) fn can_type(text: &str) -> Result<()> {
    pieces(text).map(drop)
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Key(i64),
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
fn pieces(text: &str) -> Result<Vec<Piece>> {
    const TAB: i64 = 61;
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
                pieces.push(Piece::Key(if character == '\n' { keycode(Key::Enter) } else { TAB }));
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
        if len == CHUNK || (character == 's' && chunk.ends_with('%')) {
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
            pieces("a %s b\nc").ok(),
            Some(vec![text("a%s%"), text("s%sb"), Piece::Key(66), text("c")])
        );
        assert_eq!(pieces("").ok(), Some(vec![]));
        assert!(matches!(
            pieces("é"),
            Err(super::super::Failure::Known(Error::InputUnsupported { .. }))
        ));
    }

    proptest! {
        #[test]
        fn exactly_the_text_is_typed(text in "[ -~\n\t]{0,120}") {
            prop_assert_eq!(typed(&pieces(&text).ok().unwrap()), text);
        }
    }
}
