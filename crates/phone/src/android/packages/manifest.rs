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
    pub single_top: bool,
    /// Its theme lets the activity below be seen.
    pub translucent: bool,
    pub filters: Vec<Filter>,
}
