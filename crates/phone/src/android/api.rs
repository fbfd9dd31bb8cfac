//! The API level a phone is started with, and what it says of itself at each. Commands that differ ask
//! [`Android::api`] with the level at which Android changed.

use std::fmt;
use std::str::FromStr;

use super::{Android, properties::Properties};

/// The releases a phone can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Api {
    Android9,
    Android12,
    #[default]
    Android14,
    Android15,
    Android16,
}

/// Not a level that the phone has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no API level {0}; the phone can be 28, 31, 34, 35 or 36")]
pub struct UnknownApi(String);

impl Api {
    pub const ALL: [Self; 5] =
        [Self::Android9, Self::Android12, Self::Android14, Self::Android15, Self::Android16];

    /// `ro.build.version.sdk`.
    pub const fn level(self) -> u32 {
        match self {
            Self::Android9 => 28,
            Self::Android12 => 31,
            Self::Android14 => 34,
            Self::Android15 => 35,
            Self::Android16 => 36,
        }
    }

    /// `ro.build.version.release`.
    pub const fn release(self) -> &'static str {
        match self {
            Self::Android9 => "9",
            Self::Android12 => "12",
            Self::Android14 => "14",
            Self::Android15 => "15",
            Self::Android16 => "16",
        }
    }

    /// Whether it is this level or a later one.
    pub const fn since(self, level: u32) -> bool {
        self.level() >= level
    }

    /// Name and number of the build.
    const fn build(self) -> (&'static str, &'static str) {
        match self {
            Self::Android9 => ("PSR1.210301.009", "7292876"),
            Self::Android12 => ("SE1A.220826.008", "10013045"),
            Self::Android14 => ("UE1A.230829.050", "12077443"),
            Self::Android15 => ("AE3A.240806.043", "12960925"),
            Self::Android16 => ("BE2A.250530.026.D1", "13818094"),
        }
    }

    const fn security_patch(self) -> &'static str {
        match self {
            Self::Android9 => "2021-03-05",
            Self::Android12 => "2022-08-05",
            Self::Android14 | Self::Android15 => "2026-08-05",
            Self::Android16 => "2026-09-05",
        }
    }

    /// Release and day of the kernel, as `uname` says them.
    pub(crate) const fn kernel(self) -> (&'static str, &'static str) {
        match self {
            Self::Android9 => ("4.4.124+", "#1 SMP PREEMPT Wed Jan 30 07:13:09 UTC 2019"),
            Self::Android12 => (
                "5.10.66-android12-9-00041-gfa9c9074531e-ab7914766",
                "#1 SMP PREEMPT Fri Nov 12 11:37:13 UTC 2021",
            ),
            Self::Android14 => (
                "6.1.23-android14-4-00257-g7e35917775b8-ab9964412",
                "#1 SMP PREEMPT Mon Apr 17 20:50:58 UTC 2023",
            ),
            Self::Android15 => (
                "6.6.30-android15-8-gdd9c02ccfe27-ab11987101",
                "#1 SMP PREEMPT Tue Jun 18 20:51:27 UTC 2024",
            ),
            Self::Android16 => (
                "6.6.66-android15-8-gd9e4a1a0d0f4-ab13051887",
                "#1 SMP PREEMPT Thu Feb 13 21:47:37 UTC 2025",
            ),
        }
    }

    pub(crate) const fn toybox(self) -> &'static str {
        match self {
            Self::Android9 => "0.7.6",
            Self::Android12 => "0.8.4",
            Self::Android14 => "0.8.9",
            Self::Android15 => "0.8.11",
            Self::Android16 => "0.8.12",
        }
    }

    /// What adbd can do.
    pub(crate) const fn adbd_features(self) -> &'static str {
        match self {
            Self::Android9 => "cmd,stat_v2,shell_v2",
            Self::Android12 | Self::Android14 | Self::Android15 | Self::Android16 => {
                "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,apex,abb,abb_exec"
            }
        }
    }

    /// Who writes about activities to the log.
    pub(super) const fn activity_log_tag(self) -> &'static str {
        if self.since(29) { "ActivityTaskManager" } else { "ActivityManager" }
    }

    /// Sets what the release decides.
    pub(super) fn describe(self, properties: &mut Properties) {
        let (release, (id, number)) = (self.release(), self.build());
        let level = self.level().to_string();
        let description = format!("fingertip_phone-userdebug {release} {id} {number} dev-keys");
        let fingerprint =
            format!("Fingertip/fingertip_phone/phone:{release}/{id}/{number}:userdebug/dev-keys");
        let mut set = |key: &str, value: &str| properties.insert(key.to_owned(), value.to_owned());
        set("ro.build.id", id);
        set("ro.build.version.incremental", number);
        set("ro.build.version.release", release);
        set("ro.build.version.sdk", &level);
        set("ro.build.version.security_patch", self.security_patch());
        set("ro.build.description", &description);
        set("ro.build.display.id", &description);
        set("ro.build.fingerprint", &fingerprint);
        set("ro.product.first_api_level", &level);
        set("ro.vndk.version", &level);
        let kernel = self.kernel().0.split('.').take(2).collect::<Vec<_>>().join(".");
        set("ro.kernel.version", &kernel);
        if self.since(29) {
            set("ro.system.build.version.sdk", &level);
            set("ro.system.build.fingerprint", &fingerprint);
            set("ro.product.system.brand", "Fingertip");
            set("ro.product.system.manufacturer", "Fingertip");
            set("ro.product.system.model", "Fingertip Phone");
        }
        if self.since(30) {
            set("ro.build.version.release_or_codename", release);
            set("ro.build.version.min_supported_target_sdk", self.oldest_target());
        }
        if self.since(31) {
            set("ro.boot.qemu", "1");
            set("ro.boot.qemu.avd_name", "fingertip");
        }
        if self.since(33) {
            set("ro.build.version.release_or_preview_display", release);
            set("ro.product.build.version.sdk", &level);
        }
        if self.since(36) {
            set("ro.build.version.sdk_full", &format!("{level}.0"));
        }
    }

    /// Apps written for less are warned about.
    const fn oldest_target(self) -> &'static str {
        match self {
            Self::Android9 => "17",
            Self::Android12 => "23",
            Self::Android14 | Self::Android15 | Self::Android16 => "28",
        }
    }
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level().fmt(f)
    }
}

impl FromStr for Api {
    type Err = UnknownApi;

    fn from_str(text: &str) -> Result<Self, UnknownApi> {
        let named = |api: &Self| api.level().to_string() == text;
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownApi(text.to_owned()))
    }
}

impl Android {
    /// The release that this phone is.
    pub fn api(&self) -> Api {
        self.state().api
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named_by_their_number() {
        for api in Api::ALL {
            assert_eq!(api.to_string().parse(), Ok(api));
        }
        let refused = "33".parse::<Api>().unwrap_err().to_string();
        assert_eq!(refused, "no API level 33; the phone can be 28, 31, 34, 35 or 36");
        assert!(Api::Android12.since(30) && !Api::Android9.since(29));
    }
}
