//! The soft keyboard: whether it is up, for which editor, and how high it is.

use super::{ActivityId, Android, WindowId, handle::State};
pub use crate::screen::InputType;

/// The text field that the keyboard types into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    pub activity: ActivityId,
    pub window: WindowId,
    pub package: String,
    pub input_type: InputType,
}

/// The keyboard's state. The editor stays known while the keyboard is hidden by Back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ime {
    pub shown: bool,
    pub editor: Option<Editor>,
}

impl Android {
    pub fn ime(&self) -> Ime {
        self.state().ime.clone()
    }
}

const HEIGHT_DP: f32 = 268.0;

impl State {
    pub(crate) fn keyboard_height(&self) -> i32 {
        self.display.px(HEIGHT_DP).min(self.display.size().height / 2)
    }

    pub(crate) fn show_keyboard(&mut self, editor: Editor) {
        let was_shown = self.ime.shown;
        self.ime = Ime { shown: true, editor: Some(editor) };
        if !was_shown {
            self.keyboard_moved();
        }
    }

    /// Hides the keyboard; the editor keeps its focus.
    pub(crate) fn hide_keyboard(&mut self) {
        if self.ime.shown {
            self.ime.shown = false;
            self.keyboard_moved();
        }
    }

    /// The editor's activity is no longer in front: the keyboard belongs to nobody.
    pub(crate) fn forget_keyboard_unless(&mut self, top: ActivityId) {
        if self.ime.editor.as_ref().is_some_and(|editor| editor.activity != top) {
            self.hide_keyboard();
            self.ime.editor = None;
        }
    }

    fn keyboard_moved(&mut self) {
        self.bump_quiet();
        self.config_changed();
    }
}
