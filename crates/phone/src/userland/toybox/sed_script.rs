//! Reads a script of `sed`.

use super::sed_delimited::{Substitution, special};
use crate::text;
use regex::bytes::Regex;
use std::sync::Arc;

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

pub(super) struct Parser<'a> {
    pieces: std::slice::Iter<'a, String>,
    bytes: Vec<u8>,
    pub(super) at: usize,
    /// Where the command begins.
    start: usize,
    pub(super) extended: bool,
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

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte of this line.
    pub(super) fn on_line(&self) -> Option<u8> {
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
    pub(super) fn bad(&self) -> String {
        let next = char::from(self.peek().unwrap_or(0));
        let rest = text::decode(&self.bytes[self.start..]);
        format!("bad pattern '{rest}'@{} ({next})", self.at - self.start + 1)
    }

    pub(super) fn number(&mut self) -> u64 {
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

    pub(super) fn file(&mut self) -> Result<String, String> {
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
    pub(super) fn go_on(&mut self) {
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
}
