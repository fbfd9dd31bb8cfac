//! `${…}`: the name, the operation and its words. Part of the parser.

use super::ast::{Anchor, Operation, Parameter, Word};
use super::parse::{Parsed, Parser};
use super::words::{Place, no_closing_quote};

impl Parser<'_> {
    /// After `${`, up to and including `}`. `start` is where the `$` stands.
    pub(super) fn braced(&mut self, start: usize, quoted: bool) -> Parsed<Parameter> {
        self.enter()?;
        let parameter = self.braced_at_depth(start, quoted)?;
        self.depth -= 1;
        Ok(parameter)
    }

    fn braced_at_depth(&mut self, start: usize, quoted: bool) -> Parsed<Parameter> {
        let rest = self.rest();
        if let Some(after) = rest.strip_prefix('#')
            && !after.starts_with('}')
        {
            self.bump('#');
            if let Some(name) = self.braced_name()
                && self.take("}")
            {
                return Ok(Parameter { name, operation: Operation::Length });
            }
            return self.bad(start);
        }
        let Some(name) = self.braced_name() else { return self.bad(start) };
        let place = Place::Brace { quoted };
        let operation = if self.take("}") {
            return Ok(Parameter { name, operation: Operation::Value });
        } else if let Some((colon, sign)) = self.conditional_sign() {
            let word = self.word_in(place)?;
            match sign {
                '-' => Operation::Default { colon, word },
                '=' => Operation::Assign { colon, word },
                '?' => Operation::Require { colon, word },
                _ => Operation::Alternate { colon, word },
            }
        } else if self.take("##") {
            Operation::RemovePrefix {
                longest: true,
                pattern: self.word_in(Place::Brace { quoted: false })?,
            }
        } else if self.take("#") {
            Operation::RemovePrefix {
                longest: false,
                pattern: self.word_in(Place::Brace { quoted: false })?,
            }
        } else if self.take("%%") {
            Operation::RemoveSuffix {
                longest: true,
                pattern: self.word_in(Place::Brace { quoted: false })?,
            }
        } else if self.take("%") {
            Operation::RemoveSuffix {
                longest: false,
                pattern: self.word_in(Place::Brace { quoted: false })?,
            }
        } else if self.take("/") {
            self.replacement()?
        } else if self.take(":") {
            let offset = self.word_in(Place::BraceOffset)?;
            let length =
                if self.take(":") { Some(self.word_in(Place::BraceOffset)?) } else { None };
            if self.peek() == Some(':') {
                return self.bad(start);
            }
            Operation::Substring { offset, length }
        } else {
            return self.bad(start);
        };
        if self.take("}") { Ok(Parameter { name, operation }) } else { Err(no_closing_quote()) }
    }

    fn replacement(&mut self) -> Parsed<Operation> {
        let all = self.take("/");
        let anchor = if !all && self.take("#") {
            Anchor::Start
        } else if !all && self.take("%") {
            Anchor::End
        } else {
            Anchor::Anywhere
        };
        let pattern = self.word_in(Place::BracePattern)?;
        let with = if self.take("/") {
            self.word_in(Place::Brace { quoted: false })?
        } else {
            Word::default()
        };
        Ok(Operation::Replace { all, anchor, pattern, with })
    }

    fn braced_name(&mut self) -> Option<String> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            self.position += digits;
            return Some(rest[..digits].to_owned());
        }
        self.parameter_name()
    }

    /// `:-`, `-`, `:=` and so on: with or without the colon, and the sign.
    fn conditional_sign(&mut self) -> Option<(bool, char)> {
        let rest = self.rest();
        let (colon, sign) = match rest.strip_prefix(':') {
            Some(after) => (true, after.chars().next()?),
            None => (false, rest.chars().next()?),
        };
        if !"-=?+".contains(sign) {
            return None;
        }
        self.position += if colon { 2 } else { 1 };
        Some((colon, sign))
    }

    /// Skips to the closing brace; using it is an error with this text.
    fn bad(&mut self, start: usize) -> Parsed<Parameter> {
        let end = self.rest().find('}').ok_or_else(no_closing_quote)?;
        self.position += end + 1;
        let text = self.source[start..self.position].to_owned();
        Ok(Parameter { name: String::new(), operation: Operation::Bad(text) })
    }
}
