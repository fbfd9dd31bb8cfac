//! `$x` and `${x…}`: which value, and what is done to it.

use super::ast::{Operation, Parameter, Word};
use super::fields::{Fields, Stage};
use super::how::How;
use super::interpret::{Flow, Shell};
use super::pattern::Pattern;
use super::value::{bytewise, rejoined, replace, substring};
use super::words::is_name;

impl Shell {
    pub(super) async fn expand_parameter(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        fields: &mut Fields,
    ) -> Result<(), Flow> {
        let name = parameter.name.as_str();
        let value = self.parameter(name);
        let is_list = matches!(name, "@" | "*");
        let is_trimmed = matches!(
            parameter.operation,
            Operation::RemovePrefix { .. } | Operation::RemoveSuffix { .. }
        );
        let takes_apart = is_trimmed
            || matches!(
                parameter.operation,
                Operation::Replace { .. }
                    | Operation::Substring { .. }
                    | Operation::Assign { .. }
                    | Operation::Require { .. }
            );
        if takes_apart && is_list {
            return self.die(&format!("${{{name}}}: bad substitution")).await;
        }
        let must_be_set =
            is_trimmed || matches!(parameter.operation, Operation::Value | Operation::Length);
        if must_be_set && value.is_none() && self.options.no_unset && !is_list {
            return self.die(&format!("{name}: parameter not set")).await;
        }
        match &parameter.operation {
            Operation::Bad(text) => return self.die(&format!("{text}: bad substitution")).await,
            Operation::Value => self.push_present(name, value, quoted, fields),
            Operation::Length => {
                let length = match name {
                    "@" | "*" => self.parameters.len(),
                    _ => bytewise(&value.unwrap_or_default()).chars().count(),
                };
                fields.enter_parameter();
                fields.value(&length.to_string(), quoted);
                fields.leave();
            }
            Operation::Default { colon, word } => {
                if self.is_missing(name, value.as_deref(), *colon, fields) {
                    self.expand_inner(word, quoted, fields).await?;
                } else {
                    self.push_present(name, value, quoted, fields);
                }
            }
            Operation::Alternate { colon, word } => {
                if self.is_missing(name, value.as_deref(), *colon, fields) {
                    self.push_present(name, value, quoted, fields);
                } else {
                    self.expand_inner(word, quoted, fields).await?;
                }
            }
            Operation::Assign { colon, word } => {
                if value.as_deref().is_none_or(str::is_empty) && !is_name(name) {
                    return self.die(&format!("${{{name}=}}: bad substitution")).await;
                }
                if self.is_missing(name, value.as_deref(), *colon, fields) {
                    let mut inner = fields.inner(fields.how.for_default_value());
                    self.expand_word(word, &mut inner).await?;
                    let text = inner.into_current().text;
                    self.assign(name, &text).await?;
                    fields.enter_parameter();
                    fields.worked_value(&text, quoted);
                    fields.leave();
                } else {
                    self.push_present(name, value, quoted, fields);
                }
            }
            Operation::Require { colon, word } => {
                if self.is_missing(name, value.as_deref(), *colon, fields) {
                    let mut inner = fields.inner(fields.how.for_complaint());
                    self.expand_word(word, &mut inner).await?;
                    let text = if word.0.is_empty() {
                        "parameter null or not set".to_owned()
                    } else {
                        inner.into_current().text
                    };
                    return self.die(&format!("{name}: {text}")).await;
                }
                self.push_present(name, value, quoted, fields);
            }
            Operation::RemovePrefix { longest, pattern } => {
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let pattern = self.trim_pattern(pattern, fields).await?;
                let mut cuts = 0..=chars.len();
                let fits = |cut: &usize| pattern.matches_chars(&chars[..*cut]);
                let cut = if *longest { cuts.rev().find(fits) } else { cuts.find(fits) };
                push_trimmed(&rejoined(&chars[cut.unwrap_or(0)..]), quoted, fields);
            }
            Operation::RemoveSuffix { longest, pattern } => {
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let pattern = self.trim_pattern(pattern, fields).await?;
                let mut cuts = 0..=chars.len();
                let fits = |cut: &usize| pattern.matches_chars(&chars[*cut..]);
                let cut = if *longest { cuts.find(fits) } else { cuts.rev().find(fits) };
                push_trimmed(&rejoined(&chars[..cut.unwrap_or(chars.len())]), quoted, fields);
            }
            Operation::Replace { all, anchor, pattern, with } => {
                let with = self.expand_single(with, How::text()).await?;
                let pattern = self.expand_pattern(pattern, How::replaced()).await?;
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let replaced: Vec<char> =
                    replace(&chars, &pattern, &with, *all, *anchor).chars().collect();
                fields.enter_parameter();
                fields.worked_value(&rejoined(&replaced), quoted);
                fields.leave();
            }
            Operation::Substring { offset, length } => {
                // mksh keeps a blank after the colon, and shows it in its complaint.
                let offset = self.expand_single(offset, How::expression()).await?;
                let offset = if offset.starts_with(' ') { offset } else { format!(" {offset}") };
                let offset = self.evaluate(&offset).await?;
                let length = match length {
                    Some(length) => Some(self.expand_arithmetic(length).await?),
                    None => None,
                };
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                fields.enter_parameter();
                fields.worked_value(&substring(&chars, offset, length), quoted);
                fields.leave();
            }
        }
        Ok(())
    }

    /// The word inside `${x:-word}`, as if it stood outside, but split.
    async fn expand_inner(
        &mut self,
        word: &Word,
        quoted: bool,
        fields: &mut Fields,
    ) -> Result<(), Flow> {
        let how = fields.how;
        fields.enter_parameter();
        if quoted {
            fields.stage = Stage::Begun;
        } else if fields.is_empty() {
            fields.stage = Stage::Awaiting;
        }
        fields.how.tilde = true;
        fields.allow_tilde(true);
        self.expand_word(word, fields).await?;
        fields.allow_tilde(false);
        fields.how = how;
        fields.leave();
        Ok(())
    }

    /// The pattern that is cut off. What it does to the field stays when text stands before it.
    async fn trim_pattern(&mut self, word: &Word, fields: &mut Fields) -> Result<Pattern, Flow> {
        fields.enter_parameter();
        let mut inner = fields.inner(How::trimmed());
        self.expand_word(word, &mut inner).await?;
        if !fields.is_empty() {
            fields.stage = inner.stage;
        }
        Ok(Pattern::new(&bytewise(&inner.into_current().pattern)))
    }

    fn push_present(&self, name: &str, value: Option<String>, quoted: bool, fields: &mut Fields) {
        match name {
            "@" if self.parameters.is_empty() => {
                fields.enter();
                fields.nothing();
                fields.leave();
            }
            "@" | "*" if !self.parameters.is_empty() => {
                fields.enter_parameter();
                self.push_all(name == "@", quoted, fields);
                fields.leave();
            }
            _ => {
                fields.enter_parameter();
                fields.value(&value.unwrap_or_default(), quoted);
                fields.leave();
            }
        }
    }

    /// `$@` and `$*`, quoted or not.
    fn push_all(&self, apart: bool, quoted: bool, fields: &mut Fields) {
        for (index, parameter) in self.parameters.iter().enumerate() {
            if index > 0 {
                match fields.first_separator() {
                    first if fields.how.here => fields.put(first.unwrap_or(' '), quoted),
                    _ if fields.how.scalar && apart => fields.put(' ', quoted),
                    Some(first) => fields.put(first, quoted && !apart),
                    None if fields.how.scalar || quoted && !apart => {}
                    None if !quoted && fields.stage == Stage::AfterBlank => {}
                    None => fields.end_parameter(),
                }
            }
            for character in parameter.chars() {
                fields.put(character, quoted);
            }
            if quoted && apart {
                fields.stage = Stage::Begun;
            }
        }
    }

    fn is_missing(&self, name: &str, value: Option<&str>, colon: bool, fields: &Fields) -> bool {
        let (Some(first), "@" | "*") = (self.parameters.first(), name) else {
            return value.is_none_or(|text| colon && text.is_empty());
        };
        let joined = name == "*" && fields.first_separator().is_none();
        let alone =
            self.parameters.len() == 1 || joined && self.parameters.iter().all(String::is_empty);
        colon && first.is_empty() && alone
    }

    /// The value of a parameter; `None` when it is not set.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        match name {
            "?" => Some(self.status.to_string()),
            "$" => Some(self.own_pid.to_string()),
            "!" => Some(self.last_background.map(|pid| pid.to_string()).unwrap_or_default()),
            "#" => Some(self.parameters.len().to_string()),
            "-" => Some(self.options.letters()),
            "@" | "*" => (!self.parameters.is_empty()).then(|| self.parameters.join(" ")),
            "0" => Some(self.name.clone()),
            "RANDOM" => Some((u16::from_le_bytes(random_pair()) & 0x7fff).to_string()),
            "LINENO" => Some(self.line.to_string()),
            _ => match name.parse::<usize>() {
                Ok(number) => self.parameters.get(number.wrapping_sub(1)).cloned(),
                Err(_) => self.variables.get(name).map(str::to_owned),
            },
        }
    }
}

/// What is left of a value after `#` or `%`; `enter_parameter` went before.
fn push_trimmed(text: &str, quoted: bool, fields: &mut Fields) {
    if !text.is_empty() {
        fields.stage = Stage::Awaiting;
    } else if quoted {
        fields.stage = Stage::Begun;
    } else {
        if fields.is_empty() {
            fields.stage = Stage::Awaiting;
        }
        fields.nothing();
    }
    fields.value(text, quoted);
    fields.leave();
}

fn random_pair() -> [u8; 2] {
    let bytes = crate::process::random_bytes(2);
    [bytes[0], bytes[1]]
}
