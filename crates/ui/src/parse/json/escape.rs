//! What stands between two quotes.

use std::borrow::Cow;

/// Where the string whose content starts at `start` ends, and whether it has escapes.
pub(in crate::parse) fn string_end(text: &str, start: usize) -> Option<(usize, bool)> {
    let bytes = text.as_bytes();
    let (mut at, mut escaped) = (start, false);
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some((at, escaped));
        }
        escaped = true;
        at += 2;
    }
}

/// What the content of a string stands for. Wrong escapes are kept as they stand.
pub(in crate::parse) fn unescape(raw: &str) -> Cow<'_, str> {
    let mut rest = raw;
    let mut out = String::new();
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, len) = escape(rest);
        out.push(character);
        rest = &rest[len..];
    }
    if out.is_empty() && rest.len() == raw.len() {
        return Cow::Borrowed(raw);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The escape at the start of `text`, with its length.
fn escape(text: &str) -> (char, usize) {
    let character = match text.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
        Some(b'u') => {
            let Some(unit) = unit(text) else { return ('\\', 1) };
            let pair = text.get(6..).and_then(self::unit).map(|low| [unit, low]);
            return match char::decode_utf16([unit]).next() {
                Some(Ok(character)) => (character, 6),
                _ => match pair.and_then(|pair| char::decode_utf16(pair).next()?.ok()) {
                    Some(character) => (character, 12),
                    None => (char::REPLACEMENT_CHARACTER, 6),
                },
            };
        }
        _ => return ('\\', 1),
    };
    (character, 2)
}

fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u16::from_str_radix(digits, 16).ok()
}
