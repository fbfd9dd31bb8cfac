//! The dates that `touch` understands, as toybox and C's `strptime` take them apart.

use jiff::civil::{Date, Time};
use jiff::tz::{Offset, TimeZone};
use jiff::{ToSpan as _, Zoned};

const FORMATS: [&str; 10] = [
    "%Y-%m-%d %T",
    "%Y-%m-%dT%T",
    "%a %b %e %T %Z %Y",
    "%T",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%H:%M",
    "%m%d%H%M",
    "%y%m%d%H%M",
    "%C%y%m%d%H%M",
];
const DAYS: [&str; 7] =
    ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Seconds since 1970. What is not said is taken from `now`, but for the time of day.
pub(super) fn seconds(text: &str, now: &Zoned) -> Option<i64> {
    if let Some(since) = text.strip_prefix('@') {
        let mut rest = Rest(since.trim_start());
        let negative = rest.0.starts_with('-');
        rest.0 = rest.0.strip_prefix(['-', '+']).unwrap_or(rest.0);
        if rest.0.starts_with(|c: char| c.is_ascii_digit()) {
            let value = rest.digits();
            rest.fraction();
            return rest.0.is_empty().then_some(if negative { -value } else { value });
        }
    }
    FORMATS
        .iter()
        .enumerate()
        .find_map(|(index, format)| {
            let mut parts = Parts::at(now);
            let mut rest = Rest(text);
            parts.read(&mut rest, format)?;
            // Seconds that the format has no place for.
            if index > 2 && rest.0.starts_with('.') {
                let after = &rest.0[1..];
                let length = after.len().min(2)
                    - after
                        .as_bytes()
                        .iter()
                        .take(2)
                        .rev()
                        .take_while(|byte| !byte.is_ascii_digit())
                        .count();
                parts.second = after[..length].parse().unwrap_or(0);
                rest.0 = &after[length..];
                rest.only_digits();
            } else {
                rest.fraction();
            }
            let zone = rest.zone(now.time_zone())?;
            rest.0.trim_start().is_empty().then_some((parts, zone))
        })
        .and_then(|(parts, zone)| parts.seconds(zone))
}

struct Parts {
    year: i16,
    century: Option<i16>,
    month: i8,
    day: i32,
    hour: i8,
    minute: i8,
    second: i8,
}

impl Parts {
    fn at(now: &Zoned) -> Self {
        Self {
            year: now.year(),
            century: None,
            month: now.month(),
            day: i32::from(now.day()),
            hour: 0,
            minute: 0,
            second: 0,
        }
    }

    fn read(&mut self, rest: &mut Rest<'_>, format: &str) -> Option<()> {
        let mut signs = format.chars();
        while let Some(sign) = signs.next() {
            match sign {
                ' ' => rest.0 = rest.0.trim_start(),
                '%' => match signs.next()? {
                    'Y' => self.year = rest.number(0, 9999, 4)?,
                    'C' => self.century = Some(rest.number(0, 99, 2)?),
                    'y' => {
                        let year: i16 = rest.number(0, 99, 2)?;
                        self.year = match self.century {
                            Some(century) => century * 100 + year,
                            None if year >= 69 => 1900 + year,
                            None => 2000 + year,
                        };
                    }
                    'm' => self.month = rest.number(1, 12, 2)?,
                    'd' | 'e' => self.day = rest.number(1, 31, 2)?,
                    'H' => self.hour = rest.number(0, 23, 2)?,
                    'M' => self.minute = rest.number(0, 59, 2)?,
                    'T' => self.read(rest, "%H:%M:%S")?,
                    'S' => self.second = rest.number(0, 61, 2)?,
                    'a' => {
                        rest.name(&DAYS)?;
                    }
                    'b' => self.month = i8::try_from(rest.name(&MONTHS)? + 1).ok()?,
                    _ => {
                        let word = rest.0.trim_start();
                        let end = word.find(|c: char| c.is_ascii_whitespace());
                        rest.0 = &word[end.unwrap_or(word.len())..];
                    }
                },
                _ => rest.0 = rest.0.strip_prefix(sign)?,
            }
        }
        Some(())
    }

    /// The 31st of a shorter month is a day of the next.
    fn seconds(&self, zone: TimeZone) -> Option<i64> {
        if self.second > 60 {
            return None;
        }
        let date = Date::new(self.year, self.month, 1).ok()?;
        let date = date.checked_add((self.day - 1).days()).ok()?;
        let time = date.to_datetime(Time::new(self.hour, self.minute, 0, 0).ok()?);
        let time = time.to_zoned(zone).ok()?.timestamp().as_second();
        Some(time + i64::from(self.second)).filter(|time| *time != -1)
    }
}

/// What is still to be read.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    /// As many digits as still make sense.
    fn number<T: TryFrom<i32>>(&mut self, low: i32, high: i32, most: usize) -> Option<T> {
        let text = self.0.trim_start_matches(' ');
        let (mut value, mut length) = (0, 0);
        for digit in text.chars().map_while(|c| c.to_digit(10)).take(most) {
            if length > 0 && value * 10 > high {
                break;
            }
            value = value * 10 + i32::try_from(digit).ok()?;
            length += 1;
        }
        self.0 = &text[length..];
        (length > 0 && (low..=high).contains(&value)).then_some(value)?.try_into().ok()
    }

    fn name(&mut self, names: &[&str]) -> Option<usize> {
        let lower = self.0.to_ascii_lowercase();
        let found = names.iter().position(|name| lower.starts_with(&name[..3]))?;
        let length = if lower.starts_with(names[found]) { names[found].len() } else { 3 };
        self.0 = &self.0[length..];
        Some(found)
    }

    fn digits(&mut self) -> i64 {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let value = self.0[..end].parse().unwrap_or(i64::MAX);
        self.0 = &self.0[end..];
        value
    }

    /// Parts of a second, which no file keeps here: nine digits of them.
    fn fraction(&mut self) {
        if let Some(after) = self.0.strip_prefix('.') {
            self.0 = after;
            self.only_digits();
        }
    }

    fn only_digits(&mut self) {
        let digits = self.0.bytes().take(9).take_while(u8::is_ascii_digit).count();
        self.0 = &self.0[digits..];
    }

    /// `Z`, `+2`, `-0330`, `+05:30`, or nothing, which is the zone of `here`.
    fn zone(&mut self, here: &TimeZone) -> Option<TimeZone> {
        let text = self.0.trim_start();
        let Some(sign) = text.chars().next().filter(|sign| "Z+-".contains(*sign)) else {
            return Some(here.clone());
        };
        self.0 = &text[1..];
        if sign == 'Z' {
            return Some(TimeZone::UTC);
        }
        let before = self.0.len();
        let (mut hours, mut minutes, mut seconds) = (self.digits(), 0, 0);
        if before == self.0.len() {
            return None;
        }
        if before - self.0.len() > 2 {
            (hours, minutes) = (hours / 100, hours % 100);
        }
        for part in [&mut minutes, &mut seconds] {
            let Some(after) = self.0.strip_prefix(':') else { break };
            self.0 = after;
            *part = self.digits().checked_add(*part)?;
        }
        let offset = hours
            .checked_mul(3600)?
            .checked_add(minutes.checked_mul(60)?)
            .and_then(|offset| offset.checked_add(seconds))?;
        let offset = i32::try_from(offset).ok()?;
        let offset = Offset::from_seconds(if sign == '-' { -offset } else { offset }).ok()?;
        Some(TimeZone::fixed(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Option<i64> {
        seconds(text, &"2026-11-15T12:00:00+01:00[+01:00]".parse().unwrap())
    }

    #[test]
    fn zones_move_the_time_and_none_is_too_large() {
        assert_eq!(at("2026-01-02 03:04:05Z"), Some(1_767_323_045));
        assert_eq!(at("2026-01-02 03:04:05"), Some(1_767_323_045 - 3600));
        assert_eq!(at("2026-01-02 03:04:05 +05:30"), Some(1_767_323_045 - 19_800));
        assert_eq!(at("2026-01-02 03:04:05+9223372036854775807:9223372036854775807"), None);
        assert_eq!(at("@99999999999999999999"), Some(i64::MAX));
    }

    proptest! {
        #[test]
        fn any_text_is_a_date_or_not(
            text in "(@|[0-9]{1,4}-[0-9]{1,2}-[0-9]{1,2}[ T])?[-+.:0-9ZaeéTJunMo ]{0,24}",
        ) {
            at(&text);
        }
    }
}
