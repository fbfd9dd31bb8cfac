//! Reads what stands between delimiters in a script of `sed`: patterns, and all of `s` and `y`.

use super::regular::{Dialect, compile};
use super::sed_script::{Action, Parser};
use crate::text;
use regex::bytes::Regex;
use std::sync::Arc;

/// An empty pattern is the one that was used last.
pub(super) type Pattern = Option<Arc<Regex>>;

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

impl Parser<'_> {
    /// What stands between here and the next such delimiter; a complaint shows `opened`.
    pub(super) fn delimited(&mut self, is_pattern: bool, opened: usize) -> Result<Vec<u8>, String> {
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
                b'[' if bracket.is_some() => {
                    result.push(byte);
                    self.named(&mut result);
                }
                b'\\' => {
                    let Some(next) = self.peek() else { break };
                    self.at += 1;
                    if next == delimiter {
                        result.push(next);
                    } else if is_pattern && let Some(special) = special(next) {
                        result.push(special);
                    } else if bracket.is_some() && next != b'\\' {
                        // There it is only a backslash, and what follows may close the brackets.
                        result.push(byte);
                        self.at -= 1;
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

    /// The rest of `[:alpha:]`, `[.x.]` or `[=x=]` after its bracket, whose own closing one does not end the others.
    fn named(&mut self, result: &mut Vec<u8>) {
        let Some(kind @ (b':' | b'.' | b'=')) = self.peek() else { return };
        result.push(kind);
        self.at += 1;
        while let Some(byte) = self.peek() {
            result.push(byte);
            self.at += 1;
            if byte == b']' && result.ends_with(&[kind, b']']) {
                return;
            }
        }
    }

    pub(super) fn compile(&self, pattern: &[u8], ignore_case: bool) -> Result<Pattern, String> {
        if pattern.is_empty() {
            return Ok(None);
        }
        let dialect = if self.extended { Dialect::Extended } else { Dialect::Basic };
        compile(&text::decode(pattern), dialect, ignore_case).map(Some)
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

    pub(super) fn substitution(&mut self) -> Result<Action, String> {
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

    pub(super) fn translation(&mut self) -> Result<Action, String> {
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
pub(super) fn special(letter: u8) -> Option<u8> {
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
