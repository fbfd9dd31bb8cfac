//! The soft keyboard: whether it is up, for which editor, how high it is, and which apps bring one.

use super::{ActivityId, Android, Component, Namespace, WindowId, handle::State};
pub use crate::screen::InputType;

/// The text field that the keyboard types into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    pub activity: ActivityId,
    pub window: WindowId,
    pub package: String,
    pub input_type: InputType,
    /// `EditorInfo.imeOptions`; 0 says nothing.
    pub ime_options: u32,
    /// The number of the field's resource id; -1 without one.
    pub field_id: i32,
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

    /// The ids of all input methods, the phone's own first. Those of installed apps can be chosen, but never type: their
    /// code is not run.
    pub fn input_methods(&self) -> Vec<String> {
        let packages = self.packages();
        let enabled = packages.iter().filter(|package| package.enabled);
        let mut ids = Vec::new();
        for package in enabled {
            if package.name() == OWN.0 {
                ids.insert(0, format!("{}/{}", OWN.0, OWN.1));
            }
            for service in package.apk.iter().flat_map(|apk| &apk.services) {
                let mut actions = service.filters.iter().flat_map(|filter| &filter.actions);
                if service.permission.as_deref() == Some(BIND) && actions.any(|have| have == ACTION)
                {
                    ids.push(Component::new(package.name(), &service.class).short());
                }
            }
        }
        ids
    }
}

const OWN: (&str, &str) = ("com.android.inputmethod.latin", ".LatinIME");
const ACTION: &str = "android.view.InputMethod";
/// A service that anybody may bind is no input method.
const BIND: &str = "android.permission.BIND_INPUT_METHOD";
const ENABLED_METHODS: &str = "enabled_input_methods";
const SELECTED_METHOD: &str = "default_input_method";

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

    /// An app is gone, and what it brought can no longer be chosen.
    pub(crate) fn forget_input_methods_of(&mut self, package: &str) {
        let secure = Namespace::Secure;
        let of_package = |id: &str| id.split_once('/').is_some_and(|(name, _)| name == package);
        let enabled = self.settings.get(secure, ENABLED_METHODS).unwrap_or_default();
        let left: Vec<&str> = enabled.split(':').filter(|id| !of_package(id)).collect();
        let left = left.join(":");
        if left != enabled {
            self.settings.put(secure, ENABLED_METHODS, &left);
        }
        if self.settings.get(secure, SELECTED_METHOD).is_some_and(of_package) {
            let next = left.split([':', ';']).next().unwrap_or_default();
            self.settings.put(secure, SELECTED_METHOD, next);
        }
    }

    fn keyboard_moved(&mut self) {
        self.bump_quiet();
        self.config_changed();
    }
}
