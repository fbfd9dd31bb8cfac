//! From bytes to lines, and from a line to its first word and the rest.

use crate::text;

/// The longest line that is looked at.
const LONGEST: usize = 4096;

/// Bytes that have come, of which lines are taken.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// The beginning of the line was too long and is gone: the rest of it is skipped.
    skipping: bool,
}

/// What a client typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text(String),
    TooLong,
}

impl Lines {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next line, without its end. Never holds more than a line's worth for long.
    pub(super) fn next(&mut self) -> Option<Line> {
        loop {
            let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') else {
                if self.bytes.len() > LONGEST {
                    self.bytes.clear();
                    self.skipping = true;
                }
                return None;
            };
            let line: Vec<u8> = self.bytes.drain(..=end).collect();
            if std::mem::take(&mut self.skipping) || line.len() > LONGEST {
                return Some(Line::TooLong);
            }
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            return Some(Line::Text(text::decode(line)));
        }
    }
}

/// The first word and what follows it, if anything does.
pub(super) fn split(line: &str) -> (&str, Option<&str>) {
    let line = line.trim_ascii();
    match line.split_once(|character: char| character.is_ascii_whitespace()) {
        Some((word, rest)) => (word, Some(rest.trim_ascii_start())),
        None => (line, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(pieces: &[&[u8]]) -> Vec<Line> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        for piece in pieces {
            lines.add(piece);
            while let Some(line) = lines.next() {
                all.push(line);
            }
            assert!(lines.bytes.len() <= LONGEST, "it grows");
        }
        all
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lines_end_in_one_or_two_characters() {
        assert_eq!(lines(&[b"avd name\r\n\r\n  \nquit\nrest"]), [text("avd name"), text("quit")]);
        assert_eq!(lines(&[b"av", b"d name\r", b"\n"]), [text("avd name")]);
    }

    #[test]
    fn a_long_line_is_told_once_and_the_next_is_read() {
        let long = vec![b'x'; 3 * LONGEST];
        assert_eq!(lines(&[&long, &long, b"\nping\n"]), [Line::TooLong, text("ping")]);
        assert_eq!(lines(&[&long, b"x\nping\n"]), [Line::TooLong, text("ping")]);
    }

    #[test]
    fn words_are_split_once() {
        assert_eq!(split("  sms   send +49 a  b "), ("sms", Some("send +49 a  b")));
        assert_eq!(split("kill"), ("kill", None));
        assert_eq!(split("kill \t"), ("kill", None));
        assert_eq!(split(""), ("", None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// However the bytes are cut, the same lines come out, and none of them has a line's end in it.
        #[test]
        fn cuts_change_nothing(
            bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\r'), Just(b' ')], 0..400),
            cut in 1_usize..50,
        ) {
            let whole = lines(&[&bytes]);
            let pieces: Vec<&[u8]> = bytes.chunks(cut).collect();
            prop_assert_eq!(&whole, &lines(&pieces));
            for line in whole {
                let Line::Text(line) = line else { continue };
                prop_assert!(!line.contains('\n'));
                let (word, rest) = split(&line);
                prop_assert!(!word.contains(|c: char| c.is_ascii_whitespace()));
                prop_assert!(rest.is_none_or(|rest| !rest.is_empty() && !rest.starts_with(' ')));
            }
        }
    }
}
