//! `date`, `time`, `datetime`, `julianday`, `unixepoch`, `strftime`: moments as milliseconds since 4714 BC.

use jiff::Zoned;

use super::value::{number_of, real, to_text, truncate};
use crate::sqlite::Cell;

const DAY: i64 = 86_400_000;
/// 1970-01-01 00:00.
const EPOCH: i64 = 210_866_760_000_000;
/// 9999-12-31 23:59:59.999.
const LAST: i64 = 464_269_060_799_999;

pub(super) fn call(name: &str, values: &[Cell], now: &Zoned) -> Cell {
    let (pattern, rest) = match (name, values.split_first()) {
        ("strftime", Some((pattern, rest))) => (to_text(pattern), rest),
        ("date", _) => ("%Y-%m-%d".to_owned(), values),
        ("time", _) => ("%H:%M:%S".to_owned(), values),
        _ => ("%Y-%m-%d %H:%M:%S".to_owned(), values),
    };
    if name == "strftime" && values.first() == Some(&Cell::Null) {
        return Cell::Null;
    }
    let Some(moment) = moment(rest, now) else { return Cell::Null };
    match name {
        "julianday" => Cell::Real(real(moment) / real(DAY)),
        "unixepoch" => Cell::Integer((moment - EPOCH).div_euclid(1000)),
        _ => strftime(&pattern, moment).map_or(Cell::Null, Cell::Text),
    }
}

fn moment(values: &[Cell], now: &Zoned) -> Option<i64> {
    let current = now.timestamp().as_millisecond() + EPOCH;
    let Some((first, modifiers)) = values.split_first() else { return Some(current) };
    if values.contains(&Cell::Null) {
        return None;
    }
    let mut raw = None;
    let mut at = match first {
        Cell::Integer(number) => {
            raw = Some(real(*number));
            None
        }
        Cell::Real(number) => {
            raw = Some(*number);
            None
        }
        Cell::Null | Cell::Text(_) | Cell::Blob(_) => {
            let text = to_text(first);
            let parsed = parse(text.trim(), current);
            if parsed.is_none() {
                raw = Some(super::value::to_real(&number_of(&text)?));
            }
            parsed
        }
    };
    if let Some(number) = raw {
        at = (0.0..5_373_484.5).contains(&number).then(|| truncate(number * 86_400_000.0 + 0.5));
    }
    for (place, modifier) in modifiers.iter().enumerate() {
        let text = to_text(modifier).trim().to_ascii_lowercase();
        if matches!(text.as_str(), "unixepoch" | "auto") && place == 0 {
            let number = raw?;
            let julian = text == "auto" && (0.0..5_373_484.5).contains(&number);
            if !julian {
                at =
                    Some(truncate(number * 1000.0 + if number < 0.0 { -0.5 } else { 0.5 }) + EPOCH);
            }
            continue;
        }
        at = Some(modified(at?, &text, now)?);
    }
    at.filter(|at| (0..=LAST).contains(at))
}

/// `YYYY-MM-DD HH:MM:SS.SSS`, parts of it, or `now`.
fn parse(text: &str, current: i64) -> Option<i64> {
    if text.eq_ignore_ascii_case("now") {
        return Some(current);
    }
    let date = text.get(..10).and_then(|date| {
        let bytes = date.as_bytes();
        let digits = |from: usize, to: usize| date.get(from..to).and_then(number);
        (bytes[4] == b'-' && bytes[7] == b'-').then_some(())?;
        let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| days(year, month, day) * DAY)
    });
    match date {
        Some(date) => {
            let rest = text[10..].trim_start_matches([' ', 'T']);
            if rest.is_empty() {
                return Some(date - DAY / 2);
            }
            Some(date - DAY / 2 + clock(rest)?)
        }
        // A time alone is one of this day in the year 2000.
        None => Some(days(2000, 1, 1) * DAY - DAY / 2 + clock(text)?),
    }
}

fn number(text: &str) -> Option<i64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// `HH:MM[:SS[.SSS]]` with `Z` or an offset, as milliseconds.
fn clock(text: &str) -> Option<i64> {
    let (text, zone) = match text.trim_end().strip_suffix(['Z', 'z']) {
        Some(text) => (text.trim_end(), 0),
        None => match text.rfind(['+', '-']) {
            Some(at) if at >= 5 => {
                let minutes = minutes(&text[at + 1..])?;
                (
                    text[..at].trim_end(),
                    if text[at..].starts_with('-') { -minutes } else { minutes },
                )
            }
            _ => (text.trim_end(), 0),
        },
    };
    let mut at = minutes(text.get(..5)?)? * 60_000 - zone * 60_000;
    let rest = &text[5..];
    if !rest.is_empty() {
        let seconds = rest.strip_prefix(':')?;
        let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
        (whole.len() == 2 && number(fraction).is_some()).then_some(())?;
        let whole = number(whole).filter(|whole| *whole < 60)?;
        at += whole * 1000;
        let fraction: f64 = format!("0.{fraction}").parse().ok()?;
        at += truncate(fraction * 1000.0 + 0.5);
    }
    Some(at)
}

fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    (hours.len() == 2 && minutes.len() == 2).then_some(())?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 25 && minutes < 60).then_some(hours * 60 + minutes)
}

/// Days from 4714-11-24 BC (noon) to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 12) } else { (year, month) };
    let era = year.div_euclid(400);
    let within = year - era * 400;
    let of_year = (153 * (month - 3) + 2) / 5 + day - 1;
    era * 146_097 + within * 365 + within / 4 - within / 100 + of_year + 1_721_120
}

struct Civil {
    year: i64,
    month: i64,
    day: i64,
    /// Milliseconds since midnight.
    clock: i64,
}

fn civil(at: i64) -> Civil {
    let shifted = at + DAY / 2;
    let count = shifted.div_euclid(DAY) - 1_721_120;
    let era = count.div_euclid(146_097);
    let within = count.rem_euclid(146_097);
    let year = (within - within / 1460 + within / 36_524 - within / 146_096) / 365;
    let of_year = within - (365 * year + year / 4 - year / 100);
    let shift = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shift + 2) / 5 + 1;
    let month = if shift < 10 { shift + 3 } else { shift - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    Civil { year, month, day, clock: shifted.rem_euclid(DAY) }
}

fn from_civil(civil: &Civil) -> i64 {
    days(civil.year, civil.month, civil.day) * DAY - DAY / 2 + civil.clock
}

fn modified(at: i64, text: &str, now: &Zoned) -> Option<i64> {
    let mut parts = civil(at);
    match text {
        "localtime" | "utc" => {
            let stamp = jiff::Timestamp::from_millisecond(at - EPOCH).ok()?;
            let offset = i64::from(now.time_zone().to_offset(stamp).seconds()) * 1000;
            return Some(if text == "localtime" { at + offset } else { at - offset });
        }
        "start of day" | "start of month" | "start of year" => {
            parts.clock = 0;
            if text != "start of day" {
                parts.day = 1;
            }
            if text == "start of year" {
                parts.month = 1;
            }
            return Some(from_civil(&parts));
        }
        _ => {}
    }
    if let Some(wanted) = text.strip_prefix("weekday ") {
        let wanted = number(wanted.trim()).filter(|day| *day < 7)?;
        let today = weekday(at);
        return Some(at + (wanted - today).rem_euclid(7) * DAY);
    }
    let Some((amount, unit)) = text.split_once(' ') else {
        // `+HH:MM`.
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        return Some(at + sign * clock(rest)?);
    };
    let amount: f64 = amount.parse().ok().filter(|amount: &f64| amount.abs() < 1e12)?;
    let whole = truncate(amount);
    match unit.trim().trim_end_matches('s') {
        "day" => Some(at + truncate((amount * real(DAY)).round())),
        "hour" => Some(at + truncate((amount * 3_600_000.0).round())),
        "minute" => Some(at + truncate((amount * 60_000.0).round())),
        "second" => Some(at + truncate((amount * 1000.0).round())),
        "month" => {
            let months = parts.year.checked_mul(12)?.checked_add(parts.month - 1 + whole)?;
            parts.year = months.div_euclid(12);
            parts.month = months.rem_euclid(12) + 1;
            (-5000..15_000).contains(&parts.year).then_some(())?;
            Some(from_civil(&parts) + truncate((amount - real(whole)) * 30.0 * real(DAY)))
        }
        "year" => {
            parts.year = parts.year.checked_add(whole)?;
            (-5000..15_000).contains(&parts.year).then_some(())?;
            Some(from_civil(&parts) + truncate((amount - real(whole)) * 365.0 * real(DAY)))
        }
        _ => None,
    }
}

/// Sunday is 0.
fn weekday(at: i64) -> i64 {
    (at + DAY / 2 * 3).div_euclid(DAY).rem_euclid(7)
}

fn strftime(pattern: &str, at: i64) -> Option<String> {
    let Civil { year, month, day, clock } = civil(at);
    let (hour, minute) = (clock / 3_600_000, clock / 60_000 % 60);
    let (second, thousandth) = (clock / 1000 % 60, clock % 1000);
    let first = days(year, 1, 1);
    let of_year = days(year, month, day) - first;
    let mut out = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            out.push(letter);
            continue;
        }
        let part = match letters.next()? {
            'd' => format!("{day:02}"),
            'f' => format!("{second:02}.{thousandth:03}"),
            'H' => format!("{hour:02}"),
            'j' => format!("{:03}", of_year + 1),
            'J' => super::value::real_text(real(at) / real(DAY), 16),
            'm' => format!("{month:02}"),
            'M' => format!("{minute:02}"),
            's' => ((at - EPOCH).div_euclid(1000)).to_string(),
            'S' => format!("{second:02}"),
            'w' => weekday(at).to_string(),
            'W' => format!("{:02}", (of_year + 7 - (weekday(at) + 6) % 7) / 7),
            'Y' => format!("{year:04}"),
            '%' => "%".to_owned(),
            _ => return None,
        };
        out.push_str(&part);
    }
    Some(out)
}
