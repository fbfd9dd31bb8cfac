//! XML entities, as phones write them: also wrong ones, which are kept as they stand.

use std::borrow::Cow;

/// The text that `raw`, an attribute's content, stands for.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    push_unescaped(&mut out, raw);
    Cow::Owned(out)
}

/// Appends what [`unescape`] returns.
pub(super) fn push_unescaped(out: &mut String, raw: &str) {
    const SHORT: usize = 24;
    if raw.len() < SHORT && !raw.as_bytes().contains(&b'&') {
        return out.push_str(raw);
    }
    let mut rest = raw;
    let mut high = None;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        if at > 0 {
            high = None;
        }
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some((unit, len)) = entity(rest) else {
            high = None;
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        rest = &rest[len..];
        match unit {
            Unit::Character(character) => {
                high = None;
                out.push(character);
            }
            Unit::HighSurrogate(unit) => {
                high = Some(unit);
                out.push(char::REPLACEMENT_CHARACTER);
            }
            Unit::LowSurrogate(low) => {
                // Java serializers write a character beyond the basic plane as two halves.
                let pair =
                    high.take().and_then(|high| char::decode_utf16([high, low]).next()?.ok());
                if pair.is_some() {
                    out.pop();
                }
                out.push(pair.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
    }
    out.push_str(rest);
}

enum Unit {
    Character(char),
    HighSurrogate(u16),
    LowSurrogate(u16),
}

/// The entity at the start of `text`, with its length. The longest sensible one is `&#x0010ffff;`.
fn entity(text: &str) -> Option<(Unit, usize)> {
    let end = text.bytes().take(14).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let named = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    };
    if let Some(character) = named {
        return Some((Unit::Character(character), end + 1));
    }
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    let unit = match u16::try_from(code) {
        Ok(unit @ 0xd800..=0xdbff) => Unit::HighSurrogate(unit),
        Ok(unit @ 0xdc00..=0xdfff) => Unit::LowSurrogate(unit),
        _ => Unit::Character(char::from_u32(code)?),
    };
    Some((unit, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn entities_are_read_and_wrong_ones_kept() {
        for (raw, text) in [
            ("plain", "plain"),
            ("a&amp;b &lt;c&gt; &quot;d&quot; &apos;", "a&b <c> \"d\" '"),
            ("line&#10;two &#x41;", "line\ntwo A"),
            ("&#128512;", "😀"),
            ("&#55357;&#56832;", "😀"),
            ("&#55357;x&#56832;", "\u{fffd}x\u{fffd}"),
            ("&nope; & &#; &#xg; &", "&nope; & &#; &#xg; &"),
            ("&#9999999999;", "&#9999999999;"),
        ] {
            assert_eq!(unescape(raw), text, "{raw}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(raw in any::<String>()) {
            unescape(&raw);
        }
    }
}
