//! [`Host`]: what an app process may ask of the phone. It does not keep the phone alive.

use std::sync::{Arc, Weak};

use super::{
    ActivityId, Buffer, Component, Config, Editor, Insets, Intent, Level, Namespace, Rotation,
    StartError, WindowId, WindowSpec, Writer,
    handle::{Shared, State},
    intent::{ACTION_MAIN, CATEGORY_LAUNCHER},
};
use crate::screen::Size;

/// An app's way to the phone. Cheap to clone; once the phone is gone, calls do nothing.
#[derive(Clone)]
pub struct Host {
    shared: Weak<Shared>,
    pid: u32,
    uid: u32,
    package: Arc<str>,
}

/// An entry of the home screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Icon {
    pub(crate) component: Component,
    pub(crate) label: String,
    pub(crate) color: u32,
}

impl Host {
    pub(crate) fn new(shared: Weak<Shared>, pid: u32, uid: u32, package: &str) -> Self {
        Self { shared, pid, uid, package: package.into() }
    }

    pub fn package(&self) -> &str {
        &self.package
    }

    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub(crate) fn uid(&self) -> u32 {
        self.uid
    }

    pub(crate) fn android(&self) -> Option<super::Android> {
        Some(super::Android { shared: self.shared.upgrade()? })
    }

    /// What to lay out for.
    pub fn config(&self) -> Config {
        self.read(State::config).unwrap_or(Config {
            size: Size::new(1080, 2400),
            density: 420,
            rotation: Rotation::Portrait,
            font_scale: 1.0,
            night: false,
            insets: Insets::default(),
        })
    }

    /// A fresh name for a window.
    pub fn new_window(&self) -> WindowId {
        WindowId(self.change(State::next_id).unwrap_or(0))
    }

    /// Declares the windows of an activity, lowest first. The first call after a start means that
    /// the activity is displayed.
    pub fn set_windows(&self, activity: ActivityId, windows: Vec<WindowSpec>) {
        self.change(|state| {
            // A process that is dying may still speak of an activity that it no longer holds.
            let record = state.activity_mut(activity).filter(|have| have.pid == Some(self.pid));
            let Some(record) = record else { return };
            let first = !record.displayed && !windows.is_empty();
            let same = record.windows == windows;
            record.displayed |= first;
            record.windows = windows;
            let (name, took) = (record.component.short(), record.launched.elapsed());
            if first {
                let user = if state.api.since(34) { " for user 0" } else { "" };
                let message = format!("Displayed {name}{user}: +{}ms", took.as_millis());
                state.system_log(Level::Info, state.api.activity_log_tag(), message);
            }
            if !same {
                state.count_frame(self.pid);
                state.bump_quiet();
            }
        });
    }

    /// Something changed that an accessibility service would hear about.
    pub fn accessibility_event(&self) {
        self.change(|state| {
            state.count_frame(self.pid);
            state.bump_quiet();
        });
    }

    /// Writes to the main log under the app's pid.
    pub fn log(&self, level: Level, tag: &str, message: &str) {
        self.log_on(0, level, tag, message);
    }

    /// The same from another thread of the app; 0 is the main one.
    pub fn log_on(&self, thread: u32, level: Level, tag: &str, message: &str) {
        let who = Writer { pid: self.pid, tid: self.pid + thread, uid: self.uid };
        self.change(|state| state.append_log(Buffer::Main, level, who, tag, message));
    }

    /// Starts another activity from `source`, into its task unless the intent says otherwise.
    pub fn start_activity(&self, source: ActivityId, intent: &Intent) -> Result<(), StartError> {
        let started = self.change(|state| {
            let component = state.resolve(intent, self.uid)?;
            state.log_start(intent, &component, self.uid);
            state.place(component, intent, Some(source), self.uid);
            Ok(())
        });
        started.unwrap_or(Ok(()))
    }

    /// Ends an activity; what lies below comes to the front.
    pub fn finish(&self, activity: ActivityId) {
        self.change(|state| state.finish(activity));
    }

    /// Brings up the keyboard for an editor.
    pub fn show_keyboard(&self, editor: Editor) {
        self.change(|state| state.show_keyboard(editor));
    }

    /// No editor has the focus any more.
    pub fn hide_keyboard(&self) {
        self.change(|state| {
            state.hide_keyboard();
            state.ime.editor = None;
        });
    }

    pub fn toast(&self, text: &str) {
        self.toast_for(text, false);
    }

    /// A toast that stays longer when it is a long one.
    pub fn toast_for(&self, text: &str, long: bool) {
        self.change(|state| state.show_toast(text, long));
    }

    pub fn clipboard(&self) -> String {
        self.read(|state| state.clipboard.clone()).unwrap_or_default()
    }

    pub fn set_clipboard(&self, text: &str) {
        self.change(|state| state.set_clipboard(text, Some(self.pid)));
    }

    /// The app dies of this exception (its text and stack lines).
    pub fn crash(&self, exception: &str) {
        self.change(|state| state.crash(self.pid, exception));
    }

    /// The time on the phone's clock.
    pub fn now(&self) -> Option<jiff::Zoned> {
        let shared = self.shared.upgrade()?;
        Some(super::Android { shared }.now())
    }

    pub fn setting(&self, namespace: Namespace, key: &str) -> Option<String> {
        self.read(|state| state.settings.get(namespace, key).map(str::to_owned)).flatten()
    }

    pub fn put_setting(&self, namespace: Namespace, key: &str, value: &str) {
        self.change(|state| {
            state.settings.put(namespace, key, value);
            state.apply_settings();
        });
    }

    /// Whether there is a network: Wi-Fi, or mobile data outside airplane mode. In airplane mode 2
    /// stands for a Wi-Fi that was turned on again.
    pub fn is_online(&self) -> bool {
        let global = |key| self.setting(Namespace::Global, key);
        let is = |value: Option<String>, wanted: &str| value.as_deref() == Some(wanted);
        if is(global("airplane_mode_on"), "1") {
            return is(global("wifi_on"), "2");
        }
        !is(global("wifi_on"), "0") || is(global("mobile_data"), "1")
    }

    pub(crate) fn files(&self) -> Option<crate::files::Files> {
        self.shared.upgrade()?.files.get()?.upgrade()
    }

    /// The icons a home screen shows, sorted by label.
    pub(crate) fn launcher_icons(&self) -> Vec<Icon> {
        let main = Intent {
            action: Some(ACTION_MAIN.to_owned()),
            categories: vec![CATEGORY_LAUNCHER.to_owned()],
            ..Intent::default()
        };
        let icons = self.read(|state| {
            let icon = |component: Component| {
                let manifest = &state.packages[&component.package].manifest;
                let (label, color) = (manifest.label.clone(), manifest.icon);
                Icon { component, label, color }
            };
            let mut icons: Vec<_> = state.query(&main).into_iter().map(icon).collect();
            icons.sort_by(|a, b| a.label.cmp(&b.label));
            icons
        });
        icons.unwrap_or_default()
    }

    pub(crate) fn read<R>(&self, read: impl FnOnce(&State) -> R) -> Option<R> {
        let shared = self.shared.upgrade()?;
        let state = shared.state();
        Some(read(&state))
    }

    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> Option<R> {
        let shared = self.shared.upgrade()?;
        let result = change(&mut shared.state());
        shared.mark_changed();
        Some(result)
    }
}
