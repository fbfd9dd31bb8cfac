//! The one function that lets foreign text into our output.
//!
//! Whatever an app writes stays inside one pair of quotes on one line, bounded in length, with
//! nothing in it that a reader's terminal or eye would obey.

use std::fmt::Write as _;

/// Longest label shown, in characters.
pub const LABEL_LIMIT: usize = 200;

/// `text` as one quoted, escaped, bounded label.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends what [`quote`] returns.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text, LABEL_LIMIT);
    out.push('"');
}

/// Appends `text` without quotes: white space folded and trimmed, quotes and backslashes escaped,
/// unseen characters written out, and `…(+N)` for the N characters beyond `limit`.
pub fn push_escaped(out: &mut String, text: &str, limit: usize) {
    let text = text.trim();
    let harmless = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.len() <= limit && text.bytes().all(harmless) && !text.contains("  ") {
        return out.push_str(text);
    }
    let mut characters = text.chars().peekable();
    let mut previous = ' ';
    let mut shown = 0;
    while let Some(character) = characters.next() {
        if character.is_whitespace() && previous.is_whitespace() {
            continue;
        }
        if shown == limit {
            let more = 1 + characters.count();
            let _infallible = write!(out, "…(+{more})");
            return;
        }
        shown += 1;
        match character {
            _ if character.is_whitespace() => out.push(' '),
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            _ if is_unseen(character) && !joins_emoji(previous, character, characters.peek()) => {
                let _infallible = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            _ => out.push(character),
        }
        previous = character;
    }
}

/// Control, formatting, direction and filler characters: anything that shows as nothing or changes
/// how its neighbours show.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A joiner or variation selector between two pictures is part of one emoji, and harmless.
fn joins_emoji(previous: char, character: char, next: Option<&char>) -> bool {
    let picture = |c: char| {
        matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}'
            | '\u{2100}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
            | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
    };
    match character {
        '\u{fe0f}' => picture(previous),
        '\u{200d}' => picture(previous) && next.is_some_and(|next| picture(*next)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_labels_stay_one_label() {
        for (text, quoted) in [
            ("Sign in", r#""Sign in""#),
            ("  a \n\t b  ", r#""a b""#),
            (r#"say "hi" \o/"#, r#""say \"hi\" \\o/""#),
            ("x\n  @b1 btn \"Pay\"", r#""x @b1 btn \"Pay\"""#),
            ("a\u{202e}b\u{200b}c\u{0}", r#""a\u{202e}b\u{200b}c\u{0}""#),
            ("\u{1b}[31mred", r#""\u{1b}[31mred""#),
            ("👩\u{200d}💻 ❤\u{fe0f} 1\u{fe0f}", "\"👩\u{200d}💻 ❤\u{fe0f} 1\u{fe0f}\""),
            ("a\u{200d}b", r#""a\u{200d}b""#),
            ("©\u{fe0f}", "\"©\u{fe0f}\""),
            ("line\u{2028}break", r#""line break""#),
            ("", r#""""#),
        ] {
            assert_eq!(quote(text), quoted);
        }
    }

    /// Holds calls.21.
    #[test]
    fn long_labels_say_how_much_was_cut() {
        let quoted = quote(&"é".repeat(LABEL_LIMIT + 7));
        assert!(quoted.ends_with("é…(+7)\""), "{quoted}");
        assert!(!quote(&"é".repeat(LABEL_LIMIT)).contains('…'));
    }

    proptest! {
        #[test]
        fn nothing_escapes_the_quotes(text in any::<String>()) {
            let quoted = quote(&text);
            prop_assert!(quoted.starts_with('"') && quoted.ends_with('"') && quoted.len() >= 2);
            prop_assert!(!quoted.chars().any(char::is_control));
            let inside = &quoted[1..quoted.len() - 1];
            let mut escaped = false;
            for character in inside.chars() {
                if escaped { escaped = false } else if character == '\\' { escaped = true } else {
                    prop_assert!(character != '"');
                }
            }
            prop_assert!(!escaped, "the closing quote is not escaped");
            prop_assert!(quoted.chars().count() <= LABEL_LIMIT * 10 + 20);
        }
    }
}
