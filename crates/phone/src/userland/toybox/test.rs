//! `test` and `[`: questions about strings, numbers and files.

use crate::files::{Kind, Stat};
use crate::process::Process;
use crate::userland::Outcome;

/// Deeper nesting than anybody writes.
const MAX_DEPTH: usize = 50;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let outcome = check(process, arguments, &mut integer);
    match outcome {
        Ok(met) => Ok(u8::from(!met)),
        Err(wrong) => {
            let message = wrong.message(&arguments[0]);
            process.complain(format!("/system/bin/sh: {message}\n")).await;
            Ok(2)
        }
    }
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Wrong {
    Question(String),
    Number(String),
}

impl Wrong {
    pub(crate) fn message(&self, command: &str) -> String {
        match self {
            Self::Question(message) => format!("{command}: {message}"),
            Self::Number(message) => message.clone(),
        }
    }
}

type ReadNumber<'a> = dyn FnMut(&str) -> Result<i64, String> + Send + 'a;

/// Answers the question; the shell computes where a number is wanted, a program only reads one.
pub(crate) fn check(
    process: &Process,
    arguments: &[String],
    number: &mut ReadNumber<'_>,
) -> Result<bool, Wrong> {
    let mut words = &arguments[1..];
    if arguments[0] == "[" {
        match words.split_last() {
            Some((last, rest)) if last == "]" => words = rest,
            _ => return Err(Wrong::Question("missing ]".to_owned())),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Parser { process, words: &words, at: 0, depth: 0, number }.by_count()
}

struct Parser<'a, 'n> {
    process: &'a Process,
    words: &'a [&'a str],
    at: usize,
    depth: usize,
    number: &'a mut ReadNumber<'n>,
}

impl<'a> Parser<'a, '_> {
    /// POSIX decides by the number of words, up to four of them.
    fn by_count(&mut self) -> Result<bool, Wrong> {
        match self.words {
            [] => Ok(false),
            [one] => Ok(!one.is_empty()),
            ["!", one] => Ok(one.is_empty()),
            [operator, operand] if unary_letter(operator).is_some() => {
                Ok(self.unary(unary_letter(operator).unwrap_or('n'), operand))
            }
            [left, operator, right] if is_binary(operator) => self.binary(left, operator, right),
            [left, "-a", right] => Ok(!left.is_empty() && !right.is_empty()),
            [left, "-o", right] => Ok(!left.is_empty() || !right.is_empty()),
            ["(", _, ")"] => {
                self.words = &self.words[1..2];
                self.by_count()
            }
            ["!", rest @ ..] if rest.len() < 4 => {
                self.words = rest;
                Ok(!self.by_count()?)
            }
            ["(", inner @ .., ")"] if inner.len() == 2 => {
                self.words = inner;
                self.by_count()
            }
            _ => self.whole(),
        }
    }

    fn whole(&mut self) -> Result<bool, Wrong> {
        let value = self.or(true)?;
        if self.at < self.words.len() {
            return Err(self.wrong(0, "unexpected operator/operand"));
        }
        Ok(value)
    }

    /// `live` is false where the answer is known already: operands are read but not looked at.
    fn or(&mut self, live: bool) -> Result<bool, Wrong> {
        let value = self.and(live)?;
        if self.take("-o") { Ok(self.or(live && !value)? || value) } else { Ok(value) }
    }

    fn and(&mut self, live: bool) -> Result<bool, Wrong> {
        let value = self.not(live)?;
        if self.take("-a") { Ok(self.and(live && value)? && value) } else { Ok(value) }
    }

    fn not(&mut self, live: bool) -> Result<bool, Wrong> {
        let mut negated = false;
        while self.take("!") {
            negated = !negated;
        }
        Ok(self.primary(live)? != negated)
    }

    fn primary(&mut self, live: bool) -> Result<bool, Wrong> {
        if self.take("(") {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(self.wrong(0, "too deep"));
            }
            let value = self.or(live)?;
            self.depth -= 1;
            return if self.take(")") { Ok(value) } else { Err(self.wrong(0, "missing )")) };
        }
        let Some(word) = self.peek() else { return Err(self.wrong(0, "expression expected")) };
        let next = self.words.get(self.at + 1).copied();
        if let Some(next) = next
            && !is_binary(next)
            && let Some(letter) = unary_letter(word)
        {
            self.at += 2;
            return Ok(live && self.unary(letter, next));
        }
        self.at += 1;
        match next.filter(|next| is_binary(next)) {
            Some(operator) => {
                self.at += 1;
                let Some(right) = self.peek() else {
                    return Err(self.wrong(-1, "missing second argument"));
                };
                self.at += 1;
                if live { self.binary(word, operator, right) } else { Ok(false) }
            }
            None => Ok(live && !word.is_empty()),
        }
    }

    fn wrong(&self, offset: isize, message: &str) -> Wrong {
        let word = self.at.checked_add_signed(offset).and_then(|at| self.words.get(at));
        Wrong::Question(match word {
            Some(word) => format!("{word}: {message}"),
            None => message.to_owned(),
        })
    }

    fn unary(&self, letter: char, operand: &str) -> bool {
        let (files, who) = (self.process.files(), &self.process.who);
        let path = self.process.path(operand);
        let stat = || files.stat(who, &path);
        let is = |wanted: fn(&Stat) -> bool| stat().is_ok_and(|stat| wanted(&stat));
        match letter {
            'n' => !operand.is_empty(),
            'z' => operand.is_empty(),
            'a' | 'e' => stat().is_ok(),
            'f' => is(|stat| stat.kind == Kind::File),
            'd' => is(Stat::is_dir),
            'c' => is(|stat| matches!(stat.kind, Kind::Device(_))),
            'h' | 'L' => files.lstat(who, &path).is_ok_and(|stat| stat.kind == Kind::Link),
            's' => is(|stat| stat.size > 0),
            'r' => files.allows(who, &path, 4).is_ok(),
            'w' => files.allows(who, &path, 2).is_ok(),
            'x' => files.allows(who, &path, 1).is_ok(),
            'u' => is(|stat| stat.mode & 0o4000 != 0),
            'g' => is(|stat| stat.mode & 0o2000 != 0),
            'k' => is(|stat| stat.mode & 0o1000 != 0),
            'O' => stat().is_ok_and(|stat| stat.uid == who.uid),
            'G' => stat().is_ok_and(|stat| stat.gid == who.gid),
            't' => self.process.tty.is_some(),
            _ => false,
        }
    }

    fn binary(&mut self, left: &str, operator: &str, right: &str) -> Result<bool, Wrong> {
        let (files, who) = (self.process.files(), &self.process.who);
        let stat = |word: &str| files.stat(who, &self.process.path(word));
        Ok(match operator {
            "=" | "==" => left == right,
            "!=" => left != right,
            "<" => left < right,
            ">" => left > right,
            "-nt" => match (stat(left), stat(right)) {
                (Ok(left), Ok(right)) => left.modified > right.modified,
                (left, _) => left.is_ok(),
            },
            "-ot" => match (stat(left), stat(right)) {
                (Ok(left), Ok(right)) => left.modified < right.modified,
                (_, right) => right.is_ok(),
            },
            "-ef" => {
                files.canonical(who, &self.process.path(left)).ok()
                    == files.canonical(who, &self.process.path(right)).ok()
                    && stat(left).is_ok()
            }
            _ => {
                let left = (self.number)(left).map_err(Wrong::Number)?;
                let right = (self.number)(right).map_err(Wrong::Number)?;
                match operator {
                    "-eq" => left == right,
                    "-ne" => left != right,
                    "-lt" => left < right,
                    "-le" => left <= right,
                    "-gt" => left > right,
                    _ => left >= right,
                }
            }
        })
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }
}

fn unary_letter(word: &str) -> Option<char> {
    match word.as_bytes() {
        [b'-', letter] if b"abcdefghknoprstuwxzGHLOS".contains(letter) => Some(char::from(*letter)),
        _ => None,
    }
}

fn is_binary(word: &str) -> bool {
    matches!(
        word,
        "=" | "=="
            | "!="
            | "<"
            | ">"
            | "-eq"
            | "-ne"
            | "-lt"
            | "-le"
            | "-gt"
            | "-ge"
            | "-nt"
            | "-ot"
            | "-ef"
    )
}

fn integer(text: &str) -> Result<i64, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(0);
    }
    trimmed.parse().map_err(|_| format!("{text}: bad number"))
}
