//! What an app says of itself.

use super::Filter;
use crate::android::Api;

/// The manifest of an app, as far as the phone reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    pub package: String,
    pub label: String,
    pub version_code: u32,
    pub version_name: String,
    pub min_sdk: u32,
    pub target_sdk: u32,
    pub activities: Vec<Activity>,
    /// Permissions the app requests.
    pub permissions: Vec<String>,
    /// Part of the system image: not removable, `pm list packages -s`.
    pub system: bool,
    /// The uid that the image gives it; other apps get the next free one.
    pub uid: Option<u32>,
    pub debuggable: bool,
    /// Colour of the launcher icon, 0xRRGGBB.
    pub icon: u32,
}

impl Manifest {
    /// What is part of a system image is built with it and has its version.
    pub(crate) fn belong_to(&mut self, api: Api) {
        if self.system {
            self.version_code = api.level();
            api.release().clone_into(&mut self.version_name);
            self.min_sdk = self.min_sdk.min(api.level());
            self.target_sdk = api.level();
        }
    }
}

/// One activity of a manifest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Activity {
    /// Full class name.
    pub class: String,
    pub label: String,
    pub exported: bool,
    pub launch_mode: LaunchMode,
    /// The task it belongs to by name: the package unless told; `Some("")` belongs to none.
    pub affinity: Option<String>,
    /// What it handles itself instead of being made anew: `ActivityInfo.CONFIG_…`.
    pub config_changes: u32,
    /// `ActivityInfo.SCREEN_ORIENTATION_…`, when it asks for one.
    pub orientation: Option<i32>,
    /// It is finished as soon as it is left.
    pub no_history: bool,
    /// The class behind an alias.
    pub target: Option<String>,
    /// What its callers must hold.
    pub permission: Option<String>,
    /// Its theme lets the activity below be seen.
    pub translucent: bool,
    pub filters: Vec<Filter>,
}

impl Activity {
    /// The class that is made when it is started.
    pub fn runs(&self) -> &str {
        self.target.as_deref().unwrap_or(&self.class)
    }

    /// The name of its task; `None` joins no other.
    pub(crate) fn affinity<'a>(&'a self, package: &'a str) -> Option<&'a str> {
        let affinity = self.affinity.as_deref().unwrap_or(package);
        Some(affinity).filter(|affinity| !affinity.is_empty())
    }
}

/// How many instances of an activity there are, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LaunchMode {
    #[default]
    Standard,
    SingleTop,
    SingleTask,
    SingleInstance,
    SingleInstancePerTask,
}

impl LaunchMode {
    const ALL: [Self; 5] = [
        Self::Standard,
        Self::SingleTop,
        Self::SingleTask,
        Self::SingleInstance,
        Self::SingleInstancePerTask,
    ];

    /// `android:launchMode`; what is unknown is standard.
    pub fn from_number(number: i32) -> Self {
        usize::try_from(number).ok().and_then(|at| Self::ALL.get(at)).copied().unwrap_or_default()
    }

    pub fn number(self) -> u32 {
        self as u32
    }

    /// Is it the root of its task, or alone in it?
    pub(crate) fn wants_own_task(self) -> bool {
        matches!(self, Self::SingleTask | Self::SingleInstance | Self::SingleInstancePerTask)
    }

    /// The name of `ActivityInfo.LAUNCH_…`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "LAUNCH_MULTIPLE",
            Self::SingleTop => "LAUNCH_SINGLE_TOP",
            Self::SingleTask => "LAUNCH_SINGLE_TASK",
            Self::SingleInstance => "LAUNCH_SINGLE_INSTANCE",
            Self::SingleInstancePerTask => "LAUNCH_SINGLE_INSTANCE_PER_TASK",
        }
    }
}
