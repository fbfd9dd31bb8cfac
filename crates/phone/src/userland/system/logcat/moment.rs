//! The times that `-t` and `-T` take: `MM-DD hh:mm:ss.mmm`, with a year before, or seconds since 1970.

use jiff::civil::DateTime;
use jiff::{Timestamp, Zoned};

/// `None` when the text is no time. A date without a year is in the current one, in the phone's time zone.
pub(super) fn parse(text: &str, now: &Zoned) -> Option<Timestamp> {
    let text = text.trim();
    if let Some((seconds, fraction)) = text.split_once('.')
        && !seconds.is_empty()
        && seconds.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Timestamp::new(seconds.parse().ok()?, nanoseconds(fraction)?).ok();
    }
    let (date, time) = text.split_once([' ', 'T'])?;
    let date: Vec<i16> = date.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (year, month, day) = match date[..] {
        [month, day] => (now.year(), month, day),
        [year, month, day] => (year, month, day),
        _ => return None,
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let time: Vec<i8> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hour, minute, second] = time[..] else { return None };
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    let moment =
        DateTime::new(year, month, day, hour, minute, second, nanoseconds(fraction)?).ok()?;
    Some(moment.to_zoned(now.time_zone().clone()).ok()?.timestamp())
}

/// `5` is half a second.
fn nanoseconds(fraction: &str) -> Option<i32> {
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{fraction:0<9}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Zoned {
        "2026-11-15T10:15:00+01:00[Europe/Berlin]".parse().unwrap()
    }

    #[test]
    fn reads_all_three() {
        let check = |text: &str, expected: &str| {
            assert_eq!(parse(text, &now()), Some(expected.parse().unwrap()), "{text}");
        };
        check("08-21 10:15:30.123", "2026-08-21T08:15:30.123Z");
        check("2025-01-02 03:04:05.000006", "2025-01-02T02:04:05.000006Z");
        check("1755771330.5", "2025-08-21T10:15:30.5Z");
        check("11-15 00:00:00", "2026-11-14T23:00:00Z");
    }

    #[test]
    fn refuses_the_rest() {
        for bad in
            ["", "yesterday", "13-40 10:00:00.0", "1.", "08-21", "08-21 25:00:00.0", ".5", "1.2.3"]
        {
            let parsed = parse(bad, &now());
            // `1.` has no fraction, which is none at all.
            assert!(parsed.is_none() || bad == "1.", "{bad}: {parsed:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,30}|[0-9-]{1,12}[ T][0-9:.]{1,20}") {
            parse(&text, &now());
        }
    }
}
