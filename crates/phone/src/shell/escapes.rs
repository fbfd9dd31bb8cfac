//! Escapes with a backslash as C has them, and `$'…'`, which is made of them.

use super::parse::{Parsed, Parser};
use super::words::no_closing_quote;
use crate::text::byte_as_char;

impl Parser<'_> {
    /// `$'…'`
    pub(super) fn ansi_quoted(&mut self) -> Parsed<String> {
        let mut text = String::new();
        loop {
            let character = self.peek().ok_or_else(no_closing_quote)?;
            self.bump(character);
            match character {
                '\'' => {
                    // As in C, a NUL ends it.
                    return Ok(text.split('\0').next().unwrap_or_default().to_owned());
                }
                '\\' => {
                    let next = self.peek().ok_or_else(no_closing_quote)?;
                    if next == '\'' || next == '"' {
                        self.bump(next);
                        text.push(next);
                    } else if next == 'c' {
                        self.bump('c');
                        let key = self.peek().ok_or_else(no_closing_quote)?;
                        self.bump(key);
                        text.extend(control(key));
                    } else if let Some((decoded, length)) = backslash(self.rest()) {
                        self.position += length;
                        text.push(decoded);
                    } else {
                        self.bump(next);
                        text.push(next);
                    }
                }
                _ => text.push(character),
            }
        }
    }
}

/// The character an escape stands for, given what follows the backslash, and how many bytes of that it takes.
pub(crate) fn backslash(rest: &str) -> Option<(char, usize)> {
    let first = rest.chars().next()?;
    let simple = match first {
        'a' => '\x07',
        'b' => '\x08',
        'e' | 'E' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '\\' => '\\',
        'x' => {
            return digits(&rest[1..], 16, 2)
                .map(|(value, n)| (byte_as_char(low_byte(value)), n + 1));
        }
        'u' => {
            return digits(&rest[1..], 16, 4)
                .and_then(|(value, n)| Some((char::from_u32(value)?, n + 1)));
        }
        'U' => {
            return digits(&rest[1..], 16, 8)
                .and_then(|(value, n)| Some((char::from_u32(value)?, n + 1)));
        }
        '0'..='7' => {
            return digits(rest, 8, 3).map(|(value, n)| (byte_as_char(low_byte(value)), n));
        }
        _ => return None,
    };
    Some((simple, 1))
}

/// The character that a key makes together with Ctrl.
fn control(key: char) -> Option<char> {
    match key {
        '?' => Some('\x7f'),
        key if key.is_ascii() => Some(char::from(low_byte(u32::from(key)) & 0x1f)),
        _ => None,
    }
}

/// What C makes of a number that is put into a byte.
pub(crate) fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

/// Up to `max` digits as a number, and how many there were.
pub(crate) fn digits(text: &str, radix: u32, max: usize) -> Option<(u32, usize)> {
    let count = text.bytes().take(max).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let value = u32::from_str_radix(text.get(..count)?, radix).ok()?;
    Some((value, count))
}
