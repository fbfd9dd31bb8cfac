//! One line of `logcat`, in whichever of its formats.

use super::time;
use crate::{LogEntry, LogLevel, LogTime, Meaning};

/// What stands before the message.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Line<'a> {
    pub(super) time: Option<LogTime>,
    pub(super) pid: Option<u32>,
    pub(super) tid: Option<u32>,
    pub(super) level: Option<LogLevel>,
    pub(super) tag: &'a str,
    pub(super) message: &'a str,
    pub(super) app: Option<&'a str>,
}

impl Line<'_> {
    pub(super) fn into_entry(self) -> LogEntry {
        LogEntry {
            time: self.time,
            pid: self.pid,
            tid: self.tid,
            level: self.level.unwrap_or(LogLevel::Info),
            tag: self.tag.to_owned(),
            message: self.message.to_owned(),
            app: self.app.map(str::to_owned),
            meaning: Meaning::Plain,
            past: false,
        }
    }
}

/// Reads a line, or says that it is none.
pub(super) fn parse(line: &str) -> Option<Line<'_>> {
    let line = plain(line);
    match time::take(line) {
        Some((time, rest)) => {
            let read = columns(rest).or_else(|| studio(rest)).or_else(|| brief(rest))?;
            Some(Line { time: Some(time), ..read })
        }
        None => brief(line).or_else(|| process(line)),
    }
}

/// The head of an entry of `-v long`: `[ MM-DD hh:mm:ss.mmm  pid: tid L/tag ]`.
pub(super) fn parse_head(line: &str) -> Option<Line<'_>> {
    let inner = plain(line).strip_prefix("[ ")?.strip_suffix(" ]")?;
    let (time, rest) = time::take(inner)?;
    let rest = without_user(rest, |rest| {
        rest.trim_start().split_once(':').is_some_and(|(pid, _)| id(pid).is_some())
    });
    let (pid, rest) = rest.split_once(':')?;
    let (tid, rest) = time::word(rest)?;
    let (level, tag) = rest.split_once('/')?;
    let tag = tag.trim_end();
    let (pid, tid) = (Some(id(pid)?), Some(id(tid)?));
    Some(Line { time: Some(time), pid, tid, level: Some(letter(level)?), tag, ..Line::default() })
}

/// `PID TID L Tag: message`, the same with `L/Tag`, without the thread, or with a user before it all.
fn columns(rest: &str) -> Option<Line<'_>> {
    let is_number = |rest: &str| time::word(rest).is_some_and(|(word, _)| id(word).is_some());
    let rest = without_user(rest, is_number);
    let (pid, rest) = time::word(rest)?;
    let pid = Some(id(pid)?);
    let (tid, rest) = match time::word(rest)? {
        (word, rest) if id(word).is_some() => (id(word), rest),
        _ => (None, rest),
    };
    let (level, tag, message) = level_and_tag(rest)?;
    Some(Line { pid, tid, level: Some(level), tag, message, ..Line::default() })
}

/// `PID-TID tag   package   L  message`, as Android Studio copies it, or as it once did `PID-TID/package L/tag: message`.
fn studio(rest: &str) -> Option<Line<'_>> {
    let (ids, rest) = time::word(rest)?;
    let (ids, old) = ids.split_once('/').map_or((ids, None), |(ids, app)| (ids, Some(app)));
    let (pid, tid) = ids.split_once('-')?;
    let (pid, tid) = (Some(id(pid)?), Some(id(tid)?));
    if old.is_some() {
        let (level, tag, message) = level_and_tag(rest)?;
        return Some(Line { pid, tid, level: Some(level), tag, message, app: old, time: None });
    }
    let found = rest.match_indices("  ").find_map(|(at, _)| {
        let before = rest[..at].strip_suffix(|c: char| c.is_ascii_uppercase())?;
        let level = letter(&rest[before.len()..at])?;
        before.ends_with(' ').then_some((before, level, &rest[at + 2..]))
    });
    let (names, level, message) = found?;
    let (tag, app) = names.trim_end().rsplit_once(' ')?;
    let (tag, app) = (tag.trim_end(), Some(app));
    Some(Line { pid, tid, level: Some(level), tag, message, app, ..Line::default() })
}

/// `L/Tag(pid): message`, `L Tag(pid): message`, and `L/Tag: message` without a pid.
fn brief(rest: &str) -> Option<Line<'_>> {
    let level = letter(rest.get(..1)?)?;
    let slash = rest[1..].starts_with('/');
    let after = rest[1..].strip_prefix(['/', ' '])?;
    // A tag may have brackets of its own; the last before the first `): ` that holds a pid counts.
    let mut from = 0;
    while let Some(at) = after[from..].find("):") {
        let end = from + at;
        if let Some((tag, ids)) = after[..end].rsplit_once('(') {
            let pid = ids.rsplit(':').next().and_then(id);
            // Where the tag has a colon it may be a message: then only a padded pid is one.
            if pid.is_some() && (ids.len() >= 5 || !tag.contains(": ")) {
                let message = after[end + 2..].strip_prefix(' ').unwrap_or(&after[end + 2..]);
                let tag = tag.trim_end();
                return Some(Line { pid, level: Some(level), tag, message, ..Line::default() });
            }
        }
        from = end + 2;
    }
    if !slash {
        return None;
    }
    let (tag, message) = tag_and_message(after)?;
    let one_word = !tag.is_empty() && !tag.contains(' ');
    one_word.then_some(Line { level: Some(level), tag, message, ..Line::default() })
}

/// `L(pid) message  (tag)` and `L(pid:tid) message`.
fn process(line: &str) -> Option<Line<'_>> {
    let level = Some(letter(line.get(..1)?)?);
    let (ids, message) = line[1..].strip_prefix('(')?.split_once(") ")?;
    if let Some((pid, tid)) = ids.rsplit_once(':')
        && let (Some(pid), Some(tid)) = (pid.rsplit(':').next().and_then(id), id(tid))
    {
        return Some(Line { pid: Some(pid), tid: Some(tid), level, message, ..Line::default() });
    }
    let pid = Some(id(ids)?);
    let (message, tag) = message.strip_suffix(')')?.rsplit_once("  (")?;
    Some(Line { pid, level, tag: tag.trim_end(), message, ..Line::default() })
}

/// `L Tag: message` or `L/Tag: message`.
fn level_and_tag(rest: &str) -> Option<(LogLevel, &str, &str)> {
    let level = letter(rest.get(..1)?)?;
    let rest = rest[1..].strip_prefix([' ', '/'])?;
    let (tag, message) = tag_and_message(rest)?;
    Some((level, tag, message))
}

fn tag_and_message(rest: &str) -> Option<(&str, &str)> {
    match rest.split_once(": ") {
        Some((tag, message)) => Some((tag.trim_end(), message)),
        // An empty message, whose blank was lost on the way.
        None => rest.strip_suffix(':').map(|tag| (tag.trim_end(), "")),
    }
}

/// With `-v uid` a user stands before the pid.
fn without_user(rest: &str, is_pid: impl Fn(&str) -> bool) -> &str {
    if is_pid(rest) {
        // Two numbers and one more: the first is a user without a name.
        let mut words = rest.split_ascii_whitespace();
        let numbers = words.by_ref().take(3).filter(|word| id(word).is_some()).count();
        let user = numbers == 3 && words.next().is_some();
        return if user { time::word(rest).map_or(rest, |(_, rest)| rest) } else { rest };
    }
    match time::word(rest) {
        Some((user, after)) if is_user(user) && is_pid(after) => after,
        _ => rest,
    }
}

fn is_user(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn id(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn letter(text: &str) -> Option<LogLevel> {
    Some(match text {
        "V" => LogLevel::Verbose,
        "D" => LogLevel::Debug,
        "I" => LogLevel::Info,
        "W" => LogLevel::Warn,
        "E" => LogLevel::Error,
        "F" | "A" => LogLevel::Fatal,
        _ => return None,
    })
}

/// Without the colours of `-v color` and what old terminals add.
fn plain(line: &str) -> &str {
    let line = line.trim_end_matches('\r');
    let line = line.strip_suffix("\u{1b}[0m").unwrap_or(line);
    let colored = line.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
    match colored {
        Some((code, rest)) if code.bytes().all(|b| b.is_ascii_digit() || b == b';') => rest,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// pid:tid level tag | message (app)
    fn read(line: &str) -> String {
        let Some(line) = parse(line) else { return "none".to_owned() };
        let number = |id: Option<u32>| id.map(|id| id.to_string()).unwrap_or_default();
        let level = line.level.map(|level| level.to_string()).unwrap_or_default();
        let app = line.app.map(|app| format!(" ({app})")).unwrap_or_default();
        let (pid, tid) = (number(line.pid), number(line.tid));
        format!("{pid}:{tid} {level} {}|{}{app}", line.tag, line.message)
    }

    #[test]
    fn every_format_is_read() {
        for (line, expected) in [
            (
                "08-21 10:15:30.123  4321  4345 I ActivityTaskManager: Displayed x",
                "4321:4345 I ActivityTaskManager|Displayed x",
            ),
            (
                "08-21 10:15:30.123  4321  4345 E OkHttp  : <-- HTTP FAILED: java.io",
                "4321:4345 E OkHttp|<-- HTTP FAILED: java.io",
            ),
            ("08-21 10:15:30.123  4321  4345 I/Tag: m", "4321:4345 I Tag|m"),
            ("2026-08-21 10:15:30.123  4321  4345 A Tag: m", "4321:4345 F Tag|m"),
            ("2026-08-21 10:15:30.123  4321  4345 F/Tag: m", "4321:4345 F Tag|m"),
            ("08-21 10:15:30.123 4321 W/Tag: m", "4321: W Tag|m"),
            ("08-21 10:15:30.123 4321 W Tag: m", "4321: W Tag|m"),
            ("08-21 10:15:30.123 W/Tag     ( 4321): m", "4321: W Tag|m"),
            ("1755771330.123  4321  4345 D Tag: m", "4321:4345 D Tag|m"),
            ("1755771330.123 10123  4321  4345 D Tag: m", "4321:4345 D Tag|m"),
            ("1755771330.123 u0_a12  4321  4345 D Tag: m", "4321:4345 D Tag|m"),
            ("08-21 10:15:30.123 +0000  root  4321  4345 D Tag: m", "4321:4345 D Tag|m"),
            ("08-21 10:15:30.123 W/Tag     (root: 4321): m", "4321: W Tag|m"),
            ("V/Tag( 1): m", "1: V Tag|m"),
            ("V Tag(1): m", "1: V Tag|m"),
            ("E/a(b)(12): x): y", "12: E a(b)|x): y"),
            ("D/Tag: m: n", ": D Tag|m: n"),
            ("I( 4321) text  (Tag)", "4321: I Tag|text"),
            ("I( 4321: 4345) text", "4321:4345 I |text"),
            ("08-21 10:15:30.123  4321  4345 I Tag:", "4321:4345 I Tag|"),
            ("08-21 10:15:30.123  4321  4345 I : m", "4321:4345 I |m"),
            ("08-21 10:15:30.123  4321  4345 I a b: c", "4321:4345 I a b|c"),
            ("\u{1b}[38;5;40m08-21 10:15:30.123  1  2 I Tag: m\u{1b}[0m", "1:2 I Tag|m"),
            (
                "2026-01-20 22:26:59.579 15398-15399 VRI[Main]   com.app.x   D  vri 0  0",
                "15398:15399 D VRI[Main]|vri 0  0 (com.app.x)",
            ),
            ("2021-06-09 15:09:44.250 8827-8828/br.x D/Tag: m", "8827:8828 D Tag|m (br.x)"),
            ("D/the time is: ( 7318): 9", "7318: D the time is:|9"),
            ("--------- beginning of main", "none"),
            ("08-21 10:15:30.123  4321  4345 X Tag: m", "none"),
            ("08-21 10:15:30.123  4321  4345 I no colon", "none"),
            ("Exception in thread: x", "none"),
            ("", "none"),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn heads_of_the_long_format_are_read() {
        let head = parse_head("[ 02-06 00:34:22.848   864:  865 I/ConfigStore ]").unwrap();
        assert_eq!((head.pid, head.tid, head.tag), (Some(864), Some(865), "ConfigStore"));
        let head = parse_head("[ 1755771330.123 u0_a1   864:  865 E/Config ]").unwrap();
        assert_eq!((head.pid, head.level), (Some(864), Some(LogLevel::Error)));
        assert_eq!(parse_head("[ 02-06 now ]"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn threadtime_is_read_back(
            pid in 1_u32..99_999, tid in 1_u32..99_999, level in "[VDIWEF]",
            tag in "[A-Za-z_.]{1,30}", message in "[^\r\n\u{1b}]{0,200}",
        ) {
            let line = format!("1755771330.123 {pid:5} {tid:5} {level} {tag:<8}: {message}");
            let read = parse(&line).unwrap();
            prop_assert_eq!((read.pid, read.tid), (Some(pid), Some(tid)));
            prop_assert_eq!((read.tag, read.message), (tag.as_str(), message.as_str()));
        }

        #[test]
        fn any_text_is_read_or_not(line in "\\PC{0,120}") {
            parse(&line);
            parse_head(&line);
        }

        #[test]
        fn nearly_right_text_is_read_or_not(line in "[0-9 :.EI/()A-Z\\[\\]-]{0,60}") {
            parse(&line);
            parse_head(&line);
        }
    }
}
