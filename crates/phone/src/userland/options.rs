//! Options the way toybox reads them.

use crate::process::Process;

pub(crate) struct Options<'a> {
    found: Vec<(char, &'a str)>,
    /// What is not an option.
    pub(crate) rest: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Reads `arguments` (without the name) by a list of letters; `:` after one means that it takes a value,
    /// `^` at the start that options end at the first word. A complaint is printed, and its exit code returned.
    pub(crate) async fn parse(
        process: &Process,
        arguments: &'a [String],
        letters: &str,
    ) -> Result<Self, u8> {
        let name = &arguments[0];
        let (letters, early) = match letters.strip_prefix('^') {
            Some(letters) => (letters, true),
            None => (letters, false),
        };
        let mut options = Self { found: Vec::new(), rest: Vec::new() };
        let mut words = arguments[1..].iter().map(String::as_str);
        while let Some(word) = words.next() {
            if word == "--" {
                options.rest.extend(words);
                break;
            }
            let Some(cluster) = word.strip_prefix('-').filter(|cluster| !cluster.is_empty()) else {
                options.rest.push(word);
                if early {
                    options.rest.extend(words);
                    break;
                }
                continue;
            };
            for (index, letter) in cluster.char_indices() {
                let known = letters.find(letter).filter(|_| letter != ':');
                let Some(at) = known else {
                    let shown = if letter == '-' {
                        word.trim_start_matches('-').to_owned()
                    } else {
                        letter.to_string()
                    };
                    process
                        .complain(format!(
                            "{name}: Unknown option '{shown}' (see \"{name} --help\")\n"
                        ))
                        .await;
                    return Err(refusal(name));
                };
                if letters[at + letter.len_utf8()..].starts_with(':') {
                    let attached = &word[1 + index + letter.len_utf8()..];
                    let value = if attached.is_empty() { words.next() } else { Some(attached) };
                    let Some(value) = value else {
                        process
                            .complain(format!(
                                "{name}: Missing argument to '{letter}' (see \"{name} --help\")\n"
                            ))
                            .await;
                        return Err(refusal(name));
                    };
                    options.found.push((letter, value));
                    break;
                }
                options.found.push((letter, ""));
            }
        }
        Ok(options)
    }

    pub(crate) fn has(&self, letter: char) -> bool {
        self.found.iter().any(|(found, _)| *found == letter)
    }

    /// The last value given.
    pub(crate) fn value(&self, letter: char) -> Option<&'a str> {
        self.found.iter().rev().find(|(found, _)| *found == letter).map(|(_, value)| *value)
    }

    /// Every value given.
    pub(crate) fn values(&self, letter: char) -> impl Iterator<Item = &'a str> {
        self.found.iter().filter(move |(found, _)| *found == letter).map(|(_, value)| *value)
    }

    /// Fewer operands than needed is an error.
    pub(crate) async fn need(&self, process: &Process, name: &str, count: usize) -> Result<(), u8> {
        if self.rest.len() >= count {
            return Ok(());
        }
        let needs = if count == 1 { "Needs 1 argument" } else { "Need 2 arguments" };
        process.complain(format!("{name}: {needs} (see \"{name} --help\")\n")).await;
        Err(refusal(name))
    }
}

/// The exit code for wrong options; some commands need 1 for their own answers.
fn refusal(name: &str) -> u8 {
    match name {
        "cmp" | "egrep" | "fgrep" | "grep" | "sort" => 2,
        "env" | "nohup" | "timeout" => 125,
        _ => 1,
    }
}

/// `let options = options!(process, arguments, "ab:");` returns from the command when they are wrong.
macro_rules! options {
    ($process:expr, $arguments:expr, $letters:literal) => {
        match $crate::userland::options::Options::parse($process, $arguments, $letters).await {
            Ok(options) => options,
            Err(status) => return Ok(status),
        }
    };
    ($process:expr, $arguments:expr, $letters:literal, $count:literal) => {{
        let options = $crate::userland::options::options!($process, $arguments, $letters);
        if let Err(status) = options.need($process, &$arguments[0], $count).await {
            return Ok(status);
        }
        options
    }};
}
pub(crate) use options;

/// A count with toybox's suffixes: `k`, `m`, `g`.
pub(crate) fn number(text: &str) -> Option<i64> {
    let (digits, factor) = match text.char_indices().last()? {
        (index, 'k' | 'K') => (&text[..index], 1024),
        (index, 'm' | 'M') => (&text[..index], 1024 * 1024),
        (index, 'g' | 'G') => (&text[..index], 1024 * 1024 * 1024),
        (index, 'b') => (&text[..index], 512),
        _ => (text, 1),
    };
    digits.parse::<i64>().ok()?.checked_mul(factor)
}
