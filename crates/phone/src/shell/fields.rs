//! Gathering the fields that a word becomes: splitting at IFS, and remembering what was quoted for wildcards.

use super::pattern;

#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub(super) text: String,
    /// The same as a pattern in which quoted characters are escaped.
    pub(super) pattern: String,
    /// An unquoted wildcard is in it.
    pub(super) wild: bool,
    quoted: bool,
}

/// Words that double themselves in a loop end here.
pub(super) const MAX_WORD: usize = if cfg!(test) { 1 } else { 16 } * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Fields {
    /// Bytes taken so far.
    total: usize,
    done: Vec<Field>,
    current: Field,
    /// Blanks ended the last field, so a delimiter right after them belongs to the same end.
    ended_by_blank: bool,
    /// `None`: everything is one field.
    separators: Option<String>,
}

impl Fields {
    pub(super) fn splitting(separators: String) -> Self {
        Self {
            total: 0,
            done: Vec::new(),
            current: Field::default(),
            ended_by_blank: false,
            separators: Some(separators),
        }
    }

    pub(super) fn single() -> Self {
        Self {
            total: 0,
            done: Vec::new(),
            current: Field::default(),
            ended_by_blank: false,
            separators: None,
        }
    }

    pub(super) fn splits(&self) -> bool {
        self.separators.is_some()
    }

    /// Nothing more is taken; the expansion has to be given up.
    pub(super) fn is_too_long(&self) -> bool {
        self.total > MAX_WORD
    }

    fn takes(&mut self, text: &str) -> bool {
        self.total = self.total.saturating_add(text.len());
        !self.is_too_long()
    }

    pub(super) fn quoted(&mut self, text: &str) {
        if !self.takes(text) {
            return;
        }
        self.current.text.push_str(text);
        pattern::escape(text, &mut self.current.pattern);
        self.current.quoted = true;
        self.ended_by_blank = false;
    }

    /// Text that stands in the script itself, unquoted: never split.
    pub(super) fn plain(&mut self, text: &str) {
        if !self.takes(text) {
            return;
        }
        self.current.text.push_str(text);
        self.current.pattern.push_str(text);
        self.current.wild |= text.contains(['*', '?', '[']);
        self.ended_by_blank = false;
    }

    /// The unquoted result of an expansion.
    pub(super) fn value(&mut self, text: &str) {
        if !self.takes(text) {
            return;
        }
        let Some(separators) = self.separators.take() else {
            self.push_value(text);
            return;
        };
        for character in text.chars() {
            if !separators.contains(character) {
                self.push_value(character.encode_utf8(&mut [0; 4]));
                self.ended_by_blank = false;
            } else if matches!(character, ' ' | '\t' | '\n') {
                if !self.current.is_nothing() {
                    self.end_field();
                    self.ended_by_blank = true;
                }
            } else if self.ended_by_blank && self.current.is_nothing() {
                self.ended_by_blank = false;
            } else {
                self.end_field();
            }
        }
        self.separators = Some(separators);
    }

    fn push_value(&mut self, text: &str) {
        self.current.text.push_str(text);
        for character in text.chars() {
            if character == '\\' {
                self.current.pattern.push('\\');
            }
            self.current.pattern.push(character);
        }
        self.current.wild |= text.contains(['*', '?', '[']);
    }

    /// Ends the current field, even an empty one.
    pub(super) fn end_field(&mut self) {
        self.done.push(std::mem::take(&mut self.current));
    }

    /// Ends the current field if there is anything in it.
    pub(super) fn end_if_any(&mut self) {
        if !self.current.is_nothing() {
            self.end_field();
        }
    }

    pub(super) fn finish(mut self) -> Vec<Field> {
        self.end_if_any();
        self.done
    }

    pub(super) fn finish_single(mut self) -> Field {
        std::mem::take(&mut self.current)
    }
}

impl Field {
    fn is_nothing(&self) -> bool {
        self.text.is_empty() && !self.quoted
    }
}
