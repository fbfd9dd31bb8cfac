//! One installed package.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::Timestamp;

use super::{Activity, Manifest, Permission};
use crate::android::{Apk, Component, intent::CATEGORY_LAUNCHER};
use crate::apps::Factory;

/// An installed package.
#[derive(Debug, Clone)]
pub struct Package {
    pub manifest: Arc<Manifest>,
    /// What its APK says beyond that; `None` for apps that came as data.
    pub apk: Option<Arc<Apk>>,
    pub uid: u32,
    /// Folder of the APK; the file in it is `base.apk`.
    pub code_path: String,
    pub data_dir: String,
    pub enabled: bool,
    pub first_install: Timestamp,
    pub last_update: Timestamp,
    pub permissions: Vec<Permission>,
    /// The languages that it is to speak, as BCP 47 tags; those of the phone where there are none.
    pub locales: Vec<String>,
    /// Domains whose links are known to be its own; `*` is any that it asks for.
    pub(crate) links: BTreeSet<String>,
    pub(crate) factory: Factory,
    /// The app's files on a phone without a file system; gone with `pm clear`.
    pub(crate) data: BTreeMap<String, Vec<u8>>,
}

impl Package {
    pub fn name(&self) -> &str {
        &self.manifest.package
    }

    /// `package:` path as `pm path` prints it.
    pub fn apk_path(&self) -> String {
        format!("{}/base.apk", self.code_path)
    }

    /// All of its APKs, the base first.
    pub fn apk_paths(&self) -> Vec<String> {
        let splits = self.apk.iter().flat_map(|apk| &apk.splits);
        let splits = splits.map(|split| format!("{}/split_{}.apk", self.code_path, split.name));
        std::iter::once(self.apk_path()).chain(splits).collect()
    }

    /// With the major part in its upper half.
    pub fn version_code(&self) -> u64 {
        let major = self.apk.as_ref().map_or(0, |apk| apk.version_code_major);
        u64::from(major) << 32 | u64::from(self.manifest.version_code)
    }

    /// How it protects a permission of its own.
    pub(crate) fn declares(&self, permission: &str) -> Option<&'static str> {
        let declared = &self.apk.as_ref()?.declared_permissions;
        declared.iter().find(|have| have.name == permission).map(|have| have.protection)
    }

    /// The activity that the launcher starts.
    pub fn launcher_activity(&self) -> Option<Component> {
        let activity = self.manifest.activities.iter().find(|activity| {
            activity.filters.iter().any(|filter| {
                filter.categories.iter().any(|category| category == CATEGORY_LAUNCHER)
            })
        })?;
        Some(Component::new(self.name(), &activity.class))
    }

    pub(crate) fn activity(&self, class: &str) -> Option<&Activity> {
        self.manifest.activities.iter().find(|activity| activity.class == class)
    }
}
