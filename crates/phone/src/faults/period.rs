//! Spans of time as people write them: `250ms`, `2s`, `5m`.

use std::fmt;
use std::time::Duration;

/// Nobody waits longer for trouble to end.
const LONGEST: Duration = Duration::from_hours(24);
pub(super) const FORM: &str = "a whole number with ms, s or m behind it, such as 250ms, 2s or 5m";

/// A span of time with its text.
#[derive(Clone, Copy)]
pub(super) struct Period(pub(super) Duration);

impl Period {
    /// `None` when the text is none, or more than a day.
    pub(super) fn parse(text: &str) -> Option<Duration> {
        let digits = text.find(|character: char| !character.is_ascii_digit())?;
        let number: u64 = text[..digits].parse().ok()?;
        let millis = match &text[digits..] {
            "ms" => number,
            "s" => number.checked_mul(1000)?,
            "m" => number.checked_mul(60_000)?,
            _ => return None,
        };
        Some(Duration::from_millis(millis)).filter(|period| *period <= LONGEST)
    }
}

/// In the largest unit that needs no fraction; what is finer than a millisecond is left out.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            0 => f.write_str("0s"),
            millis if millis % 60_000 == 0 => write!(f, "{}m", millis / 60_000),
            millis if millis % 1000 == 0 => write!(f, "{}s", millis / 1000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read() {
        for (text, millis) in [("0s", 0), ("250ms", 250), ("2s", 2000), ("5m", 300_000)] {
            assert_eq!(Period::parse(text), Some(Duration::from_millis(millis)));
            assert_eq!(Period(Duration::from_millis(millis)).to_string(), text);
        }
        for text in ["", "2", "s", "-1s", "1.5s", "2 s", "2h", "1441m", "99999999999999999999s"] {
            assert_eq!(Period::parse(text), None, "{text}");
        }
        assert_eq!(Period(Duration::from_secs(90)).to_string(), "90s");
    }
}
