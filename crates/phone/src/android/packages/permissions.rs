//! Permissions that apps request: which are granted, and who may change that.

use super::catalogue::{self, Protection};
use super::{Manifest, Package};
use crate::android::{Android, Apk, handle::State};

/// A requested permission and whether it is granted.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permission {
    pub name: String,
    pub granted: bool,
    /// Asked for at run time, so that `pm grant` and `pm revoke` may change it.
    pub runtime: bool,
    /// Comes with the installation or not at all, but `pm grant` and `pm revoke` may change it.
    pub development: bool,
    /// How often the user said no since the last yes.
    pub refusals: u8,
    /// Granted for as long as the app stays in sight.
    pub one_time: bool,
    /// It is as the user wanted it.
    pub user_set: bool,
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
    /// `pm grant` and `pm revoke`. Taking a permission away ends the app's process.
    pub fn set_permission(
        &self,
        name: &str,
        permission: &str,
        granted: bool,
    ) -> Result<(), GrantError> {
        let mut state = self.state();
        let known = permission.starts_with("android.permission.")
            || state.packages.values().any(|package| package.declares(permission).is_some());
        let package = state
            .packages
            .get_mut(name)
            .ok_or_else(|| GrantError::UnknownPackage(name.to_owned()))?;
        let names = || (name.to_owned(), permission.to_owned());
        let Some(found) = package.permissions.iter_mut().find(|have| have.name == permission)
        else {
            if !known {
                return Err(GrantError::UnknownPermission(permission.to_owned()));
            }
            let (package, permission) = names();
            return Err(GrantError::NotRequested { package, permission });
        };
        if !found.runtime && !found.development {
            let (package, permission) = names();
            return Err(GrantError::NotChangeable { package, permission });
        }
        let (taken_away, given) = (found.granted && !granted, !found.granted && granted);
        found.granted = granted;
        found.refusals = 0;
        (found.one_time, found.user_set) = (false, false);
        if taken_away {
            state.kill_package(name, "permissions revoked");
        }
        if given {
            state.tell_granted(name);
        }
        drop(state);
        self.mark_changed();
        Ok(())
    }
}

impl State {
    /// An app that runs learns what it holds now.
    fn tell_granted(&self, package: &str) {
        let Some(running) = self.processes.of_package(package) else { return };
        let granted = self.granted_to(package);
        running.tell(move |app| Box::pin(async move { app.granted(granted).await }));
    }

    /// The permissions of a package that is about to be installed. What the user decided before stays decided.
    pub(super) fn permissions_of(
        &self,
        manifest: &Manifest,
        apk: Option<&Apk>,
        before: Option<&Package>,
    ) -> Vec<Permission> {
        let requested = manifest.permissions.iter();
        requested.map(|name| self.permission_of(name, apk, before)).collect()
    }

    fn permission_of(&self, name: &str, apk: Option<&Apk>, before: Option<&Package>) -> Permission {
        let kept =
            before.and_then(|package| package.permissions.iter().find(|have| have.name == name));
        let own = apk
            .and_then(|apk| apk.declared_permissions.iter().find(|declared| declared.name == name));
        let declared = own.map(|declared| (declared.protection, true)).or_else(|| {
            self.packages.values().find_map(|package| {
                let protection = package.declares(name)?;
                let same = package.apk.as_ref().zip(apk);
                Some((protection, same.is_some_and(|(a, b)| a.signing.matches(&b.signing))))
            })
        });
        let protection = match declared {
            Some(("dangerous", _)) => Protection::Runtime,
            Some(("normal", _) | (_, true)) => Protection::Normal,
            Some((_, false)) => Protection::Signature,
            None => catalogue::protection(name),
        };
        let (runtime, development) = match protection {
            Protection::Runtime => (true, false),
            Protection::Development => (false, true),
            Protection::Normal | Protection::Signature => (false, false),
        };
        let granted = match protection {
            Protection::Normal => true,
            Protection::Signature => false,
            Protection::Runtime | Protection::Development => kept.is_some_and(|have| have.granted),
        };
        let refusals = kept.map_or(0, |have| have.refusals);
        let one_time = kept.is_some_and(|have| have.one_time);
        let user_set = kept.is_some_and(|have| have.user_set);
        let name = name.to_owned();
        Permission { name, granted, runtime, development, refusals, one_time, user_set }
    }
}
