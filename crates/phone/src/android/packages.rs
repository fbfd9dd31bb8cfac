//! Installed packages: what their manifests say, their uids, permissions and intent filters.

use std::{collections::BTreeMap, sync::Arc};

use jiff::Timestamp;

use super::{
    Android, Component, Intent,
    handle::State,
    intent::{ACTION_VIEW, CATEGORY_DEFAULT, CATEGORY_LAUNCHER},
};
use crate::apps::{Factory, Installable};

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

/// An intent filter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub actions: Vec<String>,
    pub categories: Vec<String>,
    /// URI schemes; with none, only intents without data match.
    pub schemes: Vec<String>,
}

impl Filter {
    fn matches(&self, intent: &Intent) -> bool {
        let action = intent.action.as_ref().is_none_or(|action| self.actions.contains(action));
        let categories =
            intent.categories.iter().all(|category| self.categories.contains(category));
        let scheme = intent.data.as_ref().and_then(|data| data.split(':').next());
        let data = match scheme {
            Some(scheme) => self.schemes.iter().any(|have| have == scheme),
            None => self.schemes.is_empty(),
        };
        action && categories && data
    }
}

/// A requested permission and whether it is granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permission {
    pub name: String,
    pub granted: bool,
    /// Asked for at run time, so that `pm grant` and `pm revoke` may change it.
    pub runtime: bool,
    /// How often the user said no since the last yes.
    pub refusals: u8,
}

/// An installed package.
#[derive(Debug, Clone)]
pub struct Package {
    pub manifest: Arc<Manifest>,
    pub uid: u32,
    /// Folder of the APK; the file in it is `base.apk`.
    pub code_path: String,
    pub data_dir: String,
    pub enabled: bool,
    pub first_install: Timestamp,
    pub last_update: Timestamp,
    pub permissions: Vec<Permission>,
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

/// There is no such package.
#[derive(Debug, thiserror::Error)]
#[error("Unknown package: {0}")]
pub struct UnknownPackage(pub String);

/// Why an app cannot be installed.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InstallError {
    #[error("{0} is already installed")]
    AlreadyExists(String),
}

/// Why a permission cannot be granted or revoked; the texts are those of `pm`.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum GrantError {
    #[error("Unknown package: {0}")]
    UnknownPackage(String),
    #[error("Unknown permission: {0}")]
    UnknownPermission(String),
    #[error("Package {package} has not requested permission {permission}")]
    NotRequested { package: String, permission: String },
    #[error("Permission {permission} requested by {package} is not a changeable permission type")]
    NotChangeable { package: String, permission: String },
}

impl Android {
    /// All installed packages, sorted by name.
    pub fn packages(&self) -> Vec<Package> {
        self.state().packages.values().cloned().collect()
    }

    pub fn package(&self, name: &str) -> Option<Package> {
        self.state().packages.get(name).cloned()
    }

    /// Activities that answer the intent, best first.
    pub fn query_activities(&self, intent: &Intent) -> Vec<Component> {
        self.state().query(intent)
    }

    /// Adds an app. Its icon appears on the home screen.
    pub fn install(&self, app: Installable) -> Result<(), InstallError> {
        let mut state = self.state();
        let name = app.manifest.package.clone();
        if state.packages.contains_key(&name) {
            return Err(InstallError::AlreadyExists(name));
        }
        state.add_package(app);
        state.packages_changed();
        drop(state);
        self.mark_changed();
        Ok(())
    }

    /// Removes an app with its data; system apps stay (`false`).
    pub fn uninstall(&self, name: &str) -> bool {
        let mut state = self.state();
        if state.packages.get(name).is_none_or(|package| package.manifest.system) {
            return false;
        }
        state.force_stop(name, "uninstall");
        state.packages.remove(name);
        state.packages_changed();
        drop(state);
        self.mark_changed();
        true
    }

    pub fn set_enabled(&self, name: &str, enabled: bool) -> Result<(), UnknownPackage> {
        let mut state = self.state();
        let package =
            state.packages.get_mut(name).ok_or_else(|| UnknownPackage(name.to_owned()))?;
        package.enabled = enabled;
        if !enabled {
            state.force_stop(name, "disabled");
        }
        state.packages_changed();
        drop(state);
        self.mark_changed();
        Ok(())
    }

    /// `pm grant` and `pm revoke`. Taking a permission away ends the app's process.
    pub fn set_permission(
        &self,
        name: &str,
        permission: &str,
        granted: bool,
    ) -> Result<(), GrantError> {
        let mut state = self.state();
        let package = state
            .packages
            .get_mut(name)
            .ok_or_else(|| GrantError::UnknownPackage(name.to_owned()))?;
        let names = || (name.to_owned(), permission.to_owned());
        let Some(found) = package.permissions.iter_mut().find(|have| have.name == permission)
        else {
            if !permission.starts_with("android.permission.") {
                return Err(GrantError::UnknownPermission(permission.to_owned()));
            }
            let (package, permission) = names();
            return Err(GrantError::NotRequested { package, permission });
        };
        if !found.runtime {
            let (package, permission) = names();
            return Err(GrantError::NotChangeable { package, permission });
        }
        let taken_away = found.granted && !granted;
        found.granted = granted;
        found.refusals = 0;
        if taken_away {
            state.kill_package(name, "permissions revoked");
        }
        drop(state);
        self.mark_changed();
        Ok(())
    }
}

impl State {
    pub(crate) fn add_package(&mut self, app: Installable) {
        let Installable { manifest, factory } = app;
        let name = manifest.package.clone();
        let uid = manifest.uid.unwrap_or(self.next_uid);
        self.next_uid += u32::from(manifest.uid.is_none());
        let now = self.clock.timestamp();
        let code_path = if manifest.system {
            format!("/system/app/{}", manifest.label.replace(' ', ""))
        } else {
            format!("/data/app/~~{}==/{name}-{}==", token(&name, 1), token(&name, 2))
        };
        let permissions = manifest
            .permissions
            .iter()
            .map(|name| {
                let runtime = RUNTIME_PERMISSIONS.contains(&name.as_str());
                Permission { name: name.clone(), granted: !runtime, runtime, refusals: 0 }
            })
            .collect();
        let package = Package {
            manifest: Arc::new(manifest),
            uid,
            code_path,
            data_dir: format!("/data/user/0/{name}"),
            enabled: true,
            first_install: now,
            last_update: now,
            permissions,
            factory,
            data: BTreeMap::new(),
        };
        self.packages.insert(name, package);
    }

    /// Activities that match, in package order.
    pub(crate) fn query(&self, intent: &Intent) -> Vec<Component> {
        if let Some(component) = &intent.component {
            let exists = self.packages.get(&component.package).is_some_and(|package| {
                package.enabled && package.activity(&component.class).is_some()
            });
            return if exists { vec![component.clone()] } else { Vec::new() };
        }
        if intent.action.is_none() && intent.data.is_none() && intent.categories.is_empty() {
            return Vec::new();
        }
        // `am start -d URI` without an action means to view it.
        let mut wanted = intent.clone();
        if wanted.action.is_none() && wanted.data.is_some() {
            wanted.action = Some(ACTION_VIEW.to_owned());
        }
        wanted.categories.retain(|category| category != CATEGORY_DEFAULT);
        let asked_for = |package: &&Package| {
            package.enabled && intent.package.as_deref().is_none_or(|name| name == package.name())
        };
        self.packages
            .values()
            .filter(asked_for)
            .flat_map(|package| {
                let matching = package.manifest.activities.iter().filter(|activity| {
                    activity.filters.iter().any(|filter| filter.matches(&wanted))
                });
                matching.map(|activity| Component::new(package.name(), &activity.class))
            })
            .collect()
    }
}

/// The random-looking part of an APK path: 22 characters, the same for the same package.
fn token(name: &str, salt: u64) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ salt;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut token = String::with_capacity(22);
    for _ in 0..22 {
        hash = hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        token.push(char::from(ALPHABET[usize::try_from(hash >> 58).unwrap_or(0)]));
    }
    token
}

const RUNTIME_PERMISSIONS: &[&str] = &[
    "android.permission.ACCESS_BACKGROUND_LOCATION",
    "android.permission.ACCESS_COARSE_LOCATION",
    "android.permission.ACCESS_FINE_LOCATION",
    "android.permission.BLUETOOTH_CONNECT",
    "android.permission.BLUETOOTH_SCAN",
    "android.permission.CALL_PHONE",
    "android.permission.CAMERA",
    "android.permission.GET_ACCOUNTS",
    "android.permission.POST_NOTIFICATIONS",
    "android.permission.READ_CALENDAR",
    "android.permission.READ_CONTACTS",
    "android.permission.READ_EXTERNAL_STORAGE",
    "android.permission.READ_MEDIA_IMAGES",
    "android.permission.READ_PHONE_STATE",
    "android.permission.READ_SMS",
    "android.permission.RECORD_AUDIO",
    "android.permission.SEND_SMS",
    "android.permission.WRITE_CALENDAR",
    "android.permission.WRITE_CONTACTS",
    "android.permission.WRITE_EXTERNAL_STORAGE",
];
