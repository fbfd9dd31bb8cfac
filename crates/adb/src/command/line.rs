//! A command line for the device's `sh`, made of words or of constants, never of raw caller text.

use std::borrow::Cow;
use std::fmt;

use crate::{Error, Result};

/// What a device shell is asked to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine(String);

impl CommandLine {
    /// A program and its arguments; each arrives exactly as given.
    pub fn new<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Result<Self> {
        let mut line = String::new();
        for word in words {
            let word = word.as_ref();
            if word.contains('\0') {
                return Err(Error::invalid("command word", "it contains a NUL character"));
            }
            if line.is_empty() {
                line.push_str(&program(word));
            } else {
                line.push(' ');
                line.push_str(&quote(word));
            }
        }
        if line.is_empty() {
            return Err(Error::invalid("command", "it has no words"));
        }
        Ok(Self(line))
    }

    /// A script that is part of our own program, used as it is.
    pub fn constant(script: &'static str) -> Self {
        Self(script.to_owned())
    }

    /// A constant script that finds the caller's words in `$1`, `$2` and so on.
    pub fn script<W: AsRef<str>>(
        script: &'static str,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self> {
        let arguments = Self::new(["sh", "-c", script, "sh"])?;
        words.into_iter().try_fold(arguments, |Self(mut line), word| {
            if word.as_ref().contains('\0') {
                return Err(Error::invalid("command word", "it contains a NUL character"));
            }
            line.push(' ');
            line.push_str(&quote(word.as_ref()));
            Ok(Self(line))
        })
    }

    /// This, then `next` whatever this returned.
    #[must_use]
    pub fn then(self, next: &Self) -> Self {
        Self(format!("{self}; {next}"))
    }

    /// This, then `next` if this succeeded.
    #[must_use]
    pub fn and(self, next: &Self) -> Self {
        Self(format!("{self} && {next}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// One word as the shell reads it back unchanged. NUL cannot be expressed; `CommandLine` refuses it.
pub fn quote(word: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !word.is_empty() && !word.starts_with('-') && word.bytes().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

/// The first word has two readings more: `A=b` would be an assignment, `if` a keyword.
fn program(word: &str) -> Cow<'_, str> {
    const KEYWORDS: [&str; 20] = [
        "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for",
        "in", "function", "select", "time", "coproc", "export", "readonly", "typeset",
    ];
    let quoted = quote(word);
    if quoted == word && (word.contains('=') || KEYWORDS.contains(&word)) {
        return Cow::Owned(format!("'{word}'"));
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], expected: &str) {
        assert_eq!(CommandLine::new(words).unwrap().as_str(), expected);
    }

    #[test]
    fn words_are_quoted_only_where_needed() {
        check(&["pm", "path", "com.example.app"], "pm path com.example.app");
        check(&["input", "text", "a b"], "input text 'a b'");
        check(&["echo", ""], "echo ''");
        check(&["echo", "it's"], r"echo 'it'\''s'");
        check(&["ls", "-l"], "ls '-l'");
        check(&["am", "start", "-n", "a.b/.C$D"], "am start '-n' 'a.b/.C$D'");
        check(&["echo", "~", "#x"], "echo '~' '#x'");
        check(&["A=b", "c=d"], "'A=b' c=d");
        check(&["if", "if"], "'if' if");
        check(&[""], "''");
    }

    #[test]
    fn nul_and_nothing_are_refused() {
        assert!(CommandLine::new(["a\0b"]).is_err());
        assert!(CommandLine::new([] as [&str; 0]).is_err());
        assert!(CommandLine::script("cat \"$1\"", ["a\0b"]).is_err());
    }

    #[test]
    fn lines_join() {
        let dump = CommandLine::constant("uiautomator dump /dev/tty");
        let cat = CommandLine::new(["cat", "a b"]).unwrap();
        assert_eq!(dump.clone().and(&cat).as_str(), "uiautomator dump /dev/tty && cat 'a b'");
        assert_eq!(dump.then(&cat).as_str(), "uiautomator dump /dev/tty; cat 'a b'");
        let script = CommandLine::script("cat \"$1\"", ["/a b"]).unwrap();
        assert_eq!(script.as_str(), "sh '-c' 'cat \"$1\"' sh '/a b'");
    }
}
