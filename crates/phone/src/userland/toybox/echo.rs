//! `echo` of toybox: backslashes mean something only after `-e`. The shell has its own.

use crate::process::Process;
use crate::shell::{backslash, digits, low_byte};
use crate::text::byte_as_char;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let (mut newline, mut escapes) = (true, false);
    let mut words = &arguments[1..];
    while let Some(letters) = words.first().and_then(|word| word.strip_prefix('-')) {
        if letters == "-" {
            words = &words[1..];
            break;
        }
        if letters.is_empty() || !letters.chars().all(|letter| "neE".contains(letter)) {
            break;
        }
        newline &= !letters.contains('n');
        escapes = letters.contains('e') || (escapes && !letters.contains('E'));
        words = &words[1..];
    }
    let mut text = words.join(" ");
    if escapes {
        let (expanded, stopped) = expand(&text);
        text = expanded;
        newline &= !stopped;
    }
    if newline {
        text.push('\n');
    }
    process.print(text).await?;
    Ok(0)
}

/// Replaces escapes; true when `\c` ended the output.
pub(super) fn expand(text: &str) -> (String, bool) {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if rest.starts_with('c') {
            return (result, true);
        }
        if let Some(after) = rest.strip_prefix('0') {
            let (value, count) = digits(after, 8, 3).unwrap_or((0, 0));
            result.push(byte_as_char(low_byte(value)));
            rest = &after[count..];
        } else if let Some((character, length)) = backslash(rest) {
            result.push(character);
            rest = &rest[length..];
        } else {
            result.push('\\');
        }
    }
    result.push_str(rest);
    (result, false)
}
