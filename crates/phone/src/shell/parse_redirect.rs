//! Redirections and here documents. Part of the parser.

use super::ast::{Redirect, RedirectKind, Word};
use super::parse::{ParseError, Parsed, Parser, unexpected};
use std::sync::{Arc, OnceLock};

/// A here document whose body has not been reached yet.
pub(super) struct PendingHere {
    pub(super) delimiter: String,
    literal: bool,
    strip_tabs: bool,
    body: Arc<OnceLock<Parsed<Word>>>,
}

impl Parser<'_> {
    pub(super) fn redirect(&mut self) -> Parsed<Option<Redirect>> {
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
            (0, RedirectKind::Duplicate { word: self.target()?, reads: true })
        } else if self.take("<>") {
            let word = self.target()?;
            if number.is_some_and(|fd| fd != 0) {
                // Nothing here can be read from and written to.
                return Err(unexpected("<>"));
            }
            (0, RedirectKind::ReadWrite(word))
        } else if self.take("<") {
            (0, RedirectKind::Read(self.target()?))
        } else if self.take("&>") {
            (1, RedirectKind::WriteBoth(self.target()?))
        } else if self.take(">>") {
            (1, RedirectKind::Append(self.target()?))
        } else if self.take(">&") {
            (1, RedirectKind::Duplicate { word: self.target()?, reads: false })
        } else if self.take(">|") || self.take(">") {
            (1, RedirectKind::Write(self.target()?))
        } else {
            return Ok(None);
        };
        Ok(Some(Redirect { fd: number.unwrap_or(fd), kind }))
    }

    /// The sign of a redirection at the current position, as mksh shows it: with the number only where it says more.
    pub(super) fn redirect_sign(&self) -> Option<String> {
        let rest = self.rest();
        let after = rest.strip_prefix(|c: char| c.is_ascii_digit());
        let signs = ["<<<", "<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">"];
        let sign = signs.into_iter().find(|sign| after.unwrap_or(rest).starts_with(sign))?;
        let usual = if sign.starts_with('<') { "0" } else { "1" };
        let number = after.map_or("", |_| &rest[..1]);
        Some(if number == usual { sign.to_owned() } else { format!("{number}{sign}") })
    }

    pub(super) fn target(&mut self) -> Parsed<Word> {
        self.skip_blanks();
        self.word()?.ok_or_else(|| self.unexpected())
    }

    pub(super) fn here_document(&mut self, strip_tabs: bool) -> Parsed<RedirectKind> {
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
    pub(super) fn newline(&mut self) -> Parsed<()> {
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
            let body = if here.literal { Ok(Word::quoted(text)) } else { self.here_body(&text) };
            here.body.set(body).ok();
        }
        Ok(())
    }
}
