//! The time at the beginning of a line.

use crate::LogTime;

/// Takes a time off the front: seconds since 1970, or what a wall clock showed. What follows a wall clock's
/// seconds may be a fraction and a zone.
pub(super) fn take(line: &str) -> Option<(LogTime, &str)> {
    epoch(line).or_else(|| wall(line))
}

/// `1755771330.123`; with `monotonic` the same column counts from the start of the device.
fn epoch(line: &str) -> Option<(LogTime, &str)> {
    let (word, rest) = word(line)?;
    let (seconds, fraction) = word.split_once('.')?;
    let seconds: u64 = digits(seconds, 1..=12)?.parse().ok()?;
    let millis = u64::from(millis(fraction)?);
    Some((LogTime::Epoch(seconds.checked_mul(1000)?.checked_add(millis)?), rest))
}

/// `MM-DD HH:MM:SS(.mmm)` or `YYYY-MM-DD HH:MM:SS(.mmm)`, with or without a zone.
fn wall(line: &str) -> Option<(LogTime, &str)> {
    let (date, rest) = word(line)?;
    let (clock, rest) = word(rest)?;
    let mut parts = date.rsplit('-');
    let day = number(parts.next()?, 2, 1..=31)?;
    let month = number(parts.next()?, 2, 1..=12)?;
    let year = match parts.next() {
        Some(year) => Some(digits(year, 4..=4)?.parse().ok()?),
        None => None,
    };
    if parts.next().is_some() {
        return None;
    }
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = clock.split(':');
    let hour = number(parts.next()?, 2, 0..=23)?;
    let minute = number(parts.next()?, 2, 0..=59)?;
    let second = number(parts.next()?, 2, 0..=60)?;
    if parts.next().is_some() {
        return None;
    }
    let seconds = u32::from(hour) * 3600 + u32::from(minute) * 60 + u32::from(second);
    let millis = seconds * 1000 + millis(fraction)?;
    let rest = without_zone(rest);
    Some((LogTime::Wall { year, month, day, millis }, rest))
}

fn without_zone(rest: &str) -> &str {
    let zone = |word: &str| {
        let digits = word.strip_prefix(['+', '-']);
        digits.is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    word(rest).filter(|(word, _)| zone(word)).map_or(rest, |(_, rest)| rest)
}

/// The first word and what follows it, blanks taken off.
pub(super) fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(' ');
    let end = text.find(' ').unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], text[end..].trim_start_matches(' ')))
}

fn digits(text: &str, length: std::ops::RangeInclusive<usize>) -> Option<&str> {
    let all = text.bytes().all(|byte| byte.is_ascii_digit());
    (length.contains(&text.len()) && all).then_some(text)
}

fn number(text: &str, length: usize, range: std::ops::RangeInclusive<u8>) -> Option<u8> {
    digits(text, length..=length)?.parse().ok().filter(|number| range.contains(number))
}

/// Three, six or nine digits: the first three count.
fn millis(fraction: &str) -> Option<u32> {
    let fraction = digits(fraction, 1..=9)?;
    let shown = &fraction[..fraction.len().min(3)];
    let places = u32::try_from(3 - shown.len()).ok()?;
    Some(shown.parse::<u32>().ok()? * 10_u32.pow(places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_formats_are_read() {
        let wall = |year, millis| LogTime::Wall { year, month: 8, day: 21, millis };
        for (line, expected) in [
            ("08-21 10:15:30.123 x", Some(wall(None, 36_930_123))),
            ("08-21 10:15:30 x", Some(wall(None, 36_930_000))),
            ("08-21 10:15:30.123456 x", Some(wall(None, 36_930_123))),
            ("2026-08-21 10:15:30.1 x", Some(wall(Some(2026), 36_930_100))),
            ("08-21 10:15:30.123 +0000 x", Some(wall(None, 36_930_123))),
            ("  1755771330.123 x", Some(LogTime::Epoch(1_755_771_330_123))),
            ("1755771330.123456789 x", Some(LogTime::Epoch(1_755_771_330_123))),
            ("13-21 10:15:30.123 x", None),
            ("08-32 10:15:30.123 x", None),
            ("08-21 24:15:30.123 x", None),
            ("08-21 10:15:30. x", None),
            ("1-08-21 10:15:30 x", None),
            ("99999999999999999999.123 x", None),
            (".123 x", None),
            ("", None),
        ] {
            let read = take(line);
            assert_eq!(read.map(|(time, _)| time), expected, "{line}");
            assert!(read.is_none_or(|(_, rest)| rest == "x"), "{line}");
        }
    }
}
