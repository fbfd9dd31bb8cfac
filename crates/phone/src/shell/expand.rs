//! From words to arguments: tilde, parameters, substitutions, splitting, braces, wildcards, quote removal.

use super::arithmetic;
use super::ast::{Part, Word};
use super::braces;
use super::fields::{Field, Fields};
use super::glob::{glob, unescape};
use super::how::How;
use super::interpret::{Flow, Shell};
use super::pattern::Pattern;
use super::value::bytewise;
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
                arguments.push(self.expand_single(word, How::declaration()).await?);
                continue;
            }
            if let Some(text) = word.plain()
                && !text.contains(['*', '?', '[', '{', '~'])
            {
                arguments.push(text.to_owned());
                continue;
            }
            let mut fields = self.fields(How::arguments(self.options.no_glob));
            self.expand_word(word, &mut fields).await?;
            for field in fields.finish() {
                self.finish_field(&field, &mut arguments);
            }
        }
        Ok(arguments)
    }

    /// One word as one string: what assignments, `case` and redirections want.
    pub(super) async fn expand_single(&mut self, word: &Word, how: How) -> Result<String, Flow> {
        if let Some(text) = word.plain()
            && !text.contains('~')
        {
            return Ok(text.to_owned());
        }
        let mut fields = self.fields(how);
        self.expand_word(word, &mut fields).await?;
        Ok(fields.finish_single().text)
    }

    /// One word as a pattern, in which what was quoted stands for itself.
    pub(super) async fn expand_pattern(&mut self, word: &Word, how: How) -> Result<Pattern, Flow> {
        let mut fields = self.fields(how);
        self.expand_word(word, &mut fields).await?;
        Ok(Pattern::new(&bytewise(&fields.finish_single().pattern)))
    }

    fn fields(&self, how: How) -> Fields {
        Fields::new(how, self.variables.get("IFS").unwrap_or(" \t\n").to_owned())
    }

    fn finish_field(&self, field: &Field, arguments: &mut Vec<String>) {
        if !field.braced {
            self.finish_pattern(field.wild, &field.pattern, || field.text.clone(), arguments);
            return;
        }
        for pattern in braces::expand(&field.pattern) {
            self.finish_pattern(field.wild, &pattern, || unescape(&pattern), arguments);
        }
    }

    /// The files that fit, or the text itself.
    fn finish_pattern(
        &self,
        wild: bool,
        pattern: &str,
        text: impl FnOnce() -> String,
        arguments: &mut Vec<String>,
    ) {
        let found = if wild { glob(&self.process, pattern) } else { Vec::new() };
        if found.is_empty() {
            arguments.push(text());
        } else {
            arguments.extend(found);
        }
    }

    pub(super) fn expand_word<'a>(
        &'a mut self,
        word: &'a Word,
        fields: &'a mut Fields,
    ) -> BoxFuture<'a, Result<(), Flow>> {
        Box::pin(async move {
            for (index, part) in word.0.iter().enumerate() {
                match part {
                    Part::Plain(text) => {
                        self.expand_plain(text, index + 1 == word.0.len(), fields);
                    }
                    Part::Quoted(text) => fields.quoted(text),
                    Part::Parameter { parameter, quoted } => {
                        if *quoted {
                            fields.open_quotes();
                        }
                        self.expand_parameter(parameter, *quoted, fields).await?;
                        if *quoted {
                            fields.close_quotes();
                        }
                    }
                    Part::Command { script, quoted } => {
                        let output = match script {
                            Ok(script) => self.capture(script).await?,
                            Err(error) => return self.die(&error.message).await,
                        };
                        // A word cannot hold a NUL.
                        let text = text::decode(&output).replace('\0', "");
                        substituted(text.trim_end_matches('\n'), *quoted, fields);
                    }
                    Part::Arithmetic { expression, quoted } => {
                        let value = self.expand_arithmetic(expression).await?;
                        substituted(&value.to_string(), *quoted, fields);
                    }
                }
                if fields.is_too_long() {
                    return self.die("out of memory").await;
                }
            }
            Ok(())
        })
    }

    /// Text of the script itself, with the tildes in it.
    fn expand_plain(&self, text: &str, ends_word: bool, fields: &mut Fields) {
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            rest = &rest[character.len_utf8()..];
            if character == '~' && fields.takes_tilde() {
                let assigns = fields.how.assigns;
                let end = rest.find(|c| c == '/' || assigns && c == ':').unwrap_or(rest.len());
                let complete = end < rest.len() || ends_word;
                if let Some(home) = complete.then(|| self.home_of(&rest[..end])).flatten() {
                    fields.home(&home);
                    rest = &rest[end..];
                    continue;
                }
            }
            fields.put(character, false);
        }
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
        let text = self.expand_single(expression, How::expression()).await?;
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
}

/// What a command printed, or an expression came to.
fn substituted(text: &str, quoted: bool, fields: &mut Fields) {
    if quoted {
        fields.quoted(text);
        return;
    }
    fields.enter();
    for character in text.chars() {
        fields.put(character, false);
    }
    fields.leave();
}
