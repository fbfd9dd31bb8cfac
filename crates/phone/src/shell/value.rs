//! What `${x/…}` and `${x:…}` make of a value, and what mksh takes for one character.

use super::ast::Anchor;
use super::pattern::Pattern;
use crate::text;

pub(super) fn replace(
    chars: &[char],
    pattern: &Pattern,
    with: &str,
    all: bool,
    anchor: Anchor,
) -> String {
    let mut result = String::new();
    let mut at = 0;
    let longest_from = |start: usize| {
        (start + 1..=chars.len()).rev().find(|end| pattern.matches_chars(&chars[start..*end]))
    };
    match anchor {
        Anchor::Start => {
            if let Some(end) =
                (0..=chars.len()).rev().find(|end| pattern.matches_chars(&chars[..*end]))
            {
                result.push_str(with);
                at = end;
            }
        }
        Anchor::End => {
            if let Some(start) =
                (0..=chars.len()).find(|start| pattern.matches_chars(&chars[*start..]))
            {
                result.extend(&chars[..start]);
                result.push_str(with);
                return result;
            }
        }
        Anchor::Anywhere => {
            if chars.is_empty() && !pattern.is_empty() && pattern.matches_chars(chars) {
                result.push_str(with);
            }
            while at < chars.len() {
                if let Some(end) = longest_from(at) {
                    result.push_str(with);
                    at = end;
                    if !all {
                        break;
                    }
                } else {
                    result.push(chars[at]);
                    at += 1;
                }
            }
        }
    }
    result.extend(&chars[at..]);
    result
}

pub(super) fn substring(chars: &[char], offset: i64, length: Option<i64>) -> String {
    let count = i64::try_from(chars.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { count + offset } else { offset };
    if start < 0 || start > count {
        return String::new();
    }
    let end = match length {
        None => count,
        // mksh takes all of it.
        Some(length) if length < 0 => count,
        Some(length) => (start + length).min(count),
    };
    let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    range.and_then(|(start, end)| chars.get(start..end)).map(rejoined).unwrap_or_default()
}

/// mksh knows characters of up to three bytes; of longer ones it sees the bytes.
pub(super) fn bytewise(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let joined = text::decode(&text::encode(text));
    for character in joined.chars() {
        if character.len_utf8() < 4 {
            result.push(character);
        } else {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            result.extend(bytes.iter().map(|byte| text::byte_as_char(*byte)));
        }
    }
    result
}

/// Bytes that stand together again are a character again.
pub(super) fn rejoined(chars: &[char]) -> String {
    text::decode(&text::encode(&chars.iter().collect::<String>()))
}
