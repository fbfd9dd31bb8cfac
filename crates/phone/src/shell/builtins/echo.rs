//! `echo` as mksh has it: backslashes mean something unless `-E` is given.

use super::super::escapes::{backslash, digits, low_byte};
use super::super::interpret::{Shell, Step};
use crate::text::byte_as_char;

pub(super) async fn echo(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut newline = true;
    let mut escapes = true;
    let mut words = &arguments[1..];
    while let Some(option) = words.first() {
        let letters = option.strip_prefix('-').unwrap_or_default();
        if letters.is_empty() || !letters.chars().all(|letter| "neE".contains(letter)) {
            break;
        }
        for letter in letters.chars() {
            match letter {
                'n' => newline = false,
                'e' => escapes = true,
                _ => escapes = false,
            }
        }
        words = &words[1..];
    }
    let mut text = words.join(" ");
    if escapes && text.contains('\\') {
        let (expanded, no_newline) = expand(&text);
        text = expanded;
        newline &= !no_newline;
    }
    if newline {
        text.push('\n');
    }
    match shell.process.print(text).await {
        Ok(()) => Ok(0),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(141),
        Err(_) => Ok(1),
    }
}

/// The text with its escapes replaced; true when a `\c` took the newline away.
fn expand(text: &str) -> (String, bool) {
    let mut result = String::with_capacity(text.len());
    let mut no_newline = false;
    let mut rest = text;
    while let Some(index) = rest.find('\\') {
        result.push_str(&rest[..index]);
        rest = &rest[index + 1..];
        if let Some(after) = rest.strip_prefix('c') {
            no_newline = true;
            rest = after;
            continue;
        }
        // Octal needs a leading zero here.
        if let Some(after) = rest.strip_prefix('0') {
            let (value, count) = digits(after, 8, 3).unwrap_or((0, 0));
            result.push(byte_as_char(low_byte(value)));
            rest = &after[count..];
            continue;
        }
        match backslash(rest).filter(|_| !rest.starts_with(|c: char| c.is_ascii_digit())) {
            Some((character, length)) => {
                result.push(character);
                rest = &rest[length..];
            }
            None => result.push('\\'),
        }
    }
    result.push_str(rest);
    (result, no_newline)
}
