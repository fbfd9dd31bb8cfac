//! The services, and who answers for each.

use super::{
    display, fingerprint, jobs, locale, notification, overlay, radios, status_bar, thermal,
    ui_mode, users,
};
use crate::android::Api;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

#[derive(Clone, Copy)]
pub(super) enum Served {
    /// A command of the same meaning, with words before those that were given.
    Command(&'static str, &'static [&'static str]),
    /// A function, and the Java class it stands for.
    Function(for<'a> fn(&'a Process, Words<'a>) -> Result<Reply, Thrown>, &'static str),
    /// It has no commands.
    Nobody,
}

#[derive(Default)]
pub(super) struct Reply {
    pub(super) out: String,
    pub(super) err: String,
    pub(super) status: u8,
}

impl Reply {
    pub(super) fn silent() -> Self {
        Self::default()
    }

    pub(super) fn out(text: impl Into<String>) -> Self {
        Self { out: text.into(), ..Self::default() }
    }

    /// Says what is wrong on standard error; the exit code is -1.
    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self { err: text.into(), status: 255, ..Self::default() }
    }

    pub(super) fn unknown(command: Option<&str>) -> Self {
        let out = match command {
            Some(command) => format!("Unknown command: {command}\n"),
            None => "No command specified.\n".to_owned(),
        };
        Self { out, status: 255, ..Self::default() }
    }
}

/// The services of a release, sorted by name.
pub(super) fn services(api: Api) -> impl Iterator<Item = (&'static str, Served)> {
    let there = move |name: &str| match name {
        "locale" => api.since(33),
        "thermalservice" => api.since(29),
        _ => true,
    };
    let present = SERVICES.iter().copied().filter(move |(name, _)| there(name));
    present.map(move |(name, served)| (name, served_at(api, name, served)))
}

/// Who answers for a service: before its first command nobody did.
fn served_at(api: Api, name: &str, served: Served) -> Served {
    let first = match name {
        "bluetooth_manager" | "fingerprint" => 33,
        "connectivity" | "input" | "location" | "phone" | "wifi" => 30,
        "user" => 29,
        _ => 0,
    };
    if api.since(first) { served } else { Served::Nobody }
}

/// The names of all services of a release, sorted.
pub(in crate::userland::system) fn service_names(api: Api) -> impl Iterator<Item = &'static str> {
    services(api).map(|(name, _)| name)
}

/// Sorted by name.
const SERVICES: &[(&str, Served)] = &[
    ("SurfaceFlinger", Served::Nobody),
    ("account", Served::Nobody),
    ("activity", Served::Command("am", &[])),
    ("alarm", Served::Nobody),
    ("appops", Served::Command("appops", &[])),
    ("battery", Served::Command("dumpsys", &["battery"])),
    (
        "bluetooth_manager",
        Served::Function(radios::bluetooth, "com.android.server.bluetooth.BluetoothShellCommand"),
    ),
    ("clipboard", Served::Nobody),
    (
        "connectivity",
        Served::Function(radios::connectivity, "com.android.server.ConnectivityService$ShellCmd"),
    ),
    ("cpuinfo", Served::Nobody),
    (
        "display",
        Served::Function(display::answer, "com.android.server.display.DisplayManagerShellCommand"),
    ),
    (
        "fingerprint",
        Served::Function(
            fingerprint::answer,
            "com.android.server.biometrics.sensors.fingerprint.FingerprintShellCommand",
        ),
    ),
    ("gfxinfo", Served::Nobody),
    ("input", Served::Command("input", &[])),
    ("input_method", Served::Command("ime", &[])),
    (
        "jobscheduler",
        Served::Function(jobs::answer, "com.android.server.job.JobSchedulerShellCommand"),
    ),
    (
        "locale",
        Served::Function(locale::answer, "com.android.server.locales.LocaleManagerShellCommand"),
    ),
    (
        "location",
        Served::Function(radios::location, "com.android.server.location.LocationShellCommand"),
    ),
    ("lock_settings", Served::Command("locksettings", &[])),
    ("media_session", Served::Nobody),
    ("meminfo", Served::Nobody),
    ("netstats", Served::Nobody),
    (
        "notification",
        Served::Function(
            notification::answer,
            "com.android.server.notification.NotificationShellCmd",
        ),
    ),
    (
        "overlay",
        Served::Function(overlay::answer, "com.android.server.om.OverlayManagerShellCommand"),
    ),
    ("package", Served::Command("pm", &[])),
    ("phone", Served::Function(radios::phone, "com.android.phone.TelephonyShellCommand")),
    ("settings", Served::Command("settings", &[])),
    (
        "statusbar",
        Served::Function(status_bar::answer, "com.android.server.statusbar.StatusBarShellCommand"),
    ),
    ("telephony.registry", Served::Nobody),
    (
        "thermalservice",
        Served::Function(
            thermal::answer,
            "com.android.server.power.ThermalManagerService$ThermalShellCommand",
        ),
    ),
    ("trust", Served::Nobody),
    ("uimode", Served::Function(ui_mode::answer, "com.android.server.UiModeManagerService$Shell")),
    (
        "user",
        Served::Function(users::answer, "com.android.server.pm.UserManagerServiceShellCommand"),
    ),
    ("wifi", Served::Function(radios::wifi, "com.android.server.wifi.WifiShellCommand")),
    ("window", Served::Command("wm", &[])),
];
