//! Text that changes while a screen stays what it is.

/// A clock, a date, a percentage or a bare number: text that changes while the screen stays.
pub(crate) fn is_dynamic(label: &str) -> bool {
    let label = label.trim();
    if !label.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let number = |text: &str| {
        let (whole, part) =
            text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
        is_digits(whole) && part.is_none_or(is_digits)
    };
    let grouped =
        label.len() <= 10 && label.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    grouped
        || label.strip_suffix('%').is_some_and(number)
        || is_digits(label)
        || is_timestamp(label)
}

/// Whether a clock or a date is in it: text that changes by itself.
pub(crate) fn is_timestamp(label: &str) -> bool {
    let label = label.trim();
    let halves = ["AM", "PM", "am", "pm"];
    let bare = halves.iter().find_map(|half| label.strip_suffix(half)).unwrap_or(label);
    let is_only_clock = || bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    has_clock(label.as_bytes())
        || has_date(label.as_bytes())
        || (bare.len() < label.len() && is_only_clock() && has_clock(bare.as_bytes()))
}

/// `\b\d{1,2}:\d{2}\b`
fn has_clock(label: &[u8]) -> bool {
    memchr::memchr_iter(b':', label).any(|colon| {
        (1..=2).contains(&digits_before(&label[..colon]))
            && digits_after(&label[colon + 1..]) == Some(2)
    })
}

/// `\b\d{4}-\d{2}-\d{2}\b`
fn has_date(label: &[u8]) -> bool {
    memchr::memchr_iter(b'-', label).any(|dash| match &label[dash + 1..] {
        [b'0'..=b'9', b'0'..=b'9', b'-', day @ ..] => {
            digits_before(&label[..dash]) == 4 && digits_after(day) == Some(2)
        }
        _ => false,
    })
}

/// How many digits, and nothing else of a word, end this text; five for more than four.
fn digits_before(text: &[u8]) -> usize {
    let digits = text.iter().rev().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    let before = text.len().checked_sub(digits + 1).map(|before| text[before]);
    if before.is_some_and(is_word) { 5 } else { digits }
}

/// How many digits, up to two, begin this text; none if more of a word follows.
fn digits_after(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    let after = text.get(digits).copied();
    (!after.is_some_and(is_word)).then_some(digits)
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dynamic_text_is_told_from_labels() {
        for dynamic in [
            "9:41",
            "9:41 PM",
            "9:41PM",
            "12:30:15am",
            "at 10:15:30",
            "10:15-11:30",
            "2026-08-21",
            "on 2026-08-21.",
            "85%",
            "12.5%",
            "42",
            "1,234",
            " 7 ",
            "00000000000000000000000000000",
        ] {
            assert!(is_dynamic(dynamic), "{dynamic}");
        }
        for label in [
            "",
            "Sign in",
            "Item 3",
            "v1.2",
            "3 items",
            "12:345",
            "ratio 1:2:3:4",
            "%",
            "x12:30",
            "12026-08-21",
            "2026-08-211",
            "2026-8-21",
            ":30",
            "é:30",
            "12:3é",
            "PM",
        ] {
            assert!(!is_dynamic(label), "{label}");
        }
        assert!(is_timestamp("9:41") && !is_timestamp("42") && !is_timestamp("85%"));
    }
}
