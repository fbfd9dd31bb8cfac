//! Words of the shell may hold any byte, yet most code wants to treat them as text.
//!
//! Valid UTF-8 stays as it is; every other byte `b` becomes the character `U+EF00 + b`, the trick mksh uses.
//! Characters of that range in the input are taken apart the same way, so `encode(decode(x)) == x` for all bytes.

use std::borrow::Cow;

const RAW: u32 = 0xef00;

/// Bytes as text, without loss.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        if chunk.valid().bytes().any(|byte| byte == 0xee) {
            for character in chunk.valid().chars() {
                if raw_byte(character).is_some() {
                    push_raw(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes());
                } else {
                    text.push(character);
                }
            }
        } else {
            text.push_str(chunk.valid());
        }
        push_raw(&mut text, chunk.invalid());
    }
    text
}

/// The bytes that `decode` was given.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.bytes().any(|byte| byte == 0xee) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match raw_byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// The byte a character stands for when it is not text.
pub(crate) fn raw_byte(character: char) -> Option<u8> {
    let byte = u32::from(character).checked_sub(RAW)?;
    u8::try_from(byte).ok().filter(|byte| *byte >= 0x80)
}

/// A character that stands for one byte: itself below 0x80.
pub(crate) fn byte_as_char(byte: u8) -> char {
    if byte < 0x80 {
        char::from(byte)
    } else {
        char::from_u32(RAW + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// Formats onto the end of a `String`, which cannot fail.
macro_rules! append {
    ($text:expr, $($argument:tt)*) => {{
        use std::fmt::Write as _;
        $text.write_fmt(format_args!($($argument)*)).unwrap_or_default()
    }};
}
pub(crate) use append;

fn push_raw(text: &mut String, bytes: &[u8]) {
    text.extend(bytes.iter().map(|byte| byte_as_char(*byte)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(decode("grün 🙂".as_bytes()), "grün 🙂");
        assert_eq!(decode(b"\xff"), "\u{efff}");
        assert_eq!(encode("\u{ef80}x").as_ref(), b"\x80x");
    }

    proptest! {
        #[test]
        fn nothing_is_lost(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0xeau8..0xf1, 0x80u8..0xc0], 0..40)) {
            prop_assert_eq!(encode(&decode(&bytes)).into_owned(), bytes);
        }
    }
}
