//! What key presses do in a window: editing the field in focus, walking the focus, clicking.

use super::{UiEvent, editor::Edit, window::Window};
use crate::{
    android::{Host, keys as codes},
    apps::Key,
    screen::{self, InputType, Role},
};

/// What came of a key press.
#[derive(Debug, PartialEq)]
pub(crate) enum Pressed {
    Event(UiEvent),
    /// The focus or the cursor moved.
    Moved,
    /// The field is done with: the keyboard may go.
    Done,
    Scroll(i32),
    Unused,
}

pub(crate) fn press(window: &mut Window, host: &Host, key: Key) -> Pressed {
    let field = focused_field(window);
    if let Some((name, field)) = field {
        let multiline = field.input_type == InputType::Multiline;
        let clipboard = host.clipboard();
        match window.cursor.press(&field.value, key, &clipboard, multiline) {
            Edit::Changed(text) if text == field.value => return Pressed::Moved,
            Edit::Changed(text) => return Pressed::Event(UiEvent::Text(name, text)),
            Edit::Moved => return Pressed::Moved,
            Edit::Copied { clip, text } => {
                host.set_clipboard(&clip);
                return text
                    .map_or(Pressed::Moved, |text| Pressed::Event(UiEvent::Text(name, text)));
            }
            Edit::NotForText => {}
        }
        if matches!(key.code, codes::ENTER | codes::NUMPAD_ENTER | codes::DPAD_CENTER) {
            if field.submits {
                return Pressed::Event(UiEvent::Submit(name));
            }
            return if walk_to_field(window, name) { Pressed::Moved } else { Pressed::Done };
        }
    }
    match key.code {
        codes::ENTER | codes::NUMPAD_ENTER | codes::DPAD_CENTER | codes::SPACE => {
            window.moved.focus.map_or(Pressed::Unused, |key| Pressed::Event(UiEvent::Click(key)))
        }
        codes::TAB if key.meta.has(crate::android::Meta::SHIFT) => walk(window, -1),
        codes::TAB | codes::DPAD_DOWN | codes::DPAD_RIGHT => walk(window, 1),
        codes::DPAD_UP | codes::DPAD_LEFT => walk(window, -1),
        codes::PAGE_DOWN => Pressed::Scroll(1),
        codes::PAGE_UP => Pressed::Scroll(-1),
        _ => Pressed::Unused,
    }
}

/// The field in focus, also while it is scrolled out of sight.
pub(crate) fn focused_field(window: &Window) -> Option<(screen::Key, screen::Field)> {
    let view = window.scene.view().find(window.moved.focus?)?;
    match &view.role {
        Role::Field(field) => Some((view.key, field.clone())),
        Role::Plain | Role::Slider(_) => None,
    }
}

/// Moves the focus along the views that can have it.
fn walk(window: &mut Window, step: isize) -> Pressed {
    let keys = window.focusable();
    let current = window.moved.focus.and_then(|key| keys.iter().position(|have| *have == key));
    let next = match current {
        Some(current) => current.checked_add_signed(step),
        None if step > 0 => Some(0),
        None => keys.len().checked_sub(1),
    };
    match next.and_then(|next| keys.get(next)) {
        Some(key) => {
            focus(window, *key);
            Pressed::Moved
        }
        None => Pressed::Scroll(if step > 0 { 1 } else { -1 }),
    }
}

/// "Next" on the keyboard: the field after this one.
fn walk_to_field(window: &mut Window, from: screen::Key) -> bool {
    let fields: Vec<_> =
        window.layout.drawn.iter().filter(|drawn| drawn.field().is_some()).collect();
    let next = fields.iter().position(|drawn| drawn.key == from).and_then(|at| fields.get(at + 1));
    let Some(key) = next.map(|drawn| drawn.key) else { return false };
    focus(window, key);
    true
}

pub(crate) fn focus(window: &mut Window, key: screen::Key) {
    window.moved.focus = Some(key);
    if let Some((_, field)) = focused_field(window) {
        window.cursor = super::editor::Cursor::at_end(&field.value);
    }
}
