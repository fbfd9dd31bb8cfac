//! From words to fields: tilde, parameters, substitutions, splitting, wildcards, quote removal.

use super::arithmetic;
use super::ast::{Anchor, Operation, Parameter, Part, Word};
use super::braces;
use super::fields::{Field, Fields};
use super::glob::glob;
use super::interpret::{Flow, Shell};
use super::pattern::Pattern;
use super::words::is_name;
use crate::text;
use futures_util::future::BoxFuture;

impl Shell {
    /// The arguments that words become.
    pub(super) async fn expand(&mut self, words: &[Word]) -> Result<Vec<String>, Flow> {
        let mut arguments = Vec::with_capacity(words.len());
        let declares = words.first().and_then(Word::plain).is_some_and(|name| {
            matches!(name, "export" | "local" | "readonly") && !self.functions.contains_key(name)
        });
        for word in words {
            if declares && word.is_assignment() {
                arguments.push(self.expand_single(word, Tilde::Assignment).await?);
                continue;
            }
            if let Some(text) = word.plain()
                && !text.contains(['*', '?', '[', '{', '~'])
            {
                arguments.push(text.to_owned());
                continue;
            }
            for word in braces::expand(word) {
                let mut fields = Fields::splitting(self.separators());
                self.expand_word(&word, &mut fields, Tilde::Start).await?;
                for field in fields.finish() {
                    self.finish_field(field, &mut arguments);
                }
            }
        }
        Ok(arguments)
    }

    /// One word as one string: what assignments, `case` and redirections want.
    pub(super) async fn expand_single(
        &mut self,
        word: &Word,
        tilde: Tilde,
    ) -> Result<String, Flow> {
        if let Some(text) = word.plain()
            && !text.contains('~')
        {
            return Ok(text.to_owned());
        }
        let mut fields = Fields::single();
        self.expand_word(word, &mut fields, tilde).await?;
        Ok(fields.finish_single().text)
    }

    /// One word as a pattern, in which what was quoted stands for itself.
    pub(super) async fn expand_pattern(&mut self, word: &Word) -> Result<Pattern, Flow> {
        let mut fields = Fields::single();
        self.expand_word(word, &mut fields, Tilde::Start).await?;
        Ok(Pattern::new(&bytewise(&fields.finish_single().pattern)))
    }

    fn finish_field(&self, field: Field, arguments: &mut Vec<String>) {
        if field.wild && !self.options.no_glob {
            let found = glob(&self.process, &field.pattern);
            if !found.is_empty() {
                arguments.extend(found);
                return;
            }
        }
        arguments.push(field.text);
    }

    fn separators(&self) -> String {
        self.variables.get("IFS").unwrap_or(" \t\n").to_owned()
    }

    fn expand_word<'a>(
        &'a mut self,
        word: &'a Word,
        fields: &'a mut Fields,
        tilde: Tilde,
    ) -> BoxFuture<'a, Result<(), Flow>> {
        Box::pin(async move {
            for (index, part) in word.0.iter().enumerate() {
                match part {
                    Part::Plain(text) => {
                        let ends_here = index + 1 == word.0.len();
                        self.expand_tilde(text, index == 0, ends_here, tilde, fields);
                    }
                    Part::Quoted(text) => fields.quoted(text),
                    Part::Parameter { parameter, quoted } => {
                        self.expand_parameter(parameter, *quoted, fields).await?;
                    }
                    Part::Command { script, quoted } => {
                        let output = self.capture(script).await?;
                        // A word cannot hold a NUL.
                        let text = text::decode(&output).replace('\0', "");
                        push(fields, text.trim_end_matches('\n'), *quoted);
                    }
                    Part::Arithmetic { expression, quoted } => {
                        let value = self.expand_arithmetic(expression).await?;
                        push(fields, &value.to_string(), *quoted);
                    }
                }
                if fields.is_too_long() {
                    return self.die("out of memory").await;
                }
            }
            Ok(())
        })
    }

    fn expand_tilde(
        &self,
        text: &str,
        is_first: bool,
        ends_here: bool,
        tilde: Tilde,
        fields: &mut Fields,
    ) {
        let mut rest = text;
        let mut at_start = is_first;
        while let Some(index) = rest.find('~') {
            let allowed = match tilde {
                Tilde::Never => false,
                // `name=~` counts as well, though it is no assignment there.
                Tilde::Start => {
                    at_start && (index == 0 || rest[..index].strip_suffix('=').is_some_and(is_name))
                }
                Tilde::Assignment => (at_start && index == 0) || rest[..index].ends_with(':'),
            };
            let after = &rest[index + 1..];
            let end = after.find(['/', ':']).unwrap_or(after.len());
            let complete = end < after.len() || ends_here;
            let home = (allowed && complete).then(|| self.home_of(&after[..end])).flatten();
            fields.plain(&rest[..index]);
            if let Some(home) = home {
                fields.quoted(&home);
                rest = &after[end..];
            } else {
                fields.plain("~");
                rest = after;
            }
            at_start = false;
        }
        fields.plain(rest);
    }

    fn home_of(&self, user: &str) -> Option<String> {
        match user {
            "" => self.variables.get("HOME").map(str::to_owned),
            "+" => Some(self.process.cwd.clone()),
            "-" => self.variables.get("OLDPWD").map(str::to_owned),
            "root" | "shell" | "system" => Some("/".to_owned()),
            _ => None,
        }
    }

    pub(super) async fn expand_arithmetic(&mut self, expression: &Word) -> Result<i64, Flow> {
        let text = self.expand_single(expression, Tilde::Never).await?;
        self.evaluate(&text).await
    }

    pub(super) async fn evaluate(&mut self, text: &str) -> Result<i64, Flow> {
        self.try_evaluate(text).await?.ok_or(Flow::Abort(1))
    }

    /// `None`, with a message, where the expression itself is wrong.
    pub(super) async fn try_evaluate(&mut self, text: &str) -> Result<Option<i64>, Flow> {
        match arithmetic::evaluate(text, &mut self.variables) {
            Ok(value) => Ok(Some(value)),
            Err(wrong) => {
                self.complain(&wrong.message).await;
                if wrong.inside { Err(Flow::Abort(1)) } else { Ok(None) }
            }
        }
    }

    async fn expand_parameter(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        fields: &mut Fields,
    ) -> Result<(), Flow> {
        let name = parameter.name.as_str();
        let value = self.parameter(name);
        let takes_apart = matches!(
            parameter.operation,
            Operation::RemovePrefix { .. }
                | Operation::RemoveSuffix { .. }
                | Operation::Replace { .. }
                | Operation::Substring { .. }
                | Operation::Assign { .. }
                | Operation::Require { .. }
        );
        if takes_apart && matches!(name, "@" | "*") {
            return self.die(&format!("${{{name}}}: bad substitution")).await;
        }
        match &parameter.operation {
            Operation::Bad(text) => return self.die(&format!("{text}: bad substitution")).await,
            Operation::Value => match (name, value) {
                ("@" | "*", _) => self.push_all(name, quoted, fields),
                (_, Some(value)) => push(fields, &value, quoted),
                (_, None) if self.options.no_unset => {
                    return self.die(&format!("{name}: parameter not set")).await;
                }
                (_, None) => push(fields, "", quoted),
            },
            Operation::Length => {
                let length = match name {
                    "@" | "*" => self.parameters.len(),
                    _ if value.is_none() && self.options.no_unset => {
                        return self.die(&format!("{name}: parameter not set")).await;
                    }
                    _ => bytewise(&value.unwrap_or_default()).chars().count(),
                };
                push(fields, &length.to_string(), quoted);
            }
            Operation::Default { colon, word } => {
                if is_missing(value.as_deref(), *colon) {
                    self.expand_inner(word, quoted, fields).await?;
                } else {
                    self.push_present(name, value, quoted, fields);
                }
            }
            Operation::Alternate { colon, word } => {
                if is_missing(value.as_deref(), *colon) {
                    push(fields, "", quoted);
                } else {
                    self.expand_inner(word, quoted, fields).await?;
                }
            }
            Operation::Assign { colon, word } => {
                if is_missing(value.as_deref(), *colon) {
                    if !is_name(name) {
                        return self.die(&format!("${{{name}=}}: bad substitution")).await;
                    }
                    let text = self.expand_single(word, Tilde::Assignment).await?;
                    self.assign(name, &text).await?;
                    push(fields, &text, quoted);
                } else {
                    self.push_present(name, value, quoted, fields);
                }
            }
            Operation::Require { colon, word } => {
                if is_missing(value.as_deref(), *colon) {
                    let given = self.expand_single(word, Tilde::Start).await?;
                    let text = match (word.0.is_empty(), colon) {
                        (false, _) => given,
                        (true, true) => "parameter null or not set".to_owned(),
                        (true, false) => "parameter not set".to_owned(),
                    };
                    return self.die(&format!("{name}: {text}")).await;
                }
                self.push_present(name, value, quoted, fields);
            }
            Operation::RemovePrefix { longest, pattern } => {
                let pattern = self.expand_pattern(pattern).await?;
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let mut cuts = 0..=chars.len();
                let fits = |cut: &usize| pattern.matches_chars(&chars[..*cut]);
                let cut = if *longest { cuts.rev().find(fits) } else { cuts.find(fits) };
                push(fields, &rejoined(&chars[cut.unwrap_or(0)..]), quoted);
            }
            Operation::RemoveSuffix { longest, pattern } => {
                let pattern = self.expand_pattern(pattern).await?;
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let mut cuts = 0..=chars.len();
                let fits = |cut: &usize| pattern.matches_chars(&chars[*cut..]);
                let cut = if *longest { cuts.find(fits) } else { cuts.rev().find(fits) };
                push(fields, &rejoined(&chars[..cut.unwrap_or(chars.len())]), quoted);
            }
            Operation::Replace { all, anchor, pattern, with } => {
                let pattern = self.expand_pattern(pattern).await?;
                let with = self.expand_single(with, Tilde::Never).await?;
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                let replaced: Vec<char> =
                    replace(&chars, &pattern, &with, *all, *anchor).chars().collect();
                push(fields, &rejoined(&replaced), quoted);
            }
            Operation::Substring { offset, length } => {
                // mksh keeps a blank after the colon, and shows it in its complaint.
                let offset = self.expand_single(offset, Tilde::Never).await?;
                let offset = if offset.starts_with(' ') { offset } else { format!(" {offset}") };
                let offset = self.evaluate(&offset).await?;
                let length = match length {
                    Some(length) => Some(self.expand_arithmetic(length).await?),
                    None => None,
                };
                let chars: Vec<char> = bytewise(&value.unwrap_or_default()).chars().collect();
                push(fields, &substring(&chars, offset, length), quoted);
            }
        }
        Ok(())
    }

    /// The word inside `${x:-word}`.
    async fn expand_inner(
        &mut self,
        word: &Word,
        quoted: bool,
        fields: &mut Fields,
    ) -> Result<(), Flow> {
        if word.0.is_empty() {
            push(fields, "", quoted);
            return Ok(());
        }
        let mut inner = Fields::single();
        if quoted || !fields.splits() {
            self.expand_word(word, &mut inner, Tilde::Start).await?;
            push(fields, &inner.finish_single().text, quoted);
            return Ok(());
        }
        // Unquoted text of the word is split like a value; its quoted parts are not.
        for part in &word.0 {
            match part {
                Part::Plain(text) => fields.value(text),
                Part::Quoted(_)
                | Part::Parameter { .. }
                | Part::Command { .. }
                | Part::Arithmetic { .. } => {
                    let alone = Word(vec![part.clone()]);
                    self.expand_word(&alone, fields, Tilde::Never).await?;
                }
            }
        }
        Ok(())
    }

    fn push_present(&self, name: &str, value: Option<String>, quoted: bool, fields: &mut Fields) {
        match name {
            "@" | "*" => self.push_all(name, quoted, fields),
            _ => push(fields, &value.unwrap_or_default(), quoted),
        }
    }

    /// `$@` and `$*`, quoted or not.
    fn push_all(&self, name: &str, quoted: bool, fields: &mut Fields) {
        if quoted && (name == "*" || !fields.splits()) {
            let separator = match (name, self.variables.get("IFS")) {
                ("*", Some(separators)) => {
                    separators.chars().next().map(String::from).unwrap_or_default()
                }
                _ => " ".to_owned(),
            };
            fields.quoted(&self.parameters.join(&separator));
            return;
        }
        for (index, parameter) in self.parameters.iter().enumerate() {
            match (quoted, index) {
                (true, 0) => fields.quoted(parameter),
                (true, _) => {
                    fields.end_field();
                    fields.quoted(parameter);
                }
                (false, 0) => fields.value(parameter),
                (false, _) if fields.splits() => {
                    fields.end_if_any();
                    fields.value(parameter);
                }
                (false, _) => {
                    fields.value(" ");
                    fields.value(parameter);
                }
            }
        }
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

/// Where a tilde means a home directory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tilde {
    Never,
    /// At the beginning of the word.
    Start,
    /// Also after each colon.
    Assignment,
}

fn push(fields: &mut Fields, text: &str, quoted: bool) {
    if quoted { fields.quoted(text) } else { fields.value(text) }
}

fn is_missing(value: Option<&str>, colon: bool) -> bool {
    match value {
        None => true,
        Some(text) => colon && text.is_empty(),
    }
}

fn replace(chars: &[char], pattern: &Pattern, with: &str, all: bool, anchor: Anchor) -> String {
    let mut result = String::new();
    let mut at = 0;
    let longest_from = |start: usize| {
        (start + 1..=chars.len()).rev().find(|end| pattern.matches_chars(&chars[start..*end]))
    };
    match anchor {
        Anchor::Start => {
            if let Some(end) =
                (0..=chars.len()).rev().find(|end| pattern.matches_chars(&chars[..*end]))
            {
                result.push_str(with);
                at = end;
            }
        }
        Anchor::End => {
            if let Some(start) =
                (0..=chars.len()).find(|start| pattern.matches_chars(&chars[*start..]))
            {
                result.extend(&chars[..start]);
                result.push_str(with);
                return result;
            }
        }
        Anchor::Anywhere => {
            if chars.is_empty() && !pattern.is_empty() && pattern.matches_chars(chars) {
                result.push_str(with);
            }
            while at < chars.len() {
                if let Some(end) = longest_from(at) {
                    result.push_str(with);
                    at = end;
                    if !all {
                        break;
                    }
                } else {
                    result.push(chars[at]);
                    at += 1;
                }
            }
        }
    }
    result.extend(&chars[at..]);
    result
}

fn substring(chars: &[char], offset: i64, length: Option<i64>) -> String {
    let count = i64::try_from(chars.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { count + offset } else { offset };
    if start < 0 || start > count {
        return String::new();
    }
    let end = match length {
        None => count,
        // mksh takes all of it.
        Some(length) if length < 0 => count,
        Some(length) => (start + length).min(count),
    };
    let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    range.and_then(|(start, end)| chars.get(start..end)).map(rejoined).unwrap_or_default()
}

/// mksh knows characters of up to three bytes; of longer ones it sees the bytes.
pub(super) fn bytewise(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if character.len_utf8() < 4 {
            result.push(character);
        } else {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            result.extend(bytes.iter().map(|byte| text::byte_as_char(*byte)));
        }
    }
    result
}

/// Bytes that stand together again are a character again.
fn rejoined(chars: &[char]) -> String {
    text::decode(&text::encode(&chars.iter().collect::<String>()))
}

fn random_pair() -> [u8; 2] {
    let bytes = crate::process::random_bytes(2);
    [bytes[0], bytes[1]]
}
