//! The command line of `logcat`.

use super::filter::Filter;
use super::format::Format;
use super::moment;
use crate::android::Buffer;
use jiff::{Timestamp, Zoned};
use regex::Regex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Read,
    Clear,
    Sizes,
    /// To so many bytes.
    Resize(usize),
    Statistics,
    Help,
    /// Something was set that has no effect here.
    Nothing,
}

/// Where reading begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Start {
    Oldest,
    Last(usize),
    Since(Timestamp),
}

#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) purpose: Purpose,
    pub(super) buffers: Vec<Buffer>,
    pub(super) dump: bool,
    pub(super) start: Start,
    pub(super) format: Format,
    pub(super) filter: Filter,
    pub(super) pid: Option<u32>,
    pub(super) uids: Vec<u32>,
    pub(super) regex: Option<Regex>,
    /// With a regex and a count: print the other lines, too, without counting them.
    pub(super) print_all: bool,
    pub(super) max_count: Option<usize>,
    pub(super) dividers: bool,
    pub(super) binary: bool,
    pub(super) file: Option<String>,
    pub(super) warnings: Vec<String>,
}

impl Arguments {
    /// Reads the words after the name. `tags` is `ANDROID_LOG_TAGS`, which counts when no filter is given.
    pub(super) fn parse(words: &[String], tags: Option<&str>, now: &Zoned) -> Result<Self, String> {
        let mut arguments = Self {
            purpose: Purpose::Read,
            buffers: Vec::new(),
            dump: false,
            start: Start::Oldest,
            format: Format::default(),
            filter: Filter::default(),
            pid: None,
            uids: Vec::new(),
            regex: None,
            print_all: false,
            max_count: None,
            dividers: false,
            binary: false,
            file: None,
            warnings: Vec::new(),
        };
        let mut filters: Vec<&str> = Vec::new();
        let mut rest = words.iter().map(String::as_str);
        while let Some(word) = rest.next() {
            if word == "--" {
                filters.extend(rest.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                let (name, glued) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value)),
                    None => (long, None),
                };
                let letter = letter_of(name).ok_or_else(|| unrecognized(word))?;
                // The size may be missing; then sizes are shown.
                let value = match glued {
                    None if takes_value(letter) => rest.next(),
                    glued => glued,
                };
                arguments.set(letter, word, value, now)?;
            } else if word.len() > 1 && word.starts_with('-') {
                for (index, letter) in word[1..].char_indices() {
                    if !takes_value(letter) && letter != 'G' {
                        arguments.set(letter, word, None, now)?;
                        continue;
                    }
                    let glued = &word[1 + index + letter.len_utf8()..];
                    let value = if glued.is_empty() { rest.next() } else { Some(glued) };
                    arguments.set(letter, word, value, now)?;
                    break;
                }
            } else {
                filters.push(word);
            }
        }
        if filters.is_empty() {
            filters.extend(tags);
        }
        for filter in filters
            .iter()
            .flat_map(|filter| filter.split([' ', '\t', ',']))
            .filter(|filter| !filter.is_empty())
        {
            if !arguments.filter.add(filter) {
                return Err(format!("Invalid filter expression '{filter}'."));
            }
        }
        if arguments.buffers.is_empty() {
            arguments.buffers = Buffer::DEFAULT.to_vec();
        }
        Ok(arguments)
    }

    fn set(
        &mut self,
        letter: char,
        word: &str,
        value: Option<&str>,
        now: &Zoned,
    ) -> Result<(), String> {
        let needed = || value.ok_or_else(|| format!("Option '{word}' needs an argument."));
        match letter {
            'd' => self.dump = true,
            't' | 'T' => {
                self.dump |= letter == 't';
                self.start = self.start_at(letter, needed()?, now)?;
            }
            'D' => self.dividers = true,
            'B' => self.binary = true,
            's' => self.filter.silence(),
            'c' => self.purpose = Purpose::Clear,
            'S' => self.purpose = Purpose::Statistics,
            'g' => self.purpose = Purpose::Sizes,
            'G' if value.is_none() => self.purpose = Purpose::Sizes,
            'h' => self.purpose = Purpose::Help,
            'G' => self.purpose = Purpose::Resize(size(needed()?)?),
            // There is no earlier boot, no list to prune.
            'P' | 'p' | 'L' => self.purpose = Purpose::Nothing,
            'b' => self.add_buffers(needed()?)?,
            'v' => {
                for name in needed()?.split([',', ' ']).filter(|name| !name.is_empty()) {
                    if !self.format.set(name) {
                        return Err(format!("Invalid parameter '{name}' to -v"));
                    }
                }
            }
            'm' => {
                let text = needed()?;
                let count = text.parse().ok().filter(|count| *count > 0);
                self.max_count =
                    Some(count.ok_or_else(|| format!("-m {text} isn't a positive number."))?);
            }
            'e' => {
                let text = needed()?;
                self.regex = Some(Regex::new(text).map_err(|_| format!("bad regex '{text}'"))?);
            }
            'f' => self.file = Some(needed()?.to_owned()),
            // Files are not rotated.
            'r' | 'n' | 'I' => drop(needed()?),
            'i' => self.pid = Some(number(word, needed()?)?),
            'u' => {
                for uid in needed()?.split(',') {
                    self.uids.push(number(word, uid)?);
                }
            }
            'a' => self.print_all = true,
            'w' => {}
            _ => return Err(unrecognized(word)),
        }
        Ok(())
    }

    fn start_at(&mut self, letter: char, text: &str, now: &Zoned) -> Result<Start, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Start::Last(match text.parse() {
                Ok(count) if count > 0 => count,
                Ok(_) | Err(_) => {
                    self.warnings.push(format!("WARNING: -{letter} {text} invalid, setting to 1"));
                    1
                }
            }));
        }
        moment::parse(text, now)
            .map(Start::Since)
            .ok_or_else(|| format!("-{letter} '{text}' not in time format."))
    }

    fn add_buffers(&mut self, names: &str) -> Result<(), String> {
        for name in names.split(',') {
            match name {
                "default" => self.buffers.extend(Buffer::DEFAULT),
                "all" => self.buffers.extend(Buffer::ALL),
                // They exist, and nothing is in them for a shell.
                "security" | "stats" => {}
                _ => match Buffer::ALL.into_iter().find(|buffer| buffer.name() == name) {
                    Some(buffer) => self.buffers.push(buffer),
                    None => return Err(format!("Unknown buffer '{name}'")),
                },
            }
        }
        self.buffers.sort_unstable();
        self.buffers.dedup();
        Ok(())
    }
}

fn number(word: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{word} {text} out of range."))
}

fn unrecognized(word: &str) -> String {
    format!("Unrecognized option '{word}'.")
}

/// A number with its unit, within what the log daemon allows.
fn size(text: &str) -> Result<usize, String> {
    let wrong = || format!("Invalid argument to -G '{text}'.");
    let (number, unit) = match text
        .trim_end_matches(['B', 'b'])
        .split_at_checked(text.trim_end_matches(['B', 'b']).len().saturating_sub(1))
    {
        Some((number, "K" | "k")) => (number, 10),
        Some((number, "M" | "m")) => (number, 20),
        Some((number, "G" | "g")) => (number, 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << unit));
    bytes.filter(|bytes| (SMALLEST..=LARGEST).contains(bytes)).ok_or_else(wrong)
}

const SMALLEST: usize = 64 << 10;
const LARGEST: usize = 256 << 20;

fn takes_value(letter: char) -> bool {
    "tTbvmefrniuIP".contains(letter)
}

/// Long options by the letter that means the same; those without one have a letter here that no user can type.
fn letter_of(name: &str) -> Option<char> {
    let known = LONG.iter().find(|(long, _)| *long == name).map(|(_, letter)| *letter);
    known.or_else(|| {
        let mut starting =
            LONG.iter().filter(|(long, _)| !name.is_empty() && long.starts_with(name));
        starting.next().filter(|_| starting.next().is_none()).map(|(_, letter)| *letter)
    })
}

const LONG: [(&str, char); 22] = [
    ("binary", 'B'),
    ("buffer", 'b'),
    ("buffer-size", 'G'),
    ("clear", 'c'),
    ("dividers", 'D'),
    ("file", 'f'),
    ("format", 'v'),
    ("grep", 'e'),
    ("help", 'h'),
    ("id", 'I'),
    ("last", 'L'),
    ("max-count", 'm'),
    ("pid", 'i'),
    ("print", 'a'),
    ("prune", 'P'),
    ("regex", 'e'),
    ("rotate-count", 'n'),
    ("rotate-kbytes", 'r'),
    ("statistics", 'S'),
    ("tail", 't'),
    ("uid", 'u'),
    ("wrap", 'w'),
];

pub(super) const HELP: &str = "\
Usage: logcat [options] [filterspecs]

General options:
  -b, --buffer=BUFFER       Request alternate ring buffer(s): main system radio events crash default all
  -c, --clear               Clear (flush) the entire log and exit
  -d                        Dump the log and then exit (don't block)
  --pid=PID                 Only print logs from the given pid
  --uid=UIDS                Only display log messages from UIDs in the comma separated list
  -D, --dividers            Print dividers between each log buffer
  -B, --binary              Output the log in binary
  -e, --regex=EXPR          Only print lines where the log message matches EXPR
  -m, --max-count=COUNT     Quit after printing COUNT lines
  --print                   With --regex and --max-count, also print lines that do not match
  -t COUNT, -t TIME         Print only the most recent lines (implies -d)
  -T COUNT, -T TIME         Print only the most recent lines (does not imply -d)
  -f, --file=FILE           Log to file instead of stdout
  -g, --buffer-size         Get the size of the ring buffers
  -S, --statistics          Output statistics
  -s                        Set default filter to silent
  -v, --format=FORMAT       brief long process raw tag thread threadtime time, with modifiers
                            color descriptive epoch monotonic printable uid usec UTC year zone

filterspecs are a series of  <tag>[:priority]  with priority one of V D I W E F S
";

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&words, None, &"2026-11-15T10:15:00Z[UTC]".parse().unwrap())
    }

    #[test]
    fn options_and_filters_mix() {
        let arguments = parse("-d *:W -s Shop -vtime --pid=12 -t 20 -b main,crash").unwrap();
        assert!(arguments.dump);
        assert_eq!(arguments.start, Start::Last(20));
        assert_eq!(arguments.pid, Some(12));
        assert_eq!(arguments.buffers, [Buffer::Main, Buffer::Crash]);
        let arguments = parse("--pid 12 -T 08-21T10:15:30.123 -G 16M").unwrap();
        assert_eq!((arguments.pid, arguments.purpose), (Some(12), Purpose::Resize(16 << 20)));
        assert_eq!(arguments.start, Start::Since("2026-08-21T10:15:30.123Z".parse().unwrap()));
        assert_eq!(parse("-t 0").unwrap().warnings, ["WARNING: -t 0 invalid, setting to 1"]);
        assert_eq!(parse("-b all").unwrap().buffers, Buffer::ALL);
    }

    #[test]
    fn says_what_is_wrong() {
        let check = |line: &str, expected: &str| {
            assert_eq!(parse(line).err().as_deref(), Some(expected), "{line}");
        };
        check("-b nosuch", "Unknown buffer 'nosuch'");
        check("-v fancy", "Invalid parameter 'fancy' to -v");
        check("Shop:X", "Invalid filter expression 'Shop:X'.");
        check("--nosuch", "Unrecognized option '--nosuch'.");
        check("-Z", "Unrecognized option '-Z'.");
        check("-t yesterday", "-t 'yesterday' not in time format.");
        check("--pid=x", "--pid=x x out of range.");
        check("-e", "Option '-e' needs an argument.");
        check("-m 0", "-m 0 isn't a positive number.");
        check("-e (", "bad regex '('");
    }
}
