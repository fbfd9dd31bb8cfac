//! What a caller may say of an element, whichever dialect it was said in.

use crate::Role;

/// Every given field must hold; a blank one is not given. All comparing is exact, case-sensitive and
/// blind to white space around and between words, unless the selector says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector {
    /// What its author calls it (a resource id, a test tag): decides alone where it is the only one, and
    /// gives way to the other fields where it is not there.
    pub stable_id: Option<String>,
    /// A whole resource id, or its part after the slash.
    pub id: Option<String>,
    /// The label as shown.
    pub text: Option<String>,
    /// A part of the label.
    pub text_contains: Option<String>,
    pub description: Option<String>,
    pub role: Option<Role>,
    /// A whole class name, or its last part.
    pub class_name: Option<String>,
    /// Take `text`, `description`, `id` and `class_name` as parts.
    pub contains: bool,
    pub ignore_case: bool,
    /// Which of several matches, from 0, in reading order.
    pub index: Option<usize>,
    /// Also what is not on the display.
    pub include_hidden: bool,
}

impl Selector {
    pub fn is_empty(&self) -> bool {
        given(self.stable_id.as_ref()).is_none() && self.is_identity_alone()
    }

    /// Whether nothing but the stable id says which element is meant.
    pub(super) fn is_identity_alone(&self) -> bool {
        let words =
            [&self.id, &self.text, &self.text_contains, &self.description, &self.class_name];
        self.role.is_none() && words.into_iter().all(|word| given(word.as_ref()).is_none())
    }
}

/// What a field says, if it says anything.
pub(super) fn given(field: Option<&String>) -> Option<&str> {
    field.map(|field| field.trim()).filter(|field| !field.is_empty())
}
