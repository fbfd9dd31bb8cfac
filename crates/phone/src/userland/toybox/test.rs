//! `test` and `[`: questions about strings, numbers and files.

use crate::files::{Kind, Stat};
use crate::process::Process;
use crate::userland::Outcome;

/// Deeper nesting than anybody writes.
const MAX_DEPTH: usize = 50;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    if arguments[0] == "[" {
        match words.split_last() {
            Some((last, rest)) if last == "]" => words = rest,
            _ => return complain(process, "missing ]").await,
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut parser = Parser { process, words: &words, at: 0, depth: 0 };
    let outcome = match words.as_slice() {
        [] => Ok(false),
        [one] => Ok(!one.is_empty()),
        // POSIX decides by the number of words; an operator in the middle wins over a sign in front.
        [left, operator, right] if is_binary(operator) => parser.binary(left, operator, right),
        ["!", left, operator, right] if is_binary(operator) => {
            parser.binary(left, operator, right).map(|value| !value)
        }
        _ => parser.whole(),
    };
    match outcome {
        Ok(true) => Ok(0),
        Ok(false) => Ok(1),
        Err(message) => complain(process, &message).await,
    }
}

async fn complain(process: &Process, message: &str) -> Outcome {
    process.complain(format!("/system/bin/sh: [: {message}\n")).await;
    Ok(2)
}

struct Parser<'a> {
    process: &'a Process,
    words: &'a [&'a str],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn whole(&mut self) -> Result<bool, String> {
        let value = self.or()?;
        match self.peek() {
            None => Ok(value),
            Some(word) => Err(format!("{word}: unexpected operator/operand")),
        }
    }

    fn or(&mut self) -> Result<bool, String> {
        let mut value = self.and()?;
        while self.take("-o") {
            value |= self.and()?;
        }
        Ok(value)
    }

    fn and(&mut self) -> Result<bool, String> {
        let mut value = self.not()?;
        while self.take("-a") {
            value &= self.not()?;
        }
        Ok(value)
    }

    fn not(&mut self) -> Result<bool, String> {
        let mut negated = false;
        while self.peek() == Some("!") && self.words.len() > self.at + 1 {
            self.at += 1;
            negated = !negated;
        }
        Ok(self.primary()? != negated)
    }

    fn primary(&mut self) -> Result<bool, String> {
        let Some(word) = self.peek() else { return Err("expression expected".to_owned()) };
        let next = self.words.get(self.at + 1).copied();
        if let Some(operator) = next.filter(|next| is_binary(next))
            && let Some(right) = self.words.get(self.at + 2)
        {
            self.at += 3;
            return self.binary(word, operator, right);
        }
        self.at += 1;
        if word == "(" {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err("too deep".to_owned());
            }
            let value = self.or()?;
            self.depth -= 1;
            return if self.take(")") { Ok(value) } else { Err("missing )".to_owned()) };
        }
        if let [b'-', letter] = word.as_bytes()
            && let Some(operand) = self.peek()
            && b"bcdefghknprstuwxzGLOS".contains(letter)
        {
            self.at += 1;
            return Ok(self.unary(char::from(*letter), operand));
        }
        Ok(!word.is_empty())
    }

    fn unary(&self, letter: char, operand: &str) -> bool {
        let (files, who) = (self.process.files(), &self.process.who);
        let path = self.process.path(operand);
        let stat = || files.stat(who, &path);
        let is = |wanted: fn(&Stat) -> bool| stat().is_ok_and(|stat| wanted(&stat));
        match letter {
            'n' => !operand.is_empty(),
            'z' => operand.is_empty(),
            'e' => stat().is_ok(),
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

    fn binary(&self, left: &str, operator: &str, right: &str) -> Result<bool, String> {
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
                let (left, right) = (integer(left)?, integer(right)?);
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
