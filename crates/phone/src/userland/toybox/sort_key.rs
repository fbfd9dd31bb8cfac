//! What `sort` compares: a part of the line, and how.

use std::borrow::Cow;
use std::cmp::Ordering;

/// `-k 2.3,4nr`
pub(super) struct Key {
    /// Field and character to begin at, field and character to end with; 0 is not given.
    range: [usize; 4],
    /// Letters of options; `B` takes blanks from the end.
    pub(super) flags: String,
}

impl Key {
    pub(super) fn whole_line() -> Self {
        Self { range: [1, 0, 0, 0], flags: String::new() }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut key = Self { range: [0; 4], flags: String::new() };
        let mut half = 0;
        let mut rest = text;
        while !rest.is_empty() {
            (key.range[2 * half], rest) = count(rest);
            if let Some(after) = rest.strip_prefix('.') {
                (key.range[2 * half + 1], rest) = count(after);
            }
            while let Some(letter) = rest.chars().next() {
                rest = &rest[letter.len_utf8()..];
                match letter {
                    ',' if half == 0 => {
                        half = 1;
                        break;
                    }
                    'b' if half == 1 => key.flags.push('B'),
                    _ if "xVbMCdfirn".contains(letter) => key.flags.push(letter),
                    _ => return None,
                }
            }
        }
        Some(key)
    }

    pub(super) fn of<'l>(
        &self,
        line: &'l [u8],
        separator: Option<u8>,
        flags: &str,
    ) -> Cow<'l, [u8]> {
        let has = |flag| flags.contains(flag);
        if self.range == [1, 0, 0, 0] && !["b", "d", "i", "B"].iter().any(|flag| has(*flag)) {
            return Cow::Borrowed(line);
        }
        let at = |index: usize| line.get(index).copied();
        let blank = |index: usize| at(index).is_some_and(is_space);
        let mut bounds = [0, 0];
        for (half, bound) in bounds.iter_mut().enumerate() {
            let field = self.range[2 * half];
            let mut end = 0;
            if field == 0 {
                end = line.len();
            } else {
                for _ in 1..field + half {
                    if separator.is_none() {
                        while blank(end) {
                            end += 1;
                        }
                    }
                    while let Some(byte) = at(end) {
                        if Some(byte) == separator {
                            end += 1;
                            break;
                        }
                        if separator.is_none() && is_space(byte) {
                            break;
                        }
                        end += 1;
                    }
                    if end >= line.len() {
                        break;
                    }
                }
            }
            *bound = end;
        }
        let [mut start, mut end] = bounds;
        if separator.is_some() && at(start) == separator {
            start += 1;
        }
        if has("b") || (separator.is_none() && self.range[3] == 0) {
            while blank(start) {
                start += 1;
            }
        }
        if has("B") {
            while end > start && is_space(line[end - 1]) {
                end -= 1;
            }
        }
        if self.range[3] > 0 {
            end = (end + self.range[3] - 1).min(line.len());
        }
        if self.range[1] > 0 {
            start = (start + self.range[1] - 1).min(line.len());
        }
        let mut part = line[start..end.max(start)].to_vec();
        if has("d") {
            part.retain(|byte| is_space(*byte) || byte.is_ascii_alphanumeric());
        }
        if has("i") {
            part.retain(|byte| byte.is_ascii_graphic() || *byte == b' ');
        }
        Cow::Owned(part)
    }
}

fn count(text: &str) -> (usize, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().unwrap_or(0), &text[end..])
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

pub(super) fn compare(flags: &str, one: &[u8], other: &[u8]) -> Ordering {
    let has = |flag| flags.contains(flag);
    if has('g') {
        let (a, b) = (float(one), float(other));
        a.partial_cmp(&b).unwrap_or(Ordering::Equal)
    } else if has('M') {
        month(one).cmp(&month(other))
    } else if has('x') {
        hexadecimal(one).cmp(&hexadecimal(other))
    } else if has('V') {
        version(one, other)
    } else if has('n') {
        integer(one).cmp(&integer(other))
    } else if has('f') {
        one.to_ascii_lowercase().cmp(&other.to_ascii_lowercase())
    } else {
        one.cmp(other)
    }
}

fn integer(text: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let value = if end == 0 { 0 } else { digits[..end].parse().unwrap_or(i64::MAX) };
    if text.starts_with('-') { -value } else { value }
}

fn hexadecimal(text: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let plain = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = plain.strip_prefix("0x").unwrap_or(plain);
    let end = plain.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(plain.len());
    let value = i64::from_str_radix(&plain[..end], 16).unwrap_or(0);
    if text.starts_with('-') { -value } else { value }
}

/// `None`, which no number is, comes first.
fn float(text: &[u8]) -> Option<f64> {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    // The longest beginning that is a number.
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take(64).filter_map(|end| text[..end].parse().ok()).last()
}

fn month(text: &[u8]) -> Option<usize> {
    const MONTHS: [&[u8; 3]; 12] = [
        b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov",
        b"dec",
    ];
    let start = text.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| month.as_slice() == start)
}

/// Runs of digits by their value. Two that are the same come out as if the first were smaller, as in the original.
fn version(one: &[u8], other: &[u8]) -> Ordering {
    let (mut a, mut b) = (one, other);
    while !a.is_empty() && !b.is_empty() {
        let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let previous = same.checked_sub(1).map(|at| one[one.len() - a.len() + at]);
        (a, b) = (&a[same..], &b[same..]);
        let digit = |text: &[u8]| text.first().is_some_and(u8::is_ascii_digit);
        if digit(a) && digit(b) {
            let (x, y) = (integer(a), integer(b));
            if x != y {
                return x.cmp(&y);
            }
            let after = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (a, b) = (&a[after(a)..], &b[after(b)..]);
            continue;
        }
        let (x, y) = (a.first().copied().or(previous), b.first().copied().or(previous));
        if x != y {
            let early = x < y && !b.starts_with(b"-rc") && !b.starts_with(b"-pre");
            return if early { Ordering::Less } else { Ordering::Greater };
        }
        if a.is_empty() || b.is_empty() {
            break;
        }
    }
    match (a.is_empty(), b.is_empty()) {
        (true, _) => Ordering::Less,
        (false, true) => Ordering::Equal,
        (false, false) => Ordering::Greater,
    }
}
