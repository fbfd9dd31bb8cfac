//! Packages come, are replaced and go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Package;
use super::code_path::code_path;
use crate::android::{Android, Code, Failure, Level, apk::Parsed, handle::State};
use crate::apps::{Factory, Installable};

/// What a caller of `pm install` allows and wants.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InstallOptions {
    /// An existing package may be replaced; everything but `-R`.
    pub(crate) replace: bool,
    /// `-t`
    pub(crate) test_only: bool,
    /// `-d`
    pub(crate) downgrade: bool,
    /// `-g`
    pub(crate) grant: bool,
    /// `--bypass-low-target-sdk-block`
    pub(crate) low_target: bool,
    /// `-i`
    pub(crate) installer: Option<String>,
    /// `--abi`
    pub(crate) abi: Option<String>,
    /// `--pkg`
    pub(crate) package: Option<String>,
    /// `-p`: the APKs join those of this package.
    pub(crate) inherit: Option<String>,
    /// `-S`
    pub(crate) size: Option<u64>,
}

impl Default for InstallOptions {
    fn default() -> Self {
        Self {
            replace: true,
            test_only: false,
            downgrade: false,
            grant: false,
            low_target: false,
            installer: None,
            abi: None,
            package: None,
            inherit: None,
            size: None,
        }
    }
}

/// What stays of a package that was removed with `-k`: its uid, its signers and what it saved.
#[derive(Debug, Clone)]
pub(crate) struct Leftover {
    pub(crate) package: Package,
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

impl Android {
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

    /// A folder for the APKs of a package that is about to be installed: another one each time.
    pub(crate) fn next_code_path(&self, package: &str) -> String {
        let mut state = self.state();
        let generation = state.next_id();
        code_path(package, generation, state.api)
    }

    /// Would an update be older than what is installed, without anybody having asked for that?
    pub(crate) fn check_downgrade(
        &self,
        name: &str,
        version_code: u64,
        options: &InstallOptions,
    ) -> Result<(), Failure> {
        let state = self.state();
        let Some(current) = state.packages.get(name) else { return Ok(()) };
        let is_debuggable = state.properties.get("ro.debuggable").is_some_and(|value| value == "1")
            || current.manifest.debuggable;
        if version_code >= current.version_code() || (options.downgrade && is_debuggable) {
            return Ok(());
        }
        if !state.api.since(30) {
            // It was found out before anybody had words for it.
            return Err(Failure::new(Code::VersionDowngrade, ""));
        }
        let message = format!(
            "Downgrade detected: Update version code {version_code} is older than current {}",
            current.version_code()
        );
        Err(Failure::new(Code::VersionDowngrade, message))
    }

    /// May this package be installed beside and over what is there?
    pub(crate) fn check_install(
        &self,
        parsed: &Parsed,
        options: &InstallOptions,
    ) -> Result<(), Failure> {
        self.state().check_install(parsed, options)
    }

    /// Installs or replaces a package whose files lie in `code_path`; gives back what it replaced.
    pub(crate) fn install_apk(
        &self,
        parsed: Parsed,
        options: &InstallOptions,
        code_path: String,
        factory: Factory,
    ) -> Result<Option<Package>, Failure> {
        let mut state = self.state();
        state.check_install(&parsed, options)?;
        let replaced = state.put_apk(parsed, options, code_path, factory);
        state.packages_changed();
        drop(state);
        self.mark_changed();
        Ok(replaced)
    }

    /// Removes an app with its data; system apps stay (`false`).
    pub fn uninstall(&self, name: &str) -> bool {
        self.remove_package(name, false)
    }

    /// Removes an app but for its data: who installs it again finds everything as it was.
    pub(crate) fn uninstall_keeping_data(&self, name: &str) -> bool {
        self.remove_package(name, true)
    }

    /// What stays of packages that were removed with their data kept.
    pub(crate) fn leftovers(&self) -> Vec<Package> {
        self.state().leftovers.values().map(|left| left.package.clone()).collect()
    }

    /// Forgets what stayed of a removed package; true when there was something.
    pub(crate) fn forget_leftover(&self, name: &str) -> bool {
        self.state().leftovers.remove(name).is_some()
    }

    fn remove_package(&self, name: &str, keep_data: bool) -> bool {
        let mut state = self.state();
        if state.packages.get(name).is_none_or(|package| package.manifest.system) {
            return false;
        }
        state.force_stop(name, "deletePackageX");
        if let Some(package) = state.packages.remove(name)
            && keep_data
        {
            state.leftovers.insert(name.to_owned(), Leftover { package });
        }
        state.forget_input_methods_of(name);
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
}

impl State {
    pub(crate) fn add_package(&mut self, app: Installable) {
        let Installable { manifest, factory } = app;
        let code_path = if manifest.system {
            format!("/system/app/{}", manifest.label.replace(' ', ""))
        } else {
            code_path(&manifest.package, 0, self.api)
        };
        let permissions = self.permissions_of(&manifest, None, None);
        let uid = manifest.uid.unwrap_or_else(|| self.take_uid());
        let now = self.clock.timestamp();
        let name = manifest.package.clone();
        let package = Package {
            data_dir: format!("/data/user/0/{name}"),
            manifest: Arc::new(manifest),
            apk: None,
            uid,
            code_path,
            enabled: true,
            first_install: now,
            last_update: now,
            permissions,
            locales: Vec::new(),
            links: BTreeSet::new(),
            factory,
            data: BTreeMap::new(),
        };
        self.packages.insert(name, package);
    }

    fn put_apk(
        &mut self,
        parsed: Parsed,
        options: &InstallOptions,
        code_path: String,
        factory: Factory,
    ) -> Option<Package> {
        let Parsed { manifest, mut apk, .. } = parsed;
        let name = manifest.package.clone();
        apk.installer.clone_from(&options.installer);
        // On an update, the running app ends; it is told nothing.
        self.force_stop(&name, "installPackageLI");
        let replaced = self.packages.remove(&name);
        let leftover = self.leftovers.remove(&name).map(|left| left.package);
        let before = replaced.as_ref().or(leftover.as_ref());
        let mut permissions = self.permissions_of(&manifest, Some(&apk), before);
        if options.grant {
            permissions.iter_mut().filter(|have| have.runtime).for_each(|have| have.granted = true);
        }
        let uid = before.map(|package| package.uid);
        let locales = before.map(|package| package.locales.clone()).unwrap_or_default();
        let links = before.map(|package| package.links.clone()).unwrap_or_default();
        let (first_install, data) = match before {
            Some(before) => (before.first_install, before.data.clone()),
            None => (self.clock.timestamp(), BTreeMap::new()),
        };
        let enabled = replaced.as_ref().is_none_or(|package| package.enabled);
        let package = Package {
            data_dir: format!("/data/user/0/{name}"),
            manifest: Arc::new(manifest),
            apk: Some(Arc::new(apk)),
            uid: uid.unwrap_or_else(|| self.take_uid()),
            code_path,
            enabled,
            first_install,
            last_update: self.clock.timestamp(),
            permissions,
            locales,
            links,
            factory,
            data,
        };
        let verb = if replaced.is_some() { "updated" } else { "installed" };
        self.system_log(Level::Info, "PackageManager", format!("Package {name} {verb}"));
        self.packages.insert(name, package);
        replaced
    }

    fn take_uid(&mut self) -> u32 {
        self.next_uid += 1;
        self.next_uid - 1
    }

    fn check_install(&self, parsed: &Parsed, options: &InstallOptions) -> Result<(), Failure> {
        let (manifest, apk) = (&parsed.manifest, &parsed.apk);
        let (name, target) = (&manifest.package, manifest.target_sdk);
        let current = self.packages.get(name);
        if let Some(current) = current.filter(|_| !options.replace) {
            let message =
                format!("Attempt to re-install {} without first uninstalling.", current.name());
            return Err(Failure::new(Code::AlreadyExists, message));
        }
        if let Some(old) = current.map(|package| package.manifest.target_sdk)
            && old > 22
            && target <= 22
        {
            let message = format!(
                "Package {name} new target SDK {target} doesn't support runtime permissions but \
                 the old target SDK {old} does."
            );
            return Err(Failure::new(Code::PermissionModelDowngrade, message));
        }
        let known = current.or_else(|| self.leftovers.get(name).map(|left| &left.package));
        // Apps that came with the phone are signed by nobody who signs APKs.
        let same = |have: &Package| {
            have.apk.as_ref().is_some_and(|have| have.signing.matches(&apk.signing))
        };
        if known.is_some_and(|have| !same(have)) {
            let message =
                format!("Existing package {name} signatures do not match newer version; ignoring!");
            return Err(Failure::new(Code::UpdateIncompatible, message));
        }
        self.check_declarations(parsed)
    }

    /// No two packages declare the same permission or provider.
    fn check_declarations(&self, parsed: &Parsed) -> Result<(), Failure> {
        let name = &parsed.manifest.package;
        for other in self.packages.values().filter(|other| other.name() != name) {
            let Some(theirs) = &other.apk else { continue };
            for declared in &parsed.apk.declared_permissions {
                if other.declares(&declared.name).is_some()
                    && !theirs.signing.matches(&parsed.apk.signing)
                {
                    let message = format!(
                        "Package {name} attempting to redeclare permission {} already owned by {}",
                        declared.name,
                        other.name()
                    );
                    return Err(Failure::new(Code::DuplicatePermission, message));
                }
            }
            let taken = |authority: &&String| {
                theirs.providers.iter().any(|have| have.authorities.contains(*authority))
            };
            let mut authorities = parsed.apk.providers.iter().flat_map(|have| &have.authorities);
            if let Some(authority) = authorities.find(taken) {
                let message = format!(
                    "Can't install because provider name {authority} (in package {name}) is \
                     already used by {}",
                    other.name()
                );
                return Err(Failure::new(Code::ConflictingProvider, message));
            }
        }
        Ok(())
    }
}
