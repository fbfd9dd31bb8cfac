//! Options the way toybox reads them.

use super::integer::integer;
use super::option_string::{Choice, OptionString};
use crate::files::path;
use crate::process::Process;

#[derive(Debug)]
pub(crate) struct Options<'a> {
    string: OptionString<'a>,
    found: Vec<Given<'a>>,
    /// What is not an option.
    pub(crate) rest: Vec<&'a str>,
}

#[derive(Debug)]
struct Given<'a> {
    choice: usize,
    text: Option<&'a str>,
    number: i64,
}

impl<'a> Options<'a> {
    /// Reads `arguments` by a string in toybox's language; what the phone does not do is not in it, and refused.
    /// A complaint is printed, and its exit code returned.
    pub(crate) async fn parse(
        process: &Process,
        arguments: &'a [String],
        string: &'a str,
    ) -> Result<Self, u8> {
        match Self::read(&arguments[1..], string) {
            Ok(options) => Ok(options),
            Err(complaint) => {
                let name = path::name(&arguments[0]);
                let (text, hint) = match complaint {
                    Complaint::Usage(text) => (text, format!(" (see \"{name} --help\")")),
                    Complaint::Value(text) => (text, String::new()),
                };
                process.complain(format!("{name}: {text}{hint}\n")).await;
                Err(refusal(name))
            }
        }
    }

    fn read(words: &'a [String], string: &'a str) -> Result<Self, Complaint> {
        let string = OptionString::parse(string);
        let mut options = Self { string, found: Vec::new(), rest: Vec::new() };
        let mut words = words.iter().map(String::as_str);
        let mut ended = false;
        while let Some(word) = words.next() {
            let Some(cluster) = word.strip_prefix('-').filter(|rest| !ended && !rest.is_empty())
            else {
                options.rest.push(word);
                ended |= options.string.stops_early;
                continue;
            };
            if cluster == "-" {
                ended = true;
                continue;
            }
            let before = options.found.len();
            let known = match cluster.strip_prefix('-') {
                Some(long) => options.long(long, &mut words)?,
                None => options.cluster(cluster, &mut words)?,
            };
            if let Err(unknown) = known {
                if !options.string.forgives {
                    return Err(Complaint::Usage(format!("Unknown option '{unknown}'")));
                }
                options.found.truncate(before);
                options.rest.push(word);
                ended |= options.string.stops_early;
            }
        }
        options.count()?;
        Ok(options)
    }

    /// `-abc VALUE`. What is not known comes back.
    fn cluster(
        &mut self,
        cluster: &'a str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Result<(), &'a str>, Complaint> {
        let mut rest = cluster;
        while let Some(letter) = rest.chars().next() {
            let named = |one: &Choice<'_>| one.letter == Some(letter) && !one.refused;
            let Some(index) = self.string.choices.iter().position(named) else {
                return Ok(Err(rest));
            };
            rest = &rest[letter.len_utf8()..];
            let choice = &self.string.choices[index];
            let takes = choice.kind.is_some() && !(choice.optional && rest.is_empty());
            self.switch(index)?;
            let text =
                match (takes, rest.is_empty()) {
                    (false, _) => None,
                    (true, false) => Some(std::mem::take(&mut rest)),
                    (true, true) => Some(words.next().ok_or_else(|| {
                        Complaint::Usage(format!("Missing argument to -{letter}"))
                    })?),
                };
            self.take(index, text)?;
        }
        Ok(Ok(()))
    }

    /// `--name`, `--name=VALUE` or `--name VALUE`; the beginning of a name will do.
    fn long(
        &mut self,
        long: &'a str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Result<(), &'a str>, Complaint> {
        let (name, attached) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let names = || {
            let choices = self.string.choices.iter().enumerate();
            choices.flat_map(|(index, choice)| choice.names.iter().map(move |name| (index, *name)))
        };
        let exact = names().find(|(_, known)| *known == name);
        let mut close: Vec<_> = names().filter(|(_, known)| known.starts_with(name)).collect();
        let (index, known) = match (exact, close.as_slice()) {
            (Some(found), _) => found,
            (None, [found]) => *found,
            (None, []) => return Ok(Err(long)),
            (None, _) => {
                close.sort_by_key(|(index, _)| *index);
                let list: Vec<&str> = close.iter().map(|(_, name)| *name).collect();
                return Err(Complaint::Value(format!("bad --{long} ({})", list.join(" "))));
            }
        };
        self.switch(index)?;
        let choice = &self.string.choices[index];
        let text = match attached {
            Some(value) if choice.kind.is_some() => Some(value),
            None if choice.kind.is_some() && !choice.optional => {
                let spelled = choice
                    .letter
                    .map_or_else(|| format!("--{known}"), |letter| format!("-{letter}"));
                let missing = || Complaint::Usage(format!("Missing argument to {spelled}"));
                Some(words.next().ok_or_else(missing)?)
            }
            _ => None,
        };
        self.take(index, text)?;
        Ok(Ok(()))
    }

    /// Switches others off and on, and refuses what does not go together.
    fn switch(&mut self, index: usize) -> Result<(), Complaint> {
        let Self { string, found, .. } = self;
        let choice = &string.choices[index];
        let letter_of = |given: &Given<'_>| string.choices[given.choice].letter;
        found.retain(|given| !letter_of(given).is_some_and(|one| choice.off.contains(one)));
        for on in choice.on.chars() {
            if let Some(other) = string.choices.iter().position(|one| one.letter == Some(on)) {
                found.push(Given { choice: other, text: None, number: 0 });
            }
        }
        let clash = string.choices.iter().rev().find(|other| {
            let given = |given: &Given<'_>| letter_of(given) == other.letter;
            choice.letter.is_some_and(|letter| other.forbids.contains(letter))
                && found.iter().any(given)
        });
        if let (Some(letter), Some(other)) = (choice.letter, clash.and_then(|other| other.letter)) {
            return Err(Complaint::Usage(format!("No '{letter}' with '{other}'")));
        }
        Ok(())
    }

    fn take(&mut self, index: usize, text: Option<&'a str>) -> Result<(), Complaint> {
        let choice = &self.string.choices[index];
        let number = match (choice.kind, text) {
            (Some('#' | '-'), Some(text)) => bounded(choice, text)?,
            _ => 0,
        };
        self.found.push(Given { choice: index, text, number });
        Ok(())
    }

    fn count(&self) -> Result<(), Complaint> {
        let (least, most) = (self.string.least, self.string.most.unwrap_or(usize::MAX));
        let usage = |text| Err(Complaint::Usage(text));
        match self.rest.len() {
            count if count < least && least == 1 => return usage("Needs 1 argument".to_owned()),
            count if count < least => return usage(format!("Need {least} arguments")),
            count if count > most => {
                let plural = if most == 1 { "" } else { "s" };
                return usage(format!("Max {most} argument{plural}"));
            }
            _ => {}
        }
        let required = self.string.choices.iter().rev().filter(|choice| choice.required);
        let letters: String = required.filter_map(|choice| choice.letter).collect();
        if !letters.is_empty() && !letters.chars().any(|letter| self.has(letter)) {
            return usage(format!("Needs -{letters}"));
        }
        Ok(())
    }

    fn given(&self, letter: char) -> impl DoubleEndedIterator<Item = &Given<'a>> {
        self.found
            .iter()
            .filter(move |given| self.string.choices[given.choice].letter == Some(letter))
    }

    pub(crate) fn has(&self, letter: char) -> bool {
        self.given(letter).next().is_some()
    }

    pub(crate) fn has_any(&self, letters: &str) -> bool {
        letters.chars().any(|letter| self.has(letter))
    }

    /// How often it was given.
    pub(crate) fn times(&self, letter: char) -> usize {
        self.given(letter).count()
    }

    /// Is one given that has only this long name?
    pub(crate) fn has_long(&self, name: &str) -> bool {
        self.found.iter().any(|given| self.string.choices[given.choice].names.contains(&name))
    }

    /// The last value given.
    pub(crate) fn value(&self, letter: char) -> Option<&'a str> {
        self.given(letter).next_back().and_then(|given| given.text)
    }

    /// Every value given.
    pub(crate) fn values(&self, letter: char) -> impl Iterator<Item = &'a str> {
        self.given(letter).filter_map(|given| given.text)
    }

    /// Every value given to one of these letters, in order.
    pub(crate) fn values_of(&self, letters: &str) -> impl Iterator<Item = (char, &'a str)> {
        self.found.iter().filter_map(move |given| {
            let letter = self.string.choices[given.choice].letter?;
            Some((letter, given.text?)).filter(|_| letters.contains(letter))
        })
    }

    /// The last number given, or the default.
    pub(crate) fn number(&self, letter: char) -> Option<i64> {
        let choice = self.string.choices.iter().find(|choice| choice.letter == Some(letter));
        let given = self.given(letter).next_back().map(|given| given.number);
        given.or_else(|| choice.and_then(|choice| choice.default))
    }
}

enum Complaint {
    /// Followed by a hint at the help.
    Usage(String),
    Value(String),
}

fn bounded(choice: &Choice<'_>, text: &str) -> Result<i64, Complaint> {
    let mut number = integer(text).map_err(Complaint::Value)?;
    if choice.kind == Some('-') && !text.starts_with(|c: char| c.is_ascii_punctuation()) {
        number = number.wrapping_neg();
    }
    let letter = choice.letter.unwrap_or('?');
    match (choice.low, choice.high) {
        (Some(low), _) if number < low => Err(Complaint::Usage(format!("-{letter} < {low}"))),
        (_, Some(high)) if number > high => Err(Complaint::Usage(format!("-{letter} > {high}"))),
        _ => Ok(number),
    }
}

/// The exit code for wrong options; some commands need 1 for their own answers.
pub(crate) fn refusal(name: &str) -> u8 {
    match name {
        "cmp" | "egrep" | "fgrep" | "grep" | "sort" => 2,
        "env" | "nohup" | "timeout" => 125,
        _ => 1,
    }
}

/// `let options = options!(process, arguments, "<1ab:");` returns from the command when they are wrong.
macro_rules! options {
    ($process:expr, $arguments:expr, $string:literal) => {
        match $crate::userland::options::Options::parse($process, $arguments, $string).await {
            Ok(options) => options,
            Err(status) => return Ok(status),
        }
    };
}
pub(crate) use options;
