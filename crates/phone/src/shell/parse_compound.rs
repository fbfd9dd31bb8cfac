//! Compound commands: groups, conditions, loops, `case`, functions. Part of the parser.

use super::ast::{Arm, ArmEnd, Command, Compound, Script};
use super::parse::{ListEnd, ParseError, Parsed, Parser, unmatched};
use super::words::is_name;
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn subshell(&mut self) -> Parsed<Compound> {
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

    pub(super) fn arithmetic_command(&mut self) -> Parsed<Option<Compound>> {
        let start = self.position;
        self.position += 2;
        if let Some(expression) = self.arithmetic()? {
            return Ok(Some(Compound::Arithmetic(expression)));
        }
        self.position = start;
        Ok(None)
    }

    pub(super) fn if_command(&mut self) -> Parsed<Compound> {
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

    pub(super) fn loop_command(&mut self, keyword: &str) -> Parsed<Compound> {
        self.position += keyword.len();
        let condition = self.list(ListEnd::Closer)?;
        let body = self.do_group(keyword)?;
        Ok(Compound::Loop { until: keyword == "until", condition, body })
    }

    pub(super) fn do_group(&mut self, opener: &str) -> Parsed<Script> {
        self.expect_word("do", opener)?;
        let body = self.list(ListEnd::Closer)?;
        self.expect_word("done", opener)?;
        Ok(body)
    }

    pub(super) fn for_command(&mut self) -> Parsed<Compound> {
        self.position += 3;
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        let variable = match word.plain() {
            Some(name) if is_name(name) => name.to_owned(),
            Some(_) => {
                return Err(ParseError {
                    message: "for: bad identifier".to_owned(),
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

    pub(super) fn case_command(&mut self) -> Parsed<Compound> {
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

    pub(super) fn function_command(&mut self) -> Parsed<Command> {
        self.position += "function".len();
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        let name = word.plain().ok_or_else(|| self.unexpected())?.to_owned();
        if !is_function_name(&name) {
            return Err(ParseError {
                message: format!("{name}: invalid function name"),
                incomplete: false,
            });
        }
        self.skip_blanks();
        if self.take("(") {
            self.skip_blanks();
            if !self.take(")") {
                return Err(self.unexpected());
            }
        }
        self.function_body(name, true)
    }

    /// `own_name`: it was defined with the word `function`, and is `$0` while it runs.
    pub(super) fn function_body(&mut self, name: String, own_name: bool) -> Parsed<Command> {
        self.skip_newlines()?;
        let body = if self.at_end() {
            let nothing = Compound::Group(Script::default());
            Command::Compound { body: Arc::new(nothing), redirects: Vec::new() }
        } else {
            self.command()?
        };
        Ok(Command::Function { name, body: Arc::new(body), own_name })
    }
}

/// More than names of variables: a function can stand in for any program.
pub(super) fn is_function_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| c.is_ascii_control() || "\"'$`*?[]=\\!".contains(c))
}
