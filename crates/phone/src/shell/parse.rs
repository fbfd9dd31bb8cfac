//! The grammar of the shell: lists, pipelines, compound commands, redirections.
//!
//! One call of `next_line` takes one complete command, as mksh does, so that what stands before a syntax error runs.

use super::ast::{
    Arm, ArmEnd, Chain, Command, Compound, Item, Join, Pipeline, Redirect, RedirectKind, Script,
    Simple, Word,
};
use super::words::is_name;
use std::sync::{Arc, OnceLock};

/// Deeper nesting than any script needs, and shallow enough for the stack.
const MAX_DEPTH: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ParseError {
    pub(crate) message: String,
    /// More input could mend it.
    pub(crate) incomplete: bool,
}

pub(crate) struct Parser<'a> {
    pub(super) source: &'a str,
    pub(super) position: usize,
    pub(super) line: usize,
    pub(super) depth: usize,
    pending: Vec<PendingHere>,
}

struct PendingHere {
    delimiter: String,
    literal: bool,
    strip_tabs: bool,
    body: Arc<OnceLock<Word>>,
}

pub(super) type Parsed<T> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Self::nested(source, 1, 0)
    }

    pub(super) fn nested(source: &'a str, line: usize, depth: usize) -> Self {
        Self { source, position: 0, line, depth, pending: Vec::new() }
    }

    /// All commands of the source.
    pub(crate) fn all(&mut self) -> Parsed<Vec<Script>> {
        let mut scripts = Vec::new();
        while let Some(script) = self.next_line()? {
            scripts.push(script);
        }
        Ok(scripts)
    }

    /// The next complete line; `None` at the end.
    pub(crate) fn next_line(&mut self) -> Parsed<Option<Script>> {
        self.skip_newlines()?;
        if self.at_end() {
            return Ok(None);
        }
        let script = self.list(ListEnd::Line)?;
        if !self.at_end() && self.peek() != Some('\n') {
            return Err(self.unexpected());
        }
        if self.peek() == Some('\n') {
            self.newline()?;
        }
        if let Some(here) = self.pending.first() {
            return Err(ParseError {
                message: format!("here document '{}' unclosed", here.delimiter),
                incomplete: true,
            });
        }
        Ok(Some(script))
    }

    /// Commands up to the closing word or sign, which stays unread.
    pub(super) fn list(&mut self, end: ListEnd) -> Parsed<Script> {
        let mut script = Script::default();
        loop {
            if end == ListEnd::Closer {
                self.skip_newlines()?;
            } else {
                self.skip_blanks();
            }
            if self.at_end() || self.at_list_end(end) {
                return Ok(script);
            }
            let chain = Arc::new(self.chain()?);
            self.skip_blanks();
            let background = self.rest().starts_with('&') && !self.rest().starts_with("&&");
            script.items.push(Item { chain, background });
            match self.peek() {
                Some(';') if !self.at_arm_end() => self.bump(';'),
                Some('&') if background => self.bump('&'),
                Some('\n') if end == ListEnd::Closer => {}
                _ => return Ok(script),
            }
        }
    }

    /// A list with something in it: mksh allows empty ones in loops and groups, but not here.
    fn filled_list(&mut self) -> Parsed<Script> {
        let script = self.list(ListEnd::Closer)?;
        if script.items.is_empty() && !self.at_end() { Err(self.unexpected()) } else { Ok(script) }
    }

    fn at_list_end(&self, end: ListEnd) -> bool {
        match end {
            ListEnd::Line => self.peek() == Some('\n'),
            ListEnd::Closer => {
                self.peek() == Some(')')
                    || self.at_arm_end()
                    || self.reserved().is_some_and(|word| CLOSERS.contains(&word))
            }
        }
    }

    fn chain(&mut self) -> Parsed<Chain> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let join = if self.take("&&") {
                Join::And
            } else if self.take("||") {
                Join::Or
            } else {
                return Ok(Chain { first, rest });
            };
            self.skip_newlines()?;
            rest.push((join, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Parsed<Pipeline> {
        let mut pipeline = Pipeline { negated: false, timed: false, commands: Vec::new() };
        loop {
            self.skip_blanks();
            match self.reserved() {
                Some("!") => {
                    self.position += 1;
                    pipeline.negated = !pipeline.negated;
                }
                Some("time") => {
                    self.position += 4;
                    pipeline.timed = true;
                }
                _ => break,
            }
        }
        self.skip_blanks();
        if pipeline.timed && (self.at_end() || matches!(self.peek(), Some('\n' | ';'))) {
            let nothing = Simple { line: self.line, ..Simple::default() };
            pipeline.commands.push(Arc::new(Command::Simple(nothing)));
            return Ok(pipeline);
        }
        loop {
            pipeline.commands.push(Arc::new(self.command()?));
            self.skip_blanks();
            if !self.rest().starts_with('|') || self.rest().starts_with("||") {
                return Ok(pipeline);
            }
            if self.rest().starts_with("|&") {
                // A coprocess of mksh, which this shell does not have.
                return Err(unexpected("|&"));
            }
            self.bump('|');
            self.skip_newlines()?;
        }
    }

    fn command(&mut self) -> Parsed<Command> {
        self.enter()?;
        let command = self.command_at_depth();
        self.depth -= 1;
        command
    }

    /// One level deeper; the caller comes back up.
    pub(super) fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ParseError {
                message: "syntax error: nested too deeply".to_owned(),
                incomplete: false,
            });
        }
        Ok(())
    }

    fn command_at_depth(&mut self) -> Parsed<Command> {
        self.skip_blanks();
        if self.at_end() {
            return Err(ParseError {
                message: "syntax error: unexpected EOF".to_owned(),
                incomplete: true,
            });
        }
        let compound = match self.reserved() {
            Some("if") => Some(self.if_command()?),
            Some("while") => Some(self.loop_command("while")?),
            Some("until") => Some(self.loop_command("until")?),
            Some("for") => Some(self.for_command()?),
            Some("case") => Some(self.case_command()?),
            Some("{") => {
                self.position += 1;
                let body = self.list(ListEnd::Closer)?;
                self.expect_word("}", "{")?;
                Some(Compound::Group(body))
            }
            Some("function") => return self.function_command(),
            Some(word) => return Err(unexpected(word)),
            None if self.rest().starts_with("((") => match self.arithmetic_command()? {
                Some(compound) => Some(compound),
                None => Some(self.subshell()?),
            },
            None if self.peek() == Some('(') => Some(self.subshell()?),
            None => None,
        };
        let Some(body) = compound else { return self.simple() };
        let mut redirects = Vec::new();
        loop {
            self.skip_blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => return Ok(Command::Compound { body: Arc::new(body), redirects }),
            }
        }
    }

    fn subshell(&mut self) -> Parsed<Compound> {
        self.bump('(');
        let body = self.list(ListEnd::Closer)?;
        if self.at_end() {
            return Err(unmatched("("));
        }
        if !self.take(")") {
            return Err(self.unexpected());
        }
        Ok(Compound::Subshell(body))
    }

    fn arithmetic_command(&mut self) -> Parsed<Option<Compound>> {
        let start = self.position;
        self.position += 2;
        if let Some(expression) = self.arithmetic()? {
            return Ok(Some(Compound::Arithmetic(expression)));
        }
        self.position = start;
        Ok(None)
    }

    fn if_command(&mut self) -> Parsed<Compound> {
        self.position += 2;
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.filled_list()?;
            self.expect_word("then", "if")?;
            let body = self.filled_list()?;
            branches.push((condition, body));
            match self.reserved() {
                Some("elif") => self.position += 4,
                Some("else") => {
                    self.position += 4;
                    otherwise = Some(self.filled_list()?);
                    break;
                }
                _ => break,
            }
        }
        self.expect_word("fi", "if")?;
        Ok(Compound::If { branches, otherwise })
    }

    fn loop_command(&mut self, keyword: &str) -> Parsed<Compound> {
        self.position += keyword.len();
        let condition = self.list(ListEnd::Closer)?;
        let body = self.do_group(keyword)?;
        Ok(Compound::Loop { until: keyword == "until", condition, body })
    }

    fn do_group(&mut self, opener: &str) -> Parsed<Script> {
        self.expect_word("do", opener)?;
        let body = self.list(ListEnd::Closer)?;
        self.expect_word("done", "do")?;
        Ok(body)
    }

    fn for_command(&mut self) -> Parsed<Compound> {
        self.position += 3;
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        let variable = match word.plain() {
            Some(name) if is_name(name) => name.to_owned(),
            Some(other) => {
                return Err(ParseError {
                    message: format!("{other}: is not an identifier"),
                    incomplete: false,
                });
            }
            None => return Err(self.unexpected()),
        };
        self.skip_newlines()?;
        let mut words = None;
        if self.reserved() == Some("in") {
            self.position += 2;
            let mut list = Vec::new();
            loop {
                self.skip_blanks();
                match self.word()? {
                    Some(word) => list.push(word),
                    None => break,
                }
            }
            words = Some(list);
        }
        self.skip_blanks();
        if self.peek() == Some(';') {
            self.bump(';');
        }
        self.skip_newlines()?;
        let body = self.do_group("for")?;
        Ok(Compound::For { variable, words, body })
    }

    fn case_command(&mut self) -> Parsed<Compound> {
        self.position += 4;
        self.skip_blanks();
        let subject = self.word()?.ok_or_else(|| self.unexpected())?;
        self.skip_newlines()?;
        self.expect_word("in", "case")?;
        let mut arms = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.at_end() {
                return Err(unmatched("case"));
            }
            if self.reserved() == Some("esac") {
                self.position += 4;
                return Ok(Compound::Case { subject, arms });
            }
            self.take("(");
            let mut patterns = Vec::new();
            loop {
                self.skip_blanks();
                patterns.push(self.word()?.ok_or_else(|| self.unexpected())?);
                self.skip_blanks();
                if !self.take("|") {
                    break;
                }
            }
            if !self.take(")") {
                return Err(self.unexpected());
            }
            let body = self.list(ListEnd::Closer)?;
            let then = if self.take(";;") {
                ArmEnd::Leave
            } else if self.take(";&") {
                ArmEnd::FallThrough
            } else if self.take(";|") {
                ArmEnd::TestNext
            } else {
                ArmEnd::Leave
            };
            arms.push(Arm { patterns, body, then });
        }
    }

    fn function_command(&mut self) -> Parsed<Command> {
        self.position += "function".len();
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        let name = word.plain().ok_or_else(|| self.unexpected())?.to_owned();
        self.skip_blanks();
        if self.take("(") {
            self.skip_blanks();
            if !self.take(")") {
                return Err(self.unexpected());
            }
        }
        self.function_body(name)
    }

    fn function_body(&mut self, name: String) -> Parsed<Command> {
        self.skip_newlines()?;
        let body = self.command()?;
        if matches!(body, Command::Simple(_)) {
            return Err(ParseError {
                message: format!("syntax error: bad function '{name}'"),
                incomplete: false,
            });
        }
        Ok(Command::Function { name, body: Arc::new(body) })
    }

    fn simple(&mut self) -> Parsed<Command> {
        let mut simple = Simple { line: self.line, ..Simple::default() };
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.redirect()? {
                simple.redirects.push(redirect);
                continue;
            }
            if simple.words.is_empty()
                && let Some(assignment) = self.assignment()?
            {
                simple.assignments.push(assignment);
                continue;
            }
            let Some(word) = self.word()? else { break };
            let is_first = simple.words.is_empty() && simple.assignments.is_empty();
            if is_first && let Some(name) = word.plain() {
                let name = name.to_owned();
                let before = self.position;
                self.skip_blanks();
                if self.take("(") {
                    self.skip_blanks();
                    if self.take(")") && is_name(&name) {
                        return self.function_body(name);
                    }
                    return Err(unexpected("("));
                }
                self.position = before;
            }
            simple.words.push(word);
        }
        if simple == (Simple { line: simple.line, ..Simple::default() }) {
            return Err(self.unexpected());
        }
        Ok(Command::Simple(simple))
    }

    fn assignment(&mut self) -> Parsed<Option<(String, Word)>> {
        let rest = self.rest();
        let Some(equals) = rest.find('=') else { return Ok(None) };
        let name = &rest[..equals];
        if !is_name(name) {
            return Ok(None);
        }
        let name = name.to_owned();
        self.position += equals + 1;
        if self.peek() == Some('(') {
            return Err(unexpected("("));
        }
        Ok(Some((name, self.word()?.unwrap_or_default())))
    }

    fn redirect(&mut self) -> Parsed<Option<Redirect>> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let sign = &rest[digits..];
        if digits == 0
            && (sign.starts_with("&>>") || !sign.starts_with(['<', '>']) && !sign.starts_with("&>"))
        {
            return Ok(None);
        }
        if digits > 1
            || !sign.starts_with(['<', '>', '&'])
            || (digits == 1 && sign.starts_with('&'))
        {
            return Ok(None);
        }
        let number: Option<u32> = rest[..digits].parse().ok();
        self.position += digits;
        let (fd, kind) = if self.take("<<<") {
            (0, RedirectKind::HereString(self.target()?))
        } else if self.take("<<-") {
            (0, self.here_document(true)?)
        } else if self.take("<<") {
            (0, self.here_document(false)?)
        } else if self.take("<&") {
            (0, RedirectKind::Duplicate(self.target()?))
        } else if self.rest().starts_with("<>") {
            return Err(unexpected("<>"));
        } else if self.take("<") {
            (0, RedirectKind::Read(self.target()?))
        } else if self.take("&>") {
            (1, RedirectKind::WriteBoth(self.target()?))
        } else if self.take(">>") {
            (1, RedirectKind::Append(self.target()?))
        } else if self.take(">&") {
            (1, RedirectKind::Duplicate(self.target()?))
        } else if self.take(">|") || self.take(">") {
            (1, RedirectKind::Write(self.target()?))
        } else {
            return Ok(None);
        };
        Ok(Some(Redirect { fd: number.unwrap_or(fd), kind }))
    }

    fn target(&mut self) -> Parsed<Word> {
        self.skip_blanks();
        self.word()?.ok_or_else(|| self.unexpected())
    }

    fn here_document(&mut self, strip_tabs: bool) -> Parsed<RedirectKind> {
        self.skip_blanks();
        let start = self.position;
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        let literal = word.is_quoted();
        let written = &self.source[start..self.position];
        let delimiter: String =
            written.chars().filter(|c| !matches!(c, '\'' | '"' | '\\')).collect();
        let body = Arc::new(OnceLock::new());
        self.pending.push(PendingHere { delimiter, literal, strip_tabs, body: Arc::clone(&body) });
        Ok(RedirectKind::HereDocument(body))
    }

    /// Takes a newline, and the here documents announced before it.
    fn newline(&mut self) -> Parsed<()> {
        self.bump('\n');
        for here in std::mem::take(&mut self.pending) {
            let mut text = String::new();
            loop {
                if self.at_end() {
                    return Err(ParseError {
                        message: format!("here document '{}' unclosed", here.delimiter),
                        incomplete: true,
                    });
                }
                let rest = self.rest();
                let line = rest.split_inclusive('\n').next().unwrap_or(rest);
                self.position += line.len();
                self.line += 1;
                let line = if here.strip_tabs { line.trim_start_matches('\t') } else { line };
                if line.strip_suffix('\n').unwrap_or(line) == here.delimiter {
                    break;
                }
                text.push_str(line);
            }
            let word = if here.literal { Word::quoted(text) } else { self.here_body(&text)? };
            here.body.set(word).ok();
        }
        Ok(())
    }

    pub(super) fn skip_newlines(&mut self) -> Parsed<()> {
        loop {
            self.skip_blanks();
            if self.peek() != Some('\n') {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Blanks, line continuations and a comment.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with([' ', '\t', '\r']) {
                self.position += 1;
            } else if rest.starts_with("\\\n") {
                self.position += 2;
                self.line += 1;
            } else if rest.starts_with('#') {
                self.position += rest.find('\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    fn at_arm_end(&self) -> bool {
        let rest = self.rest();
        rest.starts_with(";;") || rest.starts_with(";&") || rest.starts_with(";|")
    }

    fn expect_word(&mut self, word: &str, opener: &str) -> Parsed<()> {
        self.skip_newlines()?;
        if self.reserved() == Some(word) {
            self.position += word.len();
            Ok(())
        } else if self.at_end() {
            Err(unmatched(opener))
        } else {
            Err(self.unexpected())
        }
    }

    /// The reserved word at the current position.
    fn reserved(&self) -> Option<&'static str> {
        let rest = self.rest();
        RESERVED.into_iter().find(|word| {
            rest.strip_prefix(word).is_some_and(|after| {
                after.is_empty()
                    || after.starts_with([' ', '\t', '\r', '\n', ';', '&', '|', '(', ')', '<', '>'])
            })
        })
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.source[self.position..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn at_end(&self) -> bool {
        self.position >= self.source.len()
    }

    pub(super) fn bump(&mut self, character: char) {
        if character == '\n' {
            self.line += 1;
        }
        self.position += character.len_utf8();
    }

    pub(super) fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.position += sign.len();
        }
        found
    }

    pub(super) fn unexpected(&self) -> ParseError {
        let rest = self.rest();
        if rest.is_empty() {
            return ParseError {
                message: "syntax error: unexpected EOF".to_owned(),
                incomplete: true,
            };
        }
        if rest.starts_with('\n') {
            return unexpected("newline");
        }
        for sign in [";;", "&&", "||", "<<", ">>"] {
            if rest.starts_with(sign) {
                return unexpected(sign);
            }
        }
        if let Some(word) = self.reserved() {
            return unexpected(word);
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || ";&|<>()".contains(c)).unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        unexpected(&rest[..end])
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListEnd {
    Line,
    /// `)`, `}`, `done`, `;;` and the like.
    Closer,
}

const CLOSERS: [&str; 8] = ["}", "do", "done", "elif", "else", "esac", "fi", "then"];
const RESERVED: [&str; 18] = [
    "!", "{", "}", "case", "done", "do", "elif", "else", "esac", "fi", "for", "function", "if",
    "in", "then", "time", "until", "while",
];

pub(super) fn unexpected(token: &str) -> ParseError {
    ParseError { message: format!("syntax error: unexpected '{token}'"), incomplete: false }
}

pub(super) fn unmatched(token: &str) -> ParseError {
    ParseError { message: format!("syntax error: unmatched '{token}'"), incomplete: true }
}
