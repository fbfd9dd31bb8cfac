//! Reads a script of `sed`.

use super::regular::{Dialect, compile};
use crate::text;
use regex::bytes::Regex;
use std::sync::Arc;

/// An empty pattern is the one that was used last.
pub(super) type Pattern = Option<Arc<Regex>>;

pub(super) enum Address {
    Line(u64),
    Last,
    Match(Arc<Regex>),
    /// So many lines after the first.
    Later(u64),
}

pub(super) struct Command {
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) not: bool,
    pub(super) action: Action,
}

pub(super) enum Action {
    /// Where the block ends.
    Block(usize),
    EndOfBlock,
    Label,
    Append(Vec<u8>),
    Insert(Vec<u8>),
    Change(Vec<u8>),
    Read(String),
    Write(String),
    Substitute(Box<Substitution>),
    Translate(Box<[u8; 256]>),
    Jump(When, Target),
    Quit(u8),
    /// One of the letters that take nothing.
    Plain(u8),
}

pub(super) enum When {
    Always,
    Substituted,
    NotSubstituted,
}

pub(super) enum Target {
    /// Of the script.
    End,
    Command(usize),
    /// Only who gets there is told.
    Missing(String),
}

pub(super) struct Substitution {
    pub(super) pattern: Pattern,
    pub(super) replacement: Vec<Part>,
    /// Only this one, or from this one on.
    pub(super) nth: usize,
    pub(super) all: bool,
    pub(super) print: bool,
    pub(super) write: Option<String>,
}

pub(super) enum Part {
    Text(Vec<u8>),
    Group(usize),
}

/// The commands of a script, and what is wrong with it after those. Each piece stands for itself, but for a text that goes on.
pub(super) fn parse(pieces: &[String], extended: bool) -> (Vec<Command>, Result<(), String>) {
    let mut parser = Parser {
        pieces: pieces.iter(),
        bytes: Vec::new(),
        at: 0,
        start: 0,
        extended,
        commands: Vec::new(),
        open: Vec::new(),
        labels: Vec::new(),
        jumps: Vec::new(),
    };
    while let Some(piece) = parser.pieces.next() {
        parser.bytes = text::encode(piece).into_owned();
        parser.at = 0;
        if let Err(message) = parser.piece() {
            return (parser.commands, Err(message));
        }
    }
    let finished = parser.finish();
    (parser.commands, finished)
}

struct Parser<'a> {
    pieces: std::slice::Iter<'a, String>,
    bytes: Vec<u8>,
    at: usize,
    /// Where the command begins.
    start: usize,
    extended: bool,
    commands: Vec<Command>,
    open: Vec<usize>,
    labels: Vec<(Vec<u8>, usize)>,
    /// Commands and the labels they jump to.
    jumps: Vec<(usize, Vec<u8>)>,
}

impl Parser<'_> {
    fn piece(&mut self) -> Result<(), String> {
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b';') {
                self.at += 1;
            }
            match self.peek() {
                None => return Ok(()),
                Some(b'#') => {
                    while self.on_line().is_some() {
                        self.at += 1;
                    }
                }
                Some(_) => self.command()?,
            }
        }
    }

    fn command(&mut self) -> Result<(), String> {
        self.start = self.at;
        let (from, to, not, count) = self.addresses()?;
        let Some(letter) = self.peek() else { return Err(self.bad()) };
        self.at += 1;
        if (count > 0 && b"}:".contains(&letter)) || (count > 1 && b"aiqr=".contains(&letter)) {
            return Err(self.bad());
        }
        let index = self.commands.len();
        let action = match letter {
            b'{' => {
                self.open.push(index);
                Action::Block(0)
            }
            b'}' => {
                let begin = self.open.pop().ok_or_else(|| self.bad())?;
                self.commands[begin].action = Action::Block(index);
                Action::EndOfBlock
            }
            b':' => {
                let label = self.label().ok_or_else(|| self.bad())?;
                self.labels.push((label, index));
                Action::Label
            }
            b'b' | b't' | b'T' => {
                if let Some(label) = self.label() {
                    self.jumps.push((index, label));
                }
                let when = match letter {
                    b'b' => When::Always,
                    b't' => When::Substituted,
                    _ => When::NotSubstituted,
                };
                Action::Jump(when, Target::End)
            }
            b'a' => Action::Append(self.text()?),
            b'i' => Action::Insert(self.text()?),
            b'c' => Action::Change(self.text()?),
            b'r' => Action::Read(self.file()?),
            b'w' => Action::Write(self.file()?),
            b's' => self.substitution()?,
            b'y' => self.translation()?,
            b'q' => self.quit()?,
            b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P' | b'x' => {
                Action::Plain(letter)
            }
            _ => return Err(self.bad()),
        };
        self.commands.push(Command { from, to, not, action });
        Ok(())
    }

    fn finish(&mut self) -> Result<(), String> {
        if !self.open.is_empty() {
            return Err("no }".to_owned());
        }
        for (command, label) in &self.jumps {
            let found = self.labels.iter().find(|(known, _)| known == label);
            if let Action::Jump(_, target) = &mut self.commands[*command].action {
                *target = match found {
                    Some((_, index)) => Target::Command(*index),
                    None => Target::Missing(text::decode(label)),
                };
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte of this line.
    fn on_line(&self) -> Option<u8> {
        self.peek().filter(|byte| *byte != b'\n')
    }

    fn blanks(&mut self) {
        while self.on_line().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn spaces(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// The script from the command on, and where reading stopped.
    fn bad(&self) -> String {
        let next = char::from(self.peek().unwrap_or(0));
        let rest = text::decode(&self.bytes[self.start..]);
        format!("bad pattern '{rest}'@{} ({next})", self.at - self.start + 1)
    }

    fn number(&mut self) -> u64 {
        let mut number: u64 = 0;
        while let Some(digit) = self.on_line().filter(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// Line 0 and an empty pattern are no address.
    fn addresses(&mut self) -> Result<(Option<Address>, Option<Address>, bool, usize), String> {
        let mut found = [None, None];
        let mut count = 0;
        // One comma too many at the front does no harm.
        if self.peek() == Some(b',') {
            self.at += 1;
        }
        for (index, place) in found.iter_mut().enumerate() {
            *place = match self.on_line() {
                Some(b'0'..=b'9') => Some(self.number()).filter(|n| *n > 0).map(Address::Line),
                Some(b'$') => {
                    self.at += 1;
                    Some(Address::Last)
                }
                Some(b'/' | b'\\') => {
                    let opened = self.at;
                    if self.on_line() == Some(b'\\') {
                        self.at += 1;
                    }
                    let pattern = self.delimited(true, opened)?;
                    self.compile(&pattern, false)?.map(Address::Match)
                }
                Some(b'+') if index == 1 => {
                    let later = self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
                    if !later {
                        break;
                    }
                    self.at += 1;
                    Some(Address::Later(self.number()))
                }
                _ => break,
            };
            count += 1;
            if index == 1 || self.on_line() != Some(b',') {
                break;
            }
            self.at += 1;
        }
        self.spaces();
        let not = self.peek() == Some(b'!');
        if not {
            self.at += 1;
            self.spaces();
        }
        let [from, to] = found;
        // Without a first there is no second either.
        let to = to.filter(|_| from.is_some());
        Ok((from, to, not, count))
    }

    /// What stands between here and the next such delimiter; a complaint shows `opened`.
    fn delimited(&mut self, is_pattern: bool, opened: usize) -> Result<Vec<u8>, String> {
        let Some(delimiter) = self.on_line().filter(|byte| *byte != b'\\') else {
            self.at = opened;
            return Err(self.bad());
        };
        self.at += 1;
        let mut result = Vec::new();
        // Inside of brackets a delimiter is a character.
        let mut bracket: Option<usize> = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                _ if bracket.is_none() && byte == delimiter => return Ok(result),
                b'[' if is_pattern && bracket.is_none() => {
                    bracket = Some(result.len() + 1);
                    result.push(byte);
                    if self.peek() == Some(b'^') {
                        result.push(b'^');
                        self.at += 1;
                        bracket = Some(result.len());
                    }
                }
                b']' if bracket.is_some_and(|begin| result.len() > begin) => {
                    bracket = None;
                    result.push(byte);
                }
                b'\\' => {
                    let Some(next) = self.peek() else { break };
                    self.at += 1;
                    if next == delimiter {
                        result.push(next);
                    } else if is_pattern && let Some(special) = special(next) {
                        result.push(special);
                    } else {
                        result.extend([b'\\', next]);
                    }
                }
                _ => result.push(byte),
            }
        }
        self.at = opened;
        Err(self.bad())
    }

    fn compile(&self, pattern: &[u8], ignore_case: bool) -> Result<Pattern, String> {
        if pattern.is_empty() {
            return Ok(None);
        }
        let dialect = if self.extended { Dialect::Extended } else { Dialect::Basic };
        compile(&text::decode(pattern), dialect, ignore_case).map(Some)
    }

    fn label(&mut self) -> Option<Vec<u8>> {
        self.blanks();
        let from = self.at;
        while self
            .on_line()
            .is_some_and(|byte| !byte.is_ascii_whitespace() && byte != b';' && byte != b'}')
        {
            self.at += 1;
        }
        Some(self.bytes[from..self.at].to_vec()).filter(|label| !label.is_empty())
    }

    fn file(&mut self) -> Result<String, String> {
        self.blanks();
        let from = self.at;
        while self.on_line().is_some() {
            self.at += 1;
        }
        if self.at == from {
            return Err(self.bad());
        }
        Ok(text::decode(&self.bytes[from..self.at]))
    }

    /// The text of `a`, `i` and `c`; a backslash at the end of a line joins the next, even of the next piece.
    fn text(&mut self) -> Result<Vec<u8>, String> {
        self.blanks();
        if self.on_line().is_none() {
            return Err(self.bad());
        }
        let mut result = Vec::new();
        while let Some(byte) = self.on_line() {
            self.at += 1;
            if byte != b'\\' {
                result.push(byte);
                continue;
            }
            if let Some(next) = self.on_line() {
                self.at += 1;
                result.push(special(next).unwrap_or(next));
            } else {
                self.go_on();
                if !result.is_empty() {
                    result.push(b'\n');
                }
            }
        }
        Ok(result)
    }

    /// To the next line; where there is none in this piece, to the next piece.
    fn go_on(&mut self) {
        if self.peek().is_none()
            && let Some(piece) = self.pieces.next()
        {
            self.bytes.push(b'\n');
            self.bytes.extend_from_slice(&text::encode(piece));
        }
        self.at = self.bytes.len().min(self.at + 1);
    }

    fn quit(&mut self) -> Result<Action, String> {
        self.blanks();
        let code = self.number();
        self.blanks();
        match self.on_line() {
            None | Some(b';' | b'}' | b'#') => {
                Ok(Action::Quit(u8::try_from(code & 0xff).unwrap_or(u8::MAX)))
            }
            Some(_) => Err(self.bad()),
        }
    }

    /// What follows the pattern of `s`, its escapes as they are; a line ends in it only after a backslash.
    fn replacement(&mut self, opened: usize) -> Result<Vec<u8>, String> {
        let delimiter = self.peek();
        self.at += 1;
        let mut result = Vec::new();
        let begin = self.at;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                _ if Some(byte) == delimiter => return Ok(result),
                b'\\' => {
                    if let Some(next) = self.on_line() {
                        self.at += 1;
                        result.extend([b'\\', next]);
                    } else {
                        self.go_on();
                        result.push(b'\n');
                    }
                }
                _ => result.push(byte),
            }
        }
        self.at = begin.max(opened);
        Err(self.bad())
    }

    fn substitution(&mut self) -> Result<Action, String> {
        let opened = self.at;
        let pattern = self.delimited(true, opened)?;
        self.at -= 1;
        let replacement = self.replacement(opened)?;
        let (mut nth, mut all, mut print, mut ignore_case) = (0, false, false, false);
        let was_extended = self.extended;
        let mut write = None;
        while let Some(flag) = self.on_line() {
            match flag {
                b'0'..=b'9' if nth == 0 => {
                    nth = usize::try_from(self.number()).unwrap_or(usize::MAX);
                    if nth == 0 {
                        break;
                    }
                    continue;
                }
                b' ' | b'\t'..=b'\r' => {}
                b'x' => self.extended = true,
                b'g' => all = true,
                b'p' => print = true,
                b'i' | b'I' => ignore_case = true,
                b'w' => {
                    self.at += 1;
                    write = Some(self.file()?);
                    break;
                }
                _ => break,
            }
            self.at += 1;
        }
        let pattern = self.compile(&pattern, ignore_case)?;
        self.extended = was_extended;
        let replacement = parts(&replacement);
        let nth = nth.max(1);
        Ok(Action::Substitute(Box::new(Substitution {
            pattern,
            replacement,
            nth,
            all,
            print,
            write,
        })))
    }

    fn translation(&mut self) -> Result<Action, String> {
        let opened = self.at;
        let from = plain(&self.delimited(false, opened)?);
        self.at -= 1;
        let to = plain(&self.delimited(false, self.at + 1)?);
        if from.len() != to.len() {
            return Err(self.bad());
        }
        let mut table = Box::new([0; 256]);
        for (byte, place) in (0..=u8::MAX).zip(table.iter_mut()) {
            let found = from.iter().position(|known| *known == byte);
            *place = found.map_or(byte, |index| to[index]);
        }
        Ok(Action::Translate(table))
    }
}

/// What a letter after a backslash stands for.
fn special(letter: u8) -> Option<u8> {
    let pairs = b"a\x07b\x08e\x1bf\x0cn\nr\rt\tv\x0b";
    pairs.chunks_exact(2).find(|pair| pair[0] == letter).map(|pair| pair[1])
}

fn plain(text: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        result.push(match byte {
            b'\\' => bytes.next().map_or(b'\\', |next| special(next).unwrap_or(next)),
            _ => byte,
        });
    }
    result
}

fn parts(text: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = Vec::new();
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        let group = match byte {
            b'&' => 0,
            b'\\' => match bytes.next() {
                Some(digit @ b'0'..=b'9') => usize::from(digit - b'0'),
                Some(next) => {
                    plain.push(special(next).unwrap_or(next));
                    continue;
                }
                None => continue,
            },
            _ => {
                plain.push(byte);
                continue;
            }
        };
        parts.push(Part::Text(std::mem::take(&mut plain)));
        parts.push(Part::Group(group));
    }
    parts.push(Part::Text(plain));
    parts
}
