//! The output formats of `-v` and what modifies them.

use crate::android::{Level, LogEntry};
use crate::files::user_name;
use jiff::tz::TimeZone;
use std::fmt::Write as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Brief,
    Long,
    Process,
    Raw,
    Tag,
    Thread,
    ThreadTime,
    Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    Wall,
    Epoch,
    Monotonic,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a modifier that combines with the others"
)]
#[derive(Clone, Debug)]
pub(super) struct Format {
    layout: Layout,
    clock: Clock,
    digits: usize,
    utc: bool,
    year: bool,
    zone: bool,
    uid: bool,
    color: bool,
    printable: bool,
}

impl Default for Format {
    fn default() -> Self {
        Self {
            layout: Layout::ThreadTime,
            clock: Clock::Wall,
            digits: 3,
            utc: false,
            year: false,
            zone: false,
            uid: false,
            color: false,
            printable: false,
        }
    }
}

impl Format {
    /// Takes one name of a `-v` list. False when it is unknown.
    #[must_use]
    pub(super) fn set(&mut self, name: &str) -> bool {
        match name {
            "brief" => self.layout = Layout::Brief,
            "long" => self.layout = Layout::Long,
            "process" => self.layout = Layout::Process,
            "raw" => self.layout = Layout::Raw,
            "tag" => self.layout = Layout::Tag,
            "thread" => self.layout = Layout::Thread,
            "threadtime" => self.layout = Layout::ThreadTime,
            "time" => self.layout = Layout::Time,
            "epoch" => self.clock = Clock::Epoch,
            "monotonic" => self.clock = Clock::Monotonic,
            "usec" | "us" => self.digits = 6,
            "nsec" | "ns" => self.digits = 9,
            "UTC" | "utc" => {
                self.utc = true;
                self.zone = true;
            }
            "year" => self.year = true,
            "zone" => self.zone = true,
            "uid" => self.uid = true,
            "color" | "colour" => self.color = true,
            "printable" => self.printable = true,
            // Names the fields of binary events, of which there are none.
            "descriptive" => {}
            // A time zone by name, such as `Europe/Berlin`, would have to come through `TZ`.
            _ => return false,
        }
        true
    }

    /// One entry with its line ends.
    pub(super) fn entry(&self, entry: &LogEntry, zone: &TimeZone, text: &mut String) {
        let letter = entry.level.letter();
        let (pid, tid, tag) = (entry.pid, entry.tid, &entry.tag);
        // The uid goes before the pid: as `root:` where they are in brackets, as a column elsewhere.
        let uid = if self.uid { format!("{:>5}", user_name(entry.uid)) } else { String::new() };
        let (column, bracket) =
            if self.uid { (format!("{uid} "), format!("{uid}:")) } else { (uid.clone(), uid) };
        let (prefix, suffix) = match self.layout {
            Layout::Brief => (format!("{letter}/{tag:<8}({bracket}{pid:5}): "), String::new()),
            Layout::Tag => (format!("{letter}/{tag:<8}: "), String::new()),
            Layout::Process => (format!("{letter}({bracket}{pid:5}) "), format!("  ({tag})")),
            Layout::Thread => (format!("{letter}({bracket}{pid:5}:{tid:5}) "), String::new()),
            Layout::Raw => (String::new(), String::new()),
            Layout::Time => {
                let time = self.time(entry, zone);
                (format!("{time} {letter}/{tag:<8}({bracket}{pid:5}): "), String::new())
            }
            Layout::ThreadTime => {
                let time = self.time(entry, zone);
                (format!("{time} {column}{pid:5} {tid:5} {letter} {tag:<8}: "), String::new())
            }
            Layout::Long => {
                let time = self.time(entry, zone);
                (format!("[ {time} {column}{pid:5}:{tid:5} {letter}/{tag:<8} ]\n"), "\n".to_owned())
            }
        };
        let message = if self.printable { escaped(&entry.message) } else { entry.message.clone() };
        let message = message.strip_suffix('\n').unwrap_or(&message);
        let (on, off) = self.colors(entry.level);
        if self.layout == Layout::Long {
            writeln!(text, "{on}{prefix}{message}{off}{suffix}").ok();
            return;
        }
        for line in message.split('\n') {
            writeln!(text, "{on}{prefix}{line}{suffix}{off}").ok();
        }
    }

    fn time(&self, entry: &LogEntry, zone: &TimeZone) -> String {
        let digits = self.digits;
        let seconds = |seconds: u64, nanoseconds: u32| {
            let fraction = &format!("{nanoseconds:09}")[..digits];
            format!("{seconds:5}.{fraction}")
        };
        match self.clock {
            Clock::Monotonic => seconds(entry.uptime.as_secs(), entry.uptime.subsec_nanos()),
            Clock::Epoch => seconds(
                u64::try_from(entry.time.as_second()).unwrap_or(0),
                u32::try_from(entry.time.subsec_nanosecond()).unwrap_or(0),
            ),
            Clock::Wall => {
                let zone = if self.utc { TimeZone::UTC } else { zone.clone() };
                let time = entry.time.to_zoned(zone);
                let fraction = &format!("{:09}", time.subsec_nanosecond())[..digits];
                let year = if self.year { "%Y-" } else { "" };
                let moment = time.strftime(&format!("{year}%m-%d %H:%M:%S")).to_string();
                let zone = if self.zone { time.strftime(" %z").to_string() } else { String::new() };
                format!("{moment}.{fraction}{zone}")
            }
        }
    }

    fn colors(&self, level: Level) -> (String, &'static str) {
        if !self.color {
            return (String::new(), "");
        }
        let color = match level {
            Level::Verbose => 231,
            Level::Debug => 75,
            Level::Info => 40,
            Level::Warn => 166,
            Level::Error | Level::Fatal => 196,
        };
        (format!("\u{1b}[38;5;{color}m"), "\u{1b}[0m")
    }
}

/// Control characters as escapes.
fn escaped(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for character in message.chars() {
        match character {
            '\n' => text.push('\n'),
            '\t' => text.push('\t'),
            '\\' => text.push_str("\\\\"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            control if control.is_control() => {
                write!(text, "\\{:03o}", u32::from(control)).ok();
            }
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::android::Buffer;
    use std::time::Duration;

    fn check(names: &str, expected: &str) {
        let mut format = Format::default();
        for name in names.split(',').filter(|name| !name.is_empty()) {
            assert!(format.set(name), "{name}");
        }
        let entry = LogEntry {
            sequence: 1,
            time: "2026-08-21T10:15:30.123456789Z".parse().unwrap(),
            uptime: Duration::from_micros(7_000_125),
            buffer: Buffer::Main,
            level: Level::Warn,
            pid: 4321,
            tid: 4345,
            uid: 10_123,
            tag: "Shop".to_owned(),
            message: "one\n\ttwo\u{7}".to_owned(),
        };
        let mut text = String::new();
        format.entry(&entry, &TimeZone::get("Europe/Berlin").unwrap(), &mut text);
        assert_eq!(text, expected, "{names}");
    }

    #[test]
    fn layouts() {
        check(
            "",
            "08-21 12:15:30.123  4321  4345 W Shop    : one\n08-21 12:15:30.123  4321  4345 W Shop    : \ttwo\u{7}\n",
        );
        check("brief", "W/Shop    ( 4321): one\nW/Shop    ( 4321): \ttwo\u{7}\n");
        check("tag", "W/Shop    : one\nW/Shop    : \ttwo\u{7}\n");
        check("process", "W( 4321) one  (Shop)\nW( 4321) \ttwo\u{7}  (Shop)\n");
        check("thread", "W( 4321: 4345) one\nW( 4321: 4345) \ttwo\u{7}\n");
        check("raw", "one\n\ttwo\u{7}\n");
        check(
            "time",
            "08-21 12:15:30.123 W/Shop    ( 4321): one\n08-21 12:15:30.123 W/Shop    ( 4321): \ttwo\u{7}\n",
        );
        check("long", "[ 08-21 12:15:30.123  4321: 4345 W/Shop     ]\none\n\ttwo\u{7}\n\n");
    }

    #[test]
    fn modifiers_combine() {
        let first = |names: &str, expected: &str| {
            let rest = expected.replace("one", "\ttwo\u{7}");
            check(names, &format!("{expected}\n{rest}\n"));
        };
        first("threadtime,epoch", "1787307330.123  4321  4345 W Shop    : one");
        first("time,monotonic,usec", "    7.000125 W/Shop    ( 4321): one");
        first("time,UTC", "08-21 10:15:30.123 +0000 W/Shop    ( 4321): one");
        first("year,zone,nsec,time", "2026-08-21 12:15:30.123456789 +0200 W/Shop    ( 4321): one");
        first("uid", "08-21 12:15:30.123 u0_a123  4321  4345 W Shop    : one");
        first("brief,uid", "W/Shop    (u0_a123: 4321): one");
        check(
            "raw,color,printable",
            "\u{1b}[38;5;166mone\u{1b}[0m\n\u{1b}[38;5;166m\ttwo\\a\u{1b}[0m\n",
        );
        assert!(!Format::default().set("fancy"));
    }
}
