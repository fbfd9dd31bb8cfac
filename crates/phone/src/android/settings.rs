//! The settings provider: three namespaces of strings. A few keys turn the display or the apps.

use std::{collections::BTreeMap, str::FromStr};

use super::{Android, handle::State};

/// A namespace of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    System,
    Secure,
    Global,
}

impl FromStr for Namespace {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name.to_ascii_lowercase().as_str() {
            "system" => Ok(Self::System),
            "secure" => Ok(Self::Secure),
            "global" => Ok(Self::Global),
            _ => Err(()),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Settings([BTreeMap<String, String>; 3]);

impl Settings {
    pub(crate) fn defaults() -> Self {
        let map = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
        };
        Self([map(SYSTEM), map(SECURE), map(GLOBAL)])
    }

    pub(crate) fn put(&mut self, namespace: Namespace, key: &str, value: &str) {
        self.0[namespace as usize].insert(key.to_owned(), value.to_owned());
    }

    pub(crate) fn all(&self, namespace: Namespace) -> BTreeMap<String, String> {
        self.0[namespace as usize].clone()
    }

    pub(crate) fn get(&self, namespace: Namespace, key: &str) -> Option<&str> {
        self.0[namespace as usize].get(key).map(String::as_str)
    }
}

impl Android {
    /// The value of a setting.
    pub fn setting(&self, namespace: Namespace, key: &str) -> Option<String> {
        self.state().settings.get(namespace, key).map(str::to_owned)
    }

    /// All settings of a namespace, sorted by key.
    pub fn settings(&self, namespace: Namespace) -> BTreeMap<String, String> {
        self.state().settings.0[namespace as usize].clone()
    }

    /// Writes a setting; rotation, font scale and night mode take effect at once.
    pub fn put_setting(&self, namespace: Namespace, key: &str, value: &str) {
        let mut state = self.state();
        state.settings.put(namespace, key, value);
        state.apply_settings();
        if key == "system_locales" {
            state.config_changed();
        }
        drop(state);
        self.mark_changed();
    }

    /// Removes a setting; false when there was none.
    pub fn delete_setting(&self, namespace: Namespace, key: &str) -> bool {
        let mut state = self.state();
        let deleted = state.settings.0[namespace as usize].remove(key).is_some();
        state.apply_settings();
        drop(state);
        self.mark_changed();
        deleted
    }
}

impl State {
    pub(crate) fn apply_settings(&mut self) {
        let scale =
            self.settings.get(Namespace::System, "font_scale").and_then(|value| value.parse().ok());
        let before = self.display;
        self.display.rotation = self.rotation();
        self.display.font_scale =
            scale.filter(|scale: &f32| (0.25..=5.0).contains(scale)).unwrap_or(1.0);
        // `UiModeManager.MODE_NIGHT_YES`.
        self.display.night = self.settings.get(Namespace::Secure, "ui_night_mode") == Some("2");
        if self.display != before {
            self.config_changed();
        }
    }
}

const SYSTEM: &[(&str, &str)] = &[
    ("accelerometer_rotation", "0"),
    ("font_scale", "1.0"),
    ("screen_brightness", "102"),
    ("screen_brightness_mode", "0"),
    ("screen_off_timeout", "2147483647"),
    ("time_12_24", "24"),
    ("user_rotation", "0"),
    ("volume_music", "5"),
];

const SECURE: &[(&str, &str)] = &[
    ("accessibility_enabled", "0"),
    ("android_id", "3f9c1e0d5ab24476"),
    ("anr_show_background", "0"),
    ("bluetooth_name", "Fingertip Phone"),
    ("default_input_method", "com.android.inputmethod.latin/.LatinIME"),
    ("enabled_input_methods", "com.android.inputmethod.latin/.LatinIME"),
    ("location_mode", "3"),
    ("show_ime_with_hard_keyboard", "1"),
    ("ui_night_mode", "1"),
    ("user_setup_complete", "1"),
];

const GLOBAL: &[(&str, &str)] = &[
    ("adb_enabled", "1"),
    ("airplane_mode_on", "0"),
    ("always_finish_activities", "0"),
    ("animator_duration_scale", "1.0"),
    ("auto_time", "1"),
    ("development_settings_enabled", "1"),
    ("device_name", "Fingertip Phone"),
    ("device_provisioned", "1"),
    ("mobile_data", "1"),
    ("stay_on_while_plugged_in", "1"),
    ("transition_animation_scale", "1.0"),
    ("wifi_on", "1"),
    ("window_animation_scale", "1.0"),
];
