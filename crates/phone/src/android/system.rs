//! Small states of the device: battery, power, clipboard, toasts, free storage.

use std::time::Duration;

use tokio::time::Instant;

use super::{Android, handle::State};
use crate::files::FREE_AT_FIRST;
use crate::screen::{Rect, Size, Weight, text_width};

/// What `dumpsys battery` prints.
#[expect(clippy::struct_excessive_bools, reason = "each is a line of the dump")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battery {
    pub ac: bool,
    pub usb: bool,
    pub wireless: bool,
    pub status: i32,
    pub health: i32,
    pub present: bool,
    pub level: i32,
    pub scale: i32,
    pub voltage: i32,
    pub temperature: i32,
    pub technology: String,
    /// Set by hand: `(UPDATES STOPPED …)`.
    pub updates_stopped: bool,
}

impl Default for Battery {
    fn default() -> Self {
        Self {
            ac: false,
            usb: true,
            wireless: false,
            status: 2,
            health: 2,
            present: true,
            level: 85,
            scale: 100,
            voltage: 5000,
            temperature: 250,
            technology: "Li-ion".to_owned(),
            updates_stopped: false,
        }
    }
}

/// Screen power and keyguard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Power {
    pub awake: bool,
    pub keyguard: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Toast {
    pub(crate) text: String,
    until: Instant,
}

/// The data partition of an emulator.
pub(crate) const DATA_SIZE: u64 = 6_291_456 * 1024;
const TOAST_TIME: Duration = Duration::from_secs(2);
const LONG_TOAST_TIME: Duration = Duration::from_millis(3500);

impl Android {
    pub fn battery(&self) -> Battery {
        self.state().battery.clone()
    }

    pub fn set_battery(&self, battery: Battery) {
        self.state().battery = battery;
    }

    pub fn power(&self) -> Power {
        self.state().power
    }

    /// `Temperature.THROTTLING_…` that somebody set; the phone itself never gets warm.
    pub fn thermal_override(&self) -> Option<u8> {
        self.state().thermal_override
    }

    pub fn set_thermal_override(&self, status: Option<u8>) {
        self.state().thermal_override = status;
    }

    /// Turns the screen on or off, as WAKEUP and SLEEP do.
    pub fn set_awake(&self, awake: bool) {
        let mut state = self.state();
        if state.power.awake != awake {
            state.power.awake = awake;
            // Whoever has set a secret finds the phone locked when it wakes.
            state.power.keyguard |= !awake && state.credential.is_some();
            state.bump_quiet();
        }
        drop(state);
        self.mark_changed();
    }

    /// The PIN, pattern or password of the lock screen.
    pub fn credential(&self) -> Option<String> {
        self.state().credential.clone()
    }

    pub fn set_credential(&self, credential: Option<String>) {
        self.state().credential = credential;
    }

    /// `wm dismiss-keyguard`: without a secret it goes.
    pub fn dismiss_keyguard(&self) {
        let mut state = self.state();
        if state.power.keyguard && state.credential.is_none() {
            state.power.keyguard = false;
            state.bump_quiet();
        }
        drop(state);
        self.mark_changed();
    }

    /// What its owner does at the lock screen; false where the secret is another one.
    pub fn unlock(&self, credential: &str) -> bool {
        let mut state = self.state();
        let right = state.credential.as_deref() == Some(credential);
        if right && state.power.keyguard {
            state.power.keyguard = false;
            state.bump_quiet();
        }
        drop(state);
        self.mark_changed();
        right
    }

    pub fn clipboard(&self) -> String {
        self.state().clipboard.clone()
    }

    pub fn set_clipboard(&self, text: &str) {
        self.state().set_clipboard(text, None);
    }

    /// Bytes that are free on `/data`.
    pub fn free_storage(&self) -> u64 {
        self.files().map_or(FREE_AT_FIRST, |files| files.free().min(DATA_SIZE))
    }

    /// Leaves that much room on `/data`.
    pub fn set_free_storage(&self, bytes: u64) {
        if let Some(files) = self.files() {
            files.set_free(bytes);
        }
    }

    /// The toast on the screen now.
    pub fn toast(&self) -> Option<String> {
        self.state().toast().map(str::to_owned)
    }
}

impl State {
    /// All apps that run have the same clipboard; the one that put something there knows.
    pub(crate) fn set_clipboard(&mut self, text: &str, by: Option<u32>) {
        text.clone_into(&mut self.clipboard);
        for (_, running) in self.processes.apps.iter().filter(|(pid, _)| Some(**pid) != by) {
            let text = text.to_owned();
            running.tell(move |app| Box::pin(async move { app.clipboard(text).await }));
        }
    }

    pub(crate) fn toast(&self) -> Option<&str> {
        let toast = self.toast.as_ref().filter(|toast| toast.until > Instant::now())?;
        Some(&toast.text)
    }

    pub(crate) fn show_toast(&mut self, text: &str, long: bool) {
        let time = if long { LONG_TOAST_TIME } else { TOAST_TIME };
        self.toast = Some(Toast { text: text.to_owned(), until: Instant::now() + time });
        self.bump_quiet();
    }

    pub(crate) fn toast_frame(&self) -> Rect {
        let size = self.display.size();
        let text = self.toast().unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, reason = "a width on the screen")]
        let text_width = text_width(text, Weight::Regular, self.display.px(14.0)) as i32;
        let width = (text_width + self.display.px(48.0)).min(size.width - self.display.px(48.0));
        let toast = Size::new(width, self.display.px(44.0));
        Rect::at((size.width - width) / 2, size.height - self.display.px(112.0), toast)
    }
}
