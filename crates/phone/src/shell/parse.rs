//! The grammar of the shell: lists, pipelines, compound commands, redirections.
//!
//! One call of `next_line` takes one complete command, as mksh does, so that what stands before a syntax error runs.

use super::ast::{Assignment, Chain, Command, Compound, Item, Join, Pipeline, Script, Simple};
use super::parse_compound::is_function_name;
use super::parse_redirect::PendingHere;
use super::words::is_name;
use std::sync::Arc;

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
    pub(super) pending: Vec<PendingHere>,
    /// In the text of a here document, where `\"` is two characters.
    pub(super) in_here_text: bool,
}

pub(super) type Parsed<T> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Self::nested(source, 1, 0)
    }

    pub(super) fn nested(source: &'a str, line: usize, depth: usize) -> Self {
        // A backslash before the end of everything is nothing; two of them are one.
        let backslashes = source.len() - source.trim_end_matches('\\').len();
        let source = &source[..source.len() - backslashes % 2];
        Self { source, position: 0, line, depth, pending: Vec::new(), in_here_text: false }
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
        let script = self.list(ListEnd::Line).map_err(|error| match self.pending.first() {
            // The end came before the text that was announced.
            Some(here) if error.incomplete => unclosed(here),
            Some(_) | None => error,
        })?;
        if !self.at_end() && self.peek() != Some('\n') {
            return Err(self.unexpected());
        }
        if self.peek() == Some('\n') {
            self.newline()?;
        }
        if let Some(here) = self.pending.first() {
            return Err(unclosed(here));
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
    pub(super) fn filled_list(&mut self) -> Parsed<Script> {
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
        let mut pipeline = Pipeline { negations: 0, timed: false, commands: Vec::new() };
        loop {
            self.skip_blanks();
            match self.reserved() {
                Some("!") => {
                    self.position += 1;
                    pipeline.negations += 1;
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
            let command = match self.reserved() {
                Some("!" | "time") => self.inner_pipeline()?,
                _ => self.command()?,
            };
            pipeline.commands.push(Arc::new(command));
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

    /// After `|`, `!` and `time` take the rest of the pipeline.
    fn inner_pipeline(&mut self) -> Parsed<Command> {
        self.enter()?;
        let chain = Chain { first: self.pipeline()?, rest: Vec::new() };
        self.depth -= 1;
        let item = Item { chain: Arc::new(chain), background: false };
        let body = Arc::new(Compound::Group(Script { items: vec![item] }));
        Ok(Command::Compound { body, redirects: Vec::new() })
    }

    pub(super) fn command(&mut self) -> Parsed<Command> {
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
                if !self.rest().starts_with("((") && self.take("(") {
                    self.skip_blanks();
                    if self.take(")") && is_function_name(&name) {
                        return self.function_body(name, false);
                    }
                    return Err(self.unexpected());
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

    fn assignment(&mut self) -> Parsed<Option<Assignment>> {
        let before = (self.position, self.line);
        let mut name = String::new();
        while let Some(character) = self.next_if(|c| c.is_ascii_alphanumeric() || c == '_') {
            name.push(character);
        }
        let appends = self.next_if(|c| c == '+').is_some();
        if !is_name(&name) || self.next_if(|c| c == '=').is_none() {
            (self.position, self.line) = before;
            return Ok(None);
        }
        if self.peek() == Some('(') {
            return Err(unexpected("("));
        }
        Ok(Some(Assignment { name, appends, value: self.word()?.unwrap_or_default() }))
    }

    /// The next character if it is wanted, which may be on the next line after a backslash.
    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        while self.take("\\\n") {
            self.line += 1;
        }
        let character = self.peek().filter(|c| wanted(*c))?;
        self.position += character.len_utf8();
        Some(character)
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
            if rest.starts_with([' ', '\t']) {
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

    pub(super) fn expect_word(&mut self, word: &str, opener: &str) -> Parsed<()> {
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
    pub(super) fn reserved(&self) -> Option<&'static str> {
        let rest = self.rest();
        RESERVED.into_iter().find(|word| {
            rest.strip_prefix(word).is_some_and(|after| {
                after.is_empty()
                    || after.starts_with([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>'])
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
        if let Some(sign) = self.redirect_sign() {
            return unexpected(&sign);
        }
        for sign in [";;", "&&", "||", "(("] {
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

fn unclosed(here: &PendingHere) -> ParseError {
    let message = format!("here document '{}' unclosed", here.delimiter);
    ParseError { message, incomplete: true }
}

pub(super) fn unmatched(token: &str) -> ParseError {
    ParseError { message: format!("syntax error: unmatched '{token}'"), incomplete: true }
}
