//! Editing text: a cursor, a selection, and what each key does to them.

use crate::{android::Meta, apps::Key};

/// Places count characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    pub(crate) at: usize,
    /// The other end of the selection; equal to `at` when nothing is selected.
    pub(crate) anchor: usize,
}

/// What a key press comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// The text is now this.
    Changed(String),
    /// Only the cursor or the selection moved.
    Moved,
    /// Put this on the clipboard; the text may have changed, too.
    Copied {
        clip: String,
        text: Option<String>,
    },
    NotForText,
}

impl Cursor {
    pub(crate) fn at_end(text: &str) -> Self {
        Self::at(text.chars().count())
    }

    pub(crate) fn at(place: usize) -> Self {
        Self { at: place, anchor: place }
    }

    /// Puts text in the place of the selection.
    pub(crate) fn insert(&mut self, text: &str, new: &str) -> String {
        let (from, to) = self.clamped(text);
        let mut changed: String = text.chars().take(from).collect();
        changed.push_str(new);
        changed.extend(text.chars().skip(to));
        *self = Self::at(from + new.chars().count());
        changed
    }

    /// `multiline` lets Enter and Tab type themselves.
    pub(crate) fn press(&mut self, text: &str, key: Key, clipboard: &str, multiline: bool) -> Edit {
        use crate::android::keys as codes;
        let length = text.chars().count();
        let (from, to) = self.clamped(text);
        if key.meta.has(Meta::CTRL) {
            return match key.code {
                codes::A => {
                    *self = Self { at: length, anchor: 0 };
                    Edit::Moved
                }
                codes::C => self.copy(text),
                codes::X => self.cut(text),
                codes::V => Edit::Changed(self.insert(text, clipboard)),
                codes::MOVE_HOME => self.move_to(0, key.meta.has(Meta::SHIFT)),
                codes::MOVE_END => self.move_to(length, key.meta.has(Meta::SHIFT)),
                _ => Edit::NotForText,
            };
        }
        let extend = key.meta.has(Meta::SHIFT);
        match key.code {
            codes::DEL | codes::FORWARD_DEL if from != to => Edit::Changed(self.insert(text, "")),
            codes::DEL if from > 0 => {
                *self = Self { at: from - 1, anchor: from };
                Edit::Changed(self.insert(text, ""))
            }
            codes::FORWARD_DEL if from < length => {
                *self = Self { at: from, anchor: from + 1 };
                Edit::Changed(self.insert(text, ""))
            }
            codes::DEL | codes::FORWARD_DEL => Edit::Moved,
            codes::DPAD_LEFT => self.move_to(self.at.saturating_sub(1), extend),
            codes::DPAD_RIGHT => self.move_to((self.at + 1).min(length), extend),
            codes::MOVE_HOME => self.move_to(self.line(text).0, extend),
            codes::MOVE_END => self.move_to(self.line(text).1, extend),
            codes::COPY => self.copy(text),
            codes::CUT => self.cut(text),
            codes::PASTE => Edit::Changed(self.insert(text, clipboard)),
            codes::ENTER | codes::NUMPAD_ENTER if multiline => {
                Edit::Changed(self.insert(text, "\n"))
            }
            _ => match key.character {
                Some(char) => Edit::Changed(self.insert(text, char.encode_utf8(&mut [0; 4]))),
                None => Edit::NotForText,
            },
        }
    }

    /// Where the line begins and ends that the cursor is in.
    fn line(self, text: &str) -> (usize, usize) {
        let chars: Vec<char> = text.chars().collect();
        let at = self.at.min(chars.len());
        let is_break = |char: &char| *char == '\n';
        let start = chars[..at].iter().rposition(is_break).map_or(0, |place| place + 1);
        let end = chars[at..].iter().position(is_break).map_or(chars.len(), |place| at + place);
        (start, end)
    }

    fn copy(self, text: &str) -> Edit {
        Edit::Copied { clip: self.selected(text), text: None }
    }

    fn cut(&mut self, text: &str) -> Edit {
        let clip = self.selected(text);
        Edit::Copied { clip, text: Some(self.insert(text, "")) }
    }

    fn selected(self, text: &str) -> String {
        let (from, to) = self.clamped(text);
        text.chars().skip(from).take(to - from).collect()
    }

    fn move_to(&mut self, place: usize, extend: bool) -> Edit {
        self.at = place;
        if !extend {
            self.anchor = place;
        }
        Edit::Moved
    }

    /// The app may have changed the text under the cursor.
    fn clamped(self, text: &str) -> (usize, usize) {
        let length = text.chars().count();
        (self.at.min(self.anchor).min(length), self.at.max(self.anchor).min(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::android::{key_for_char, keys as codes};

    /// Plays keys into a text: letters type themselves, `<` deletes, `^` goes to the start, `$` to
    /// the end, `*` selects all, `+` pastes "clip".
    fn check(text: &str, keys: &str, expected: &str) {
        let mut cursor = Cursor::at_end(text);
        let mut text = text.to_owned();
        for char in keys.chars() {
            let (code, meta) = match char {
                '<' => (codes::DEL, Meta::default()),
                '^' => (codes::MOVE_HOME, Meta::default()),
                '$' => (codes::MOVE_END, Meta::default()),
                '*' => (codes::A, Meta::CTRL),
                '+' => (codes::PASTE, Meta::default()),
                _ => key_for_char(char).unwrap(),
            };
            let character = char.is_ascii_lowercase().then_some(char);
            let key = Key { code, meta, character, long_press: false };
            if let Edit::Changed(changed) = cursor.press(&text, key, "clip", false) {
                text = changed;
            }
        }
        assert_eq!(text, expected, "after {keys:?}");
    }

    #[test]
    fn types_deletes_and_selects() {
        check("", "abc", "abc");
        check("äöü", "<<x", "äx");
        check("end", "^a$b", "aendb");
        check("all of it", "*x", "x");
        check("all of it", "*<", "");
        check("", "<a+", "aclip");
        check("one\ntwo", "^x", "one\nxtwo");
    }
}
