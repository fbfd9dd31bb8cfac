//! Words: quotes, escapes, `$…` in all its forms. Part of the parser.

use super::ast::{Operation, Parameter, Part, Script, Word};
use super::parse::{ListEnd, ParseError, Parsed, Parser, unmatched};
use std::sync::Arc;

/// Where a word stands, which decides what ends it and what quotes mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Between blanks.
    Command,
    /// Inside `${x:-…}`: ends at `}`; the flag says whether double quotes are around it.
    Brace { quoted: bool },
    /// The pattern in `${x/pattern/…}`: also ends at `/`.
    BracePattern,
    /// The offset in `${x:offset:length}`: also ends at `:`.
    BraceOffset,
}

impl Place {
    fn ends_at(self, character: char, open: usize) -> bool {
        match self {
            Self::Command => " \t\n;&|<>()".contains(character),
            Self::Brace { .. } => character == '}',
            Self::BracePattern => matches!(character, '}' | '/'),
            Self::BraceOffset => character == '}' || character == ':' && open == 0,
        }
    }
}

pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Word {
    pub(crate) fn quoted(text: String) -> Self {
        Self(vec![Part::Quoted(text)])
    }

    fn push_plain(&mut self, character: char) {
        if let Some(Part::Plain(text)) = self.0.last_mut() {
            text.push(character);
        } else {
            self.0.push(Part::Plain(character.to_string()));
        }
    }

    fn push_quoted(&mut self, character: char) {
        if let Some(Part::Quoted(text)) = self.0.last_mut() {
            text.push(character);
        } else {
            self.0.push(Part::Quoted(character.to_string()));
        }
    }
}

impl Parser<'_> {
    /// The word at the current position, if there is one.
    pub(super) fn word(&mut self) -> Parsed<Option<Word>> {
        if self.redirect_sign().is_some() {
            return Ok(None);
        }
        let word = self.word_in(Place::Command)?;
        Ok((!word.0.is_empty()).then_some(word))
    }

    pub(super) fn word_in(&mut self, place: Place) -> Parsed<Word> {
        let in_quotes = place == Place::Brace { quoted: true } || place == Place::BraceOffset;
        let mut word = Word::default();
        let mut open = 0_usize;
        while let Some(character) = self.peek() {
            match character {
                _ if place.ends_at(character, open) => break,
                '\'' if !in_quotes => {
                    self.bump('\'');
                    word.0.push(Part::Quoted(self.until_single_quote()?));
                }
                '"' => {
                    self.bump('"');
                    let empty = self.peek() == Some('"');
                    self.double_quoted(&mut word)?;
                    if empty {
                        // The mark that there is a word, though nothing is in it.
                        word.0.push(Part::Quoted(String::new()));
                    }
                }
                '\\' => self.escape(&mut word, in_quotes),
                '$' if in_quotes && self.rest().starts_with("$'") => {
                    self.position += 2;
                    let text = self.ansi_quoted()?;
                    word.0.push(Part::Quoted(text));
                }
                '$' => self.dollar(&mut word, in_quotes)?,
                '`' => {
                    let script = self.backquoted(in_quotes)?;
                    word.0.push(Part::Command { script, quoted: in_quotes });
                }
                _ => {
                    match character {
                        '(' => open += 1,
                        ')' => open = open.saturating_sub(1),
                        _ => {}
                    }
                    self.bump(character);
                    if in_quotes { word.push_quoted(character) } else { word.push_plain(character) }
                }
            }
        }
        Ok(word)
    }

    fn escape(&mut self, word: &mut Word, in_quotes: bool) {
        self.bump('\\');
        match self.peek() {
            Some('\n') => self.bump('\n'),
            Some(character)
                if !in_quotes
                    || self.in_here_text
                    || matches!(character, '$' | '`' | '"' | '\\' | '}') =>
            {
                self.bump(character);
                word.push_quoted(character);
            }
            Some(_) | None => word.push_quoted('\\'),
        }
    }

    fn until_single_quote(&mut self) -> Parsed<String> {
        let end = self.rest().find('\'').ok_or_else(no_closing_quote)?;
        let text = self.rest()[..end].to_owned();
        self.line += text.matches('\n').count();
        self.position += end + 1;
        Ok(text)
    }

    /// After the opening quote, up to and including the closing one.
    fn double_quoted(&mut self, word: &mut Word) -> Parsed<()> {
        loop {
            match self.peek().ok_or_else(no_closing_quote)? {
                '"' => {
                    self.bump('"');
                    return Ok(());
                }
                '\\' => {
                    self.bump('\\');
                    match self.peek() {
                        Some('\n') => self.bump('\n'),
                        Some('"') if self.in_here_text => {
                            self.bump('"');
                            word.push_quoted('\\');
                            word.push_quoted('"');
                        }
                        Some(character @ ('$' | '`' | '"' | '\\')) => {
                            self.bump(character);
                            word.push_quoted(character);
                        }
                        Some(_) | None => word.push_quoted('\\'),
                    }
                }
                '$' => {
                    let in_here_text = std::mem::take(&mut self.in_here_text);
                    self.dollar(word, true)?;
                    self.in_here_text = in_here_text;
                }
                '`' => {
                    let script = self.backquoted(true)?;
                    word.0.push(Part::Command { script, quoted: true });
                }
                character => {
                    self.bump(character);
                    word.push_quoted(character);
                }
            }
        }
    }

    /// The body of a here document whose delimiter was not quoted.
    pub(super) fn here_body(&self, text: &str) -> Parsed<Word> {
        let mut parser = Parser::nested(text, self.line, self.depth + 1);
        parser.in_here_text = true;
        let mut word = Word::quoted(String::new());
        while let Some(character) = parser.peek() {
            match character {
                '\\' => {
                    parser.bump('\\');
                    match parser.peek() {
                        Some('\n') => parser.bump('\n'),
                        Some(next @ ('$' | '`' | '\\')) => {
                            parser.bump(next);
                            word.push_quoted(next);
                        }
                        Some(_) | None => word.push_quoted('\\'),
                    }
                }
                '$' => parser.dollar(&mut word, true)?,
                '`' => {
                    let script = parser.backquoted(true)?;
                    word.0.push(Part::Command { script, quoted: true });
                }
                _ => {
                    parser.bump(character);
                    word.push_quoted(character);
                }
            }
        }
        Ok(word)
    }

    fn dollar(&mut self, word: &mut Word, quoted: bool) -> Parsed<()> {
        self.bump('$');
        match self.peek() {
            Some('(') if self.rest().starts_with("((") => {
                let start = self.position;
                self.position += 2;
                if let Some(expression) = self.arithmetic()? {
                    word.0.push(Part::Arithmetic { expression, quoted });
                } else {
                    self.position = start;
                    word.0.push(self.substitution(quoted)?);
                }
            }
            Some('(') => word.0.push(self.substitution(quoted)?),
            Some('{') => {
                let start = self.position - 1;
                self.bump('{');
                let parameter = self.braced(start, quoted)?;
                word.0.push(Part::Parameter { parameter, quoted });
            }
            Some('\'') if !quoted => {
                self.bump('\'');
                let text = self.ansi_quoted()?;
                word.0.push(Part::Quoted(text));
            }
            Some(character) => match self.parameter_name() {
                Some(name) => {
                    let parameter = Parameter { name, operation: Operation::Value };
                    word.0.push(Part::Parameter { parameter, quoted });
                }
                None if quoted => word.push_quoted('$'),
                None if character == '"' => {}
                None => word.push_plain('$'),
            },
            None if quoted => word.push_quoted('$'),
            None => word.push_plain('$'),
        }
        Ok(())
    }

    /// `NAME`, one digit, or one special sign.
    pub(super) fn parameter_name(&mut self) -> Option<String> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        let length = if first.is_ascii_alphabetic() || first == '_' {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if first.is_ascii_digit() || "?!$#@*-".contains(first) {
            1
        } else {
            return None;
        };
        self.position += length;
        Some(rest[..length].to_owned())
    }

    fn substitution(&mut self, quoted: bool) -> Parsed<Part> {
        self.bump('(');
        self.enter()?;
        let in_here_text = std::mem::take(&mut self.in_here_text);
        let script = self.list(ListEnd::Closer)?;
        self.in_here_text = in_here_text;
        self.depth -= 1;
        if self.at_end() {
            return Err(unmatched("("));
        }
        if !self.take(")") {
            return Err(self.unexpected());
        }
        Ok(Part::Command { script: Ok(Arc::new(vec![script])), quoted })
    }

    /// The closing quote is looked for now; what stands before it is only judged when it is run.
    fn backquoted(&mut self, quoted: bool) -> Parsed<Parsed<Arc<Vec<Script>>>> {
        self.bump('`');
        let line = self.line;
        let mut inner = String::new();
        loop {
            let character = self.peek().ok_or_else(no_closing_quote)?;
            self.bump(character);
            match character {
                '`' => break,
                '\\' => match self.peek() {
                    Some(next @ ('$' | '`' | '\\')) => {
                        self.bump(next);
                        inner.push(next);
                    }
                    Some('"') if quoted && !self.in_here_text => {
                        self.bump('"');
                        inner.push('"');
                    }
                    Some(_) | None => inner.push('\\'),
                },
                _ => inner.push(character),
            }
        }
        self.enter()?;
        let scripts = Parser::nested(&inner, line, self.depth).all();
        self.depth -= 1;
        Ok(scripts.map(Arc::new))
    }

    /// After `((`, up to and including `))`. `None` when it turns out to be a subshell in a substitution.
    pub(super) fn arithmetic(&mut self) -> Parsed<Option<Word>> {
        self.enter()?;
        let mut word = Word::quoted(String::new());
        let mut open = 0_usize;
        loop {
            match self.peek() {
                None => return Err(no_closing_quote()),
                Some(')') if open == 0 => {
                    self.depth -= 1;
                    return Ok(self.take("))").then_some(word));
                }
                Some('$') => self.dollar(&mut word, true)?,
                Some('\\') if self.rest().starts_with("\\`") => {
                    self.position += 2;
                    word.push_quoted('`');
                }
                Some('`') => {
                    let script = self.backquoted(true)?;
                    word.0.push(Part::Command { script, quoted: true });
                }
                Some(character) => {
                    match character {
                        '(' => open += 1,
                        ')' => open -= 1,
                        _ => {}
                    }
                    self.bump(character);
                    word.push_quoted(character);
                }
            }
        }
    }
}

pub(super) fn no_closing_quote() -> ParseError {
    ParseError { message: "no closing quote".to_owned(), incomplete: true }
}
