//! The fields that a word becomes, gathered character by character under mksh's rules: where IFS ends a field, which
//! characters are wildcards or braces, and where a tilde may stand.

use super::how::How;
use super::pattern;

#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub(super) text: String,
    /// The same as a pattern, in which whatever has no meaning is escaped.
    pub(super) pattern: String,
    /// An unquoted wildcard is in it.
    pub(super) wild: bool,
    /// An unquoted brace is in it.
    pub(super) braced: bool,
}

/// Words that double themselves in a loop end here.
pub(super) const MAX_WORD: usize = if cfg!(test) { 1 } else { 16 } * 1024 * 1024;

/// How far the current field has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It exists, even when nothing is in it.
    Begun,
    /// Blanks ended the one before.
    AfterBlank,
    /// A separator that is no blank ended the one before.
    AfterSeparator,
    /// Nothing yet, and blanks do not count.
    Awaiting,
    /// Quotes were opened: it exists unless they hold a `$@` of nothing.
    Quoted,
}

/// Where a character comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It begins the value of a parameter.
    Head,
    Elsewhere,
}

#[derive(Debug)]
pub(super) struct Fields {
    pub(super) how: How,
    pub(super) stage: Stage,
    /// Bytes taken so far.
    total: usize,
    done: Vec<Field>,
    current: Field,
    separators: String,
    /// Inside how many substitutions: only there is text split.
    substitutions: usize,
    /// Bit 0: the next character may be a tilde.
    tilde: u8,
    /// The first unquoted `=` of a field lets a tilde follow.
    equals_seen: bool,
}

impl Fields {
    pub(super) fn new(how: How, separators: String) -> Self {
        Self {
            how,
            stage: if how.splits { Stage::AfterBlank } else { Stage::Begun },
            total: 0,
            done: Vec::new(),
            current: Field::default(),
            separators,
            substitutions: 0,
            tilde: u8::from(how.any_tilde()),
            equals_seen: how.after_equals,
        }
    }

    /// For a word inside this one that is expanded apart from it.
    pub(super) fn inner(&self, how: How) -> Self {
        let stage = if how.splits { Stage::AfterBlank } else { self.stage };
        Self { stage, tilde: 1, ..Self::new(how, self.separators.clone()) }
    }

    /// The first separator, which joins `"$*"`.
    pub(super) fn first_separator(&self) -> Option<char> {
        self.separators.chars().next()
    }

    /// Nothing more is taken; the expansion has to be given up.
    pub(super) fn is_too_long(&self) -> bool {
        self.total > MAX_WORD
    }

    /// No text in the current field.
    pub(super) fn is_empty(&self) -> bool {
        self.current.text.is_empty()
    }

    pub(super) fn open_quotes(&mut self) {
        if self.stage != Stage::Begun {
            self.stage = Stage::Quoted;
        }
        self.tilde = 0;
    }

    pub(super) fn close_quotes(&mut self) {
        if self.stage == Stage::Quoted {
            self.stage = Stage::Begun;
        }
    }

    pub(super) fn quoted(&mut self, text: &str) {
        self.open_quotes();
        for character in text.chars() {
            self.put(character, true);
        }
        self.close_quotes();
    }

    /// A substitution begins: what comes out of it is split until `leave`.
    pub(super) fn enter(&mut self) {
        self.substitutions += usize::from(self.how.splits);
        self.tilde = 0;
    }

    pub(super) fn leave(&mut self) {
        self.substitutions -= usize::from(self.how.splits);
    }

    /// The same for a parameter, which makes a word of the quotes around it.
    pub(super) fn enter_parameter(&mut self) {
        self.enter();
        self.close_quotes();
    }

    /// The word of `${x-word}` begins or ends.
    pub(super) fn allow_tilde(&mut self, allowed: bool) {
        self.tilde = u8::from(allowed);
    }

    /// May a tilde stand here?
    pub(super) fn takes_tilde(&self) -> bool {
        self.how.any_tilde() && self.tilde & 1 != 0
    }

    /// What a tilde stands for.
    pub(super) fn home(&mut self, text: &str) {
        self.tilde = 0;
        if !text.is_empty() {
            self.stage = Stage::Begun;
        }
        for character in text.chars() {
            self.push(character, false);
        }
    }

    /// The value of a parameter.
    pub(super) fn value(&mut self, text: &str, quoted: bool) {
        let mut origin = Origin::Head;
        for character in text.chars() {
            self.put_from(character, quoted, origin);
            origin = Origin::Elsewhere;
        }
    }

    /// A value that was worked on. mksh forgets here that the field had begun: with nothing to add it loses what
    /// stands before.
    pub(super) fn worked_value(&mut self, text: &str, quoted: bool) {
        let exists = quoted || text.is_empty() && self.how.scalar;
        self.stage = if exists { Stage::Begun } else { Stage::Awaiting };
        self.value(text, quoted);
    }

    /// `$@` without parameters, and what is left of an unquoted value when all of it was cut off.
    pub(super) fn nothing(&mut self) {
        if self.how.splits && self.is_empty() && self.stage != Stage::Begun {
            self.stage = Stage::Awaiting;
        }
    }

    pub(super) fn put(&mut self, character: char, quoted: bool) {
        self.put_from(character, quoted, Origin::Elsewhere);
    }

    fn put_from(&mut self, character: char, quoted: bool, origin: Origin) {
        let splits = !quoted && self.how.splits && self.substitutions > 0;
        if splits && self.separators.contains(character) {
            self.separate(character, origin);
            return;
        }
        self.tilde <<= 1;
        let meant = !quoted && self.has_meaning(character);
        self.push(character, meant);
        self.stage = Stage::Begun;
    }

    fn separate(&mut self, separator: char, origin: Origin) {
        let is_blank = matches!(separator, ' ' | '\t' | '\n');
        let ends = match self.stage {
            Stage::Begun | Stage::Quoted => true,
            Stage::Awaiting | Stage::AfterSeparator => !is_blank,
            Stage::AfterBlank => false,
        };
        if ends {
            self.end_field();
        } else if origin == Origin::Head && !is_blank && self.is_empty() {
            self.done.push(Field::default());
        }
        if self.stage != Stage::AfterSeparator {
            self.stage = if is_blank { Stage::AfterBlank } else { Stage::AfterSeparator };
        }
    }

    /// Notes what an unquoted character does; true for those that mean more than themselves in a pattern.
    fn has_meaning(&mut self, character: char) -> bool {
        match character {
            '*' | '?' | '[' => {
                self.current.wild |= self.how.globs;
                self.how.globs || self.how.pattern
            }
            '!' | '-' | ']' => self.how.globs || self.how.pattern,
            '{' => {
                self.current.braced |= self.how.globs;
                self.how.globs
            }
            '}' | ',' => self.how.globs && self.current.braced,
            '=' if !self.how.inside && !self.equals_seen => {
                self.equals_seen = true;
                self.tilde = 1;
                false
            }
            ':' if !self.how.inside && self.how.assigns => {
                self.tilde = 1;
                false
            }
            _ => false,
        }
    }

    fn push(&mut self, character: char, meant: bool) {
        self.total = self.total.saturating_add(character.len_utf8());
        if self.is_too_long() {
            return;
        }
        self.current.text.push(character);
        if meant {
            self.current.pattern.push(character);
        } else {
            pattern::escape(character, &mut self.current.pattern);
        }
    }

    /// Ends the current field, even an empty one.
    fn end_field(&mut self) {
        self.done.push(std::mem::take(&mut self.current));
        self.equals_seen = false;
        self.tilde = u8::from(self.how.any_tilde());
    }

    /// Between the parameters of `$@` and `$*` when IFS has nothing to put there.
    pub(super) fn end_parameter(&mut self) {
        self.end_field();
        if self.stage != Stage::AfterSeparator {
            self.stage = Stage::AfterBlank;
        }
    }

    pub(super) fn finish(mut self) -> Vec<Field> {
        if matches!(self.stage, Stage::Begun | Stage::Quoted) {
            self.end_field();
        }
        self.done
    }

    /// All that was gathered, whether or not it would be a field.
    pub(super) fn into_current(self) -> Field {
        self.current
    }

    /// As one string: what would be further fields is lost.
    pub(super) fn finish_single(self) -> Field {
        self.finish().into_iter().next().unwrap_or_default()
    }
}
