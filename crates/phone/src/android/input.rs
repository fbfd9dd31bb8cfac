//! Input: fingers and keys, each event handed to the window it belongs to. Methods return when the
//! app has taken the event, as injection does on a phone.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    Android, Window, WindowId, WindowKind,
    clock::pause,
    keys::{self, key_for_char},
};
use crate::{
    apps::{Key, Pointer},
    screen::keyboard,
};

/// A step of a finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    Down,
    Move,
    Up,
    Cancel,
}

/// Modifier keys, with Android's bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Meta(pub u32);

impl Meta {
    pub const SHIFT: Self = Self(0x1);
    pub const ALT: Self = Self(0x2);
    pub const CTRL: Self = Self(0x1000);

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0 && other.0 != 0
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The modifier that this key is, if it is one.
    pub fn of_key(code: u32) -> Option<Self> {
        match code {
            57 | 58 => Some(Self::ALT),
            59 | 60 => Some(Self::SHIFT),
            113 | 114 => Some(Self::CTRL),
            _ => None,
        }
    }
}

/// One press of a key, down and up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyEvent {
    pub code: u32,
    pub meta: Meta,
    pub long_press: bool,
}

impl KeyEvent {
    pub fn press(code: u32) -> Self {
        Self { code, meta: Meta::default(), long_press: false }
    }
}

/// The virtual key map has no keys for this character, so nothing was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no key types {0:?}")]
pub struct NoKeyForChar(pub char);

/// The finger on the glass and the window that it went down on.
#[derive(Debug, Default)]
pub(crate) struct Fingers {
    target: Option<Target>,
    /// When an app that is a process of its own last took an input.
    pub(super) taken: Option<Instant>,
}

#[derive(Debug, Clone, Copy)]
enum Target {
    App { pid: u32, window: WindowId },
    Keyboard,
    Alert(WindowId),
    Swallowed,
}

impl Fingers {
    pub(crate) fn forget(&mut self, pid: u32) {
        if matches!(self.target, Some(Target::App { pid: target, .. }) if target == pid) {
            self.target = Some(Target::Swallowed);
        }
    }
}

/// Moves of a swipe come as often as a touch screen reports them.
const MOVE_STEP: Duration = Duration::from_millis(16);

impl Android {
    /// Whether a finger is on the glass.
    pub fn is_touched(&self) -> bool {
        self.state().input.target.is_some()
    }

    /// One step of the finger. A gesture belongs to the window it went down on.
    pub async fn inject_motion(&self, motion: Motion, x: f32, y: f32) {
        let target = {
            let mut state = self.state();
            if motion == Motion::Down {
                state.input.target = Some(target(&state.windows(), state.power.awake, x, y));
            }
            match motion {
                Motion::Down | Motion::Move => state.input.target,
                Motion::Up | Motion::Cancel => state.input.target.take(),
            }
        };
        match target {
            Some(Target::App { pid, window }) => {
                let pointer = Pointer { motion, x, y, time: Instant::now() };
                self.deliver(pid, "MotionEvent", move |app| {
                    Box::pin(async move { app.pointer(window, pointer).await })
                })
                .await;
            }
            Some(Target::Keyboard) if motion == Motion::Up => self.keyboard_tapped(x, y).await,
            Some(Target::Alert(id)) if motion == Motion::Up => self.alert_tapped(id, x, y),
            Some(Target::Keyboard | Target::Alert(_) | Target::Swallowed) | None => {}
        }
        self.drain().await;
    }

    /// Down and up at one place.
    pub async fn tap(&self, x: f32, y: f32) {
        self.inject_motion(Motion::Down, x, y).await;
        self.inject_motion(Motion::Up, x, y).await;
    }

    /// A straight move that takes `duration`; without distance, a press that long.
    pub async fn swipe(&self, from: (f32, f32), to: (f32, f32), duration: Duration) {
        self.inject_motion(Motion::Down, from.0, from.1).await;
        let begun = Instant::now();
        loop {
            let passed = begun.elapsed();
            if passed >= duration {
                break;
            }
            pause(MOVE_STEP.min(duration.checked_sub(passed).unwrap_or_default())).await;
            let part = (begun.elapsed().as_secs_f32() / duration.as_secs_f32()).min(1.0);
            let x = from.0 + (to.0 - from.0) * part;
            let y = from.1 + (to.1 - from.1) * part;
            self.inject_motion(Motion::Move, x, y).await;
        }
        self.inject_motion(Motion::Up, to.0, to.1).await;
    }

    /// One key press. HOME, BACK and the power keys are the phone's own, the rest the app's.
    pub async fn inject_key(&self, key: KeyEvent) {
        match key.code {
            keys::HOME => self.go_home(),
            keys::BACK => self.back().await,
            keys::POWER => self.set_awake(!self.power().awake),
            keys::SLEEP => self.set_awake(false),
            keys::WAKEUP => self.set_awake(true),
            _ => self.key_to_app(key).await,
        }
        self.drain().await;
    }

    /// Types text key by key. Nothing is typed when one character has no key.
    pub async fn type_text(&self, text: &str) -> Result<(), NoKeyForChar> {
        let presses = text
            .chars()
            .map(|char| key_for_char(char).ok_or(NoKeyForChar(char)))
            .collect::<Result<Vec<_>, _>>()?;
        for (code, meta) in presses {
            self.inject_key(KeyEvent { code, meta, long_press: false }).await;
        }
        Ok(())
    }

    async fn key_to_app(&self, key: KeyEvent) {
        let Some(Window { pid, id, .. }) = self.app_in_focus() else { return };
        let key = Key {
            code: key.code,
            meta: key.meta,
            character: keys::char_for_key(key.code, key.meta),
            long_press: key.long_press,
        };
        self.deliver(pid, "KeyEvent", move |app| Box::pin(async move { app.key(id, key).await }))
            .await;
    }

    /// The window keys go to, unless it is a dialog of the system, which has no use for them.
    fn app_in_focus(&self) -> Option<Window> {
        self.focused_window().filter(|window| window.kind != WindowKind::SystemAlert)
    }

    async fn back(&self) {
        let window = {
            let mut state = self.state();
            if state.ime.shown {
                state.hide_keyboard();
                None
            } else {
                state.focused_window()
            }
        };
        if let Some(Window { pid, id, activity: Some(activity), .. }) = window {
            let handled = self
                .deliver(pid, "KeyEvent", move |app| Box::pin(async move { app.back(id).await }))
                .await;
            if handled == Some(false) {
                self.state().leave(activity);
            }
        }
        self.mark_changed();
    }

    /// A tap on the drawn keyboard types what the key shows.
    async fn keyboard_tapped(&self, x: f32, y: f32) {
        let (frame, editor) = {
            let state = self.state();
            let windows = state.windows();
            let frame = windows.iter().find(|window| window.kind == WindowKind::Keyboard);
            (frame.map(|window| window.frame), state.ime.editor.clone())
        };
        let (Some(frame), Some(editor)) = (frame, editor) else { return };
        match keyboard::key_at(frame, x, y) {
            Some(keyboard::Cap::Text(text)) => {
                let pid = self.app_in_focus().map(|window| window.pid);
                let Some(pid) = pid else { return };
                self.deliver(pid, "KeyEvent", move |app| {
                    Box::pin(async move { app.commit_text(editor.window, text).await })
                })
                .await;
            }
            Some(keyboard::Cap::Delete) => self.key_to_app(KeyEvent::press(keys::DEL)).await,
            Some(keyboard::Cap::Enter) => {
                let Some(pid) = self.app_in_focus().map(|window| window.pid) else { return };
                let used = self.deliver(pid, "KeyEvent", move |app| {
                    Box::pin(async move { app.editor_action(editor.window).await })
                });
                if used.await == Some(false) {
                    self.key_to_app(KeyEvent::press(keys::ENTER)).await;
                }
            }
            Some(keyboard::Cap::Plain(_)) | None => {}
        }
    }
}

/// The window a finger lands on: the topmost there. A dialog takes what falls beside it, too.
fn target(windows: &[Window], awake: bool, x: f32, y: f32) -> Target {
    if !awake {
        return Target::Swallowed;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a point beyond i32 saturates: no window is there"
    )]
    let (x, y) = (x as i32, y as i32);
    for window in windows {
        let inside = window.frame.contains(x, y);
        let app = Target::App { pid: window.pid, window: window.id };
        match window.kind {
            WindowKind::Toast | WindowKind::NavigationBar => {}
            WindowKind::StatusBar => {
                if inside {
                    return Target::Swallowed;
                }
            }
            WindowKind::Keyboard => {
                if inside {
                    return Target::Keyboard;
                }
            }
            WindowKind::SystemAlert => return Target::Alert(window.id),
            WindowKind::Dialog | WindowKind::Popup | WindowKind::Activity => {
                if inside || window.touch_modal {
                    return app;
                }
            }
        }
    }
    Target::Swallowed
}
