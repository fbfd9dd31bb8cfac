//! From text to entries: one pass, with the open lists and objects on a stack of its own.

use super::escape::string_end;

/// A value, or the key before one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// Where it starts in the text; a string without its quotes.
    pub(super) at: u32,
    /// Where it ends in the text. Of a list or object: one past the place of its last value.
    pub(super) end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number,
    Plain,
    Escaped,
    List,
    Object,
}

pub(super) struct Scan<'t> {
    text: &'t str,
    pub(super) at: usize,
    pub(super) entries: Vec<Entry>,
    /// The places of the lists and objects that are open.
    open: Vec<u32>,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, entries: Vec::new(), open: Vec::new() }
    }

    /// Answers what is wrong with the text.
    pub(super) fn run(&mut self) -> Option<String> {
        let mut key_came = false;
        let wrong = loop {
            self.skip_blanks();
            let Some(&byte) = self.text.as_bytes().get(self.at) else { break Some("ends") };
            let in_object = self
                .open
                .last()
                .is_some_and(|place| self.entries[*place as usize].kind == Kind::Object);
            if in_object && !key_came && byte != b'}' {
                match self.key(byte) {
                    Ok(()) => key_came = true,
                    Err(wrong) => break Some(wrong),
                }
                continue;
            }
            match byte {
                b'{' | b'[' => {
                    let kind = if byte == b'{' { Kind::Object } else { Kind::List };
                    self.open.push(offset(self.entries.len()));
                    self.push(kind, self.at, 0);
                    self.at += 1;
                }
                b'}' | b']' => {
                    let fits =
                        self.open.last().is_some() && in_object == (byte == b'}') && !key_came;
                    if !fits {
                        break Some("has a wrong bracket");
                    }
                    self.at += 1;
                    self.close();
                }
                _ => {
                    if let Err(wrong) = self.scalar(byte) {
                        break Some(wrong);
                    }
                }
            }
            key_came = false;
            if self.open.is_empty() {
                break None;
            }
        };
        if key_came {
            self.entries.pop();
        }
        let depth = self.open.len();
        while !self.open.is_empty() {
            self.close();
        }
        let wrong = wrong?;
        Some(format!("the JSON {wrong} inside {depth} open elements"))
    }

    /// Commas carry no meaning of their own: a missing one, or one too many, is forgiven.
    fn skip_blanks(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let blanks = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',');
        self.at += rest.iter().position(|byte| !blanks(byte)).unwrap_or(rest.len());
    }

    fn key(&mut self, byte: u8) -> Result<(), &'static str> {
        if byte != b'"' {
            return Err("has no key where one is due");
        }
        self.string()?;
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        if !rest.starts_with(':') {
            self.entries.pop();
            return Err(if rest.is_empty() { "ends" } else { "has a key without a value" });
        }
        self.at += 1;
        Ok(())
    }

    fn scalar(&mut self, byte: u8) -> Result<(), &'static str> {
        if byte == b'"' {
            return self.string();
        }
        let rest = &self.text.as_bytes()[self.at..];
        let is_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let Some(len) = rest.iter().position(|byte| !is_word(byte)) else {
            // More of it may have been cut off.
            return Err("ends");
        };
        let kind = match &rest[..len] {
            b"null" => Kind::Null,
            b"true" => Kind::Bool(true),
            b"false" => Kind::Bool(false),
            b"NaN" | b"Infinity" | [b'-' | b'+' | b'.' | b'0'..=b'9', ..] => Kind::Number,
            _ => return Err("has something that is no value"),
        };
        self.push(kind, self.at, self.at + len);
        self.at += len;
        Ok(())
    }

    fn string(&mut self) -> Result<(), &'static str> {
        let start = self.at + 1;
        let (end, escaped) = string_end(self.text, start).ok_or("ends")?;
        self.push(if escaped { Kind::Escaped } else { Kind::Plain }, start, end);
        self.at = end + 1;
        Ok(())
    }

    fn push(&mut self, kind: Kind, at: usize, end: usize) {
        self.entries.push(Entry { kind, at: offset(at), end: offset(end) });
    }

    fn close(&mut self) {
        let end = offset(self.entries.len());
        if let Some(place) = self.open.pop() {
            self.entries[place as usize].end = end;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "texts of more than 4 GiB are refused before")]
const fn offset(at: usize) -> u32 {
    at as u32
}
