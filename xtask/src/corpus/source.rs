//! A recording laid out for reading: one tag or value a line, whatever state it is in.

use std::borrow::Cow;

/// Deeper levels are not indented further: a hostile file must not make its page much larger than itself.
const DEEPEST: usize = 40;

pub(crate) fn pretty(bytes: &[u8]) -> String {
    let text = decode(bytes);
    if text.trim_start().starts_with(['{', '[']) {
        let value = serde_json::from_str::<serde_json::Value>(&text);
        return value
            .and_then(|value| serde_json::to_string_pretty(&value))
            .unwrap_or_else(|_| text.into_owned());
    }
    tags(&text)
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |rest: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    }
}

/// Breaks before every tag and indents by depth.
fn tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(start) = rest.find('<') {
        push_line(&mut out, depth, &rest[..start]);
        let tag = &rest[start..start + tag_length(&rest[start..])];
        rest = &rest[start + tag.len()..];
        let closes = tag.starts_with("</");
        depth = depth.saturating_sub(usize::from(closes));
        push_line(&mut out, depth, tag);
        let opens =
            !closes && !tag.ends_with("/>") && !tag.starts_with("<?") && !tag.starts_with("<!");
        depth += usize::from(opens);
    }
    push_line(&mut out, depth, rest);
    out
}

/// Up to the `>` that stands outside quotes; what never ends is all the rest.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (index, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return index + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn push_line(out: &mut String, depth: usize, text: &str) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        for _ in 0..depth.min(DEEPEST) {
            out.push_str("  ");
        }
        out.push_str(line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_stand_on_lines_of_their_own() {
        let utf16: Vec<u8> =
            "\u{feff}<a><b t=\"x > y\"/></a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (source, laid_out) in [
            (
                &b"<?xml?><a><b t='x > y'/></a>done"[..],
                "<?xml?>\n<a>\n  <b t='x > y'/>\n</a>\ndone\n",
            ),
            (&utf16, "<a>\n  <b t=\"x > y\"/>\n</a>\n"),
            (b"<a><b t=\"never", "<a>\n  <b t=\"never\n"),
            (b"</a></a>", "</a>\n</a>\n"),
            (b"{\"a\":[1]}", "{\n  \"a\": [\n    1\n  ]\n}"),
            (b"{\"a\":", "{\"a\":"),
            (b"", ""),
        ] {
            assert_eq!(pretty(source), laid_out);
        }
    }
}
