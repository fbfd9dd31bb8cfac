//! Permissions that an app asks for while it runs: what it has, what it may still ask, and the answer
//! of the user, which the permission controller gives.

use super::{Component, Extra, Host, Intent, StartError, handle::State};

pub(crate) const CONTROLLER: &str = "com.android.permissioncontroller";
pub(crate) const GRANT_ACTIVITY: &str =
    "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
const ACTION: &str = "android.content.pm.action.REQUEST_PERMISSIONS";
pub(crate) const EXTRA_NAMES: &str = "android.content.pm.extra.REQUEST_PERMISSIONS_NAMES";
/// Who asks; on a phone the caller is known without it.
pub(crate) const EXTRA_PACKAGE: &str = "android.intent.extra.PACKAGE_NAME";
/// After so many refusals the user is not asked any more.
const REFUSALS: u8 = 2;

/// How a permission stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    Granted,
    /// Refused, or not asked for yet: asking may help.
    Askable {
        /// The user said no before.
        refused: bool,
    },
    /// Not in the manifest, not known, or refused for good.
    Never,
}

impl Host {
    /// How a permission of this app stands.
    pub fn permission(&self, name: &str) -> Grant {
        self.read(|state| state.grant(self.package(), name)).unwrap_or(Grant::Never)
    }

    /// Shows the system's question over `activity`, which is resumed when it has been answered.
    pub fn ask_permission(
        &self,
        activity: super::ActivityId,
        name: &str,
    ) -> Result<(), StartError> {
        let mut intent = Intent::explicit(Component::new(CONTROLLER, GRANT_ACTIVITY));
        intent.action = Some(ACTION.to_owned());
        intent.extras.insert(EXTRA_NAMES.to_owned(), Extra::Text(name.to_owned()));
        let package = Extra::Text(self.package().to_owned());
        intent.extras.insert(EXTRA_PACKAGE.to_owned(), package);
        self.start_activity(activity, &intent)
    }

    /// How a permission of another app stands, and what that app is called.
    pub(crate) fn permission_of(&self, package: &str, name: &str) -> Option<(Grant, String)> {
        self.read(|state| {
            let label = state.packages.get(package)?.manifest.label.clone();
            Some((state.grant(package, name), label))
        })
        .flatten()
    }

    /// The user's answer for another app.
    pub(crate) fn answer_permission(&self, package: &str, name: &str, granted: bool) {
        self.change(|state| state.answer(package, name, granted));
    }
}

impl State {
    fn grant(&self, package: &str, name: &str) -> Grant {
        let permissions = self.packages.get(package).map(|package| &package.permissions);
        let found = permissions.and_then(|all| all.iter().find(|have| have.name == name));
        match found {
            Some(found) if found.granted => Grant::Granted,
            Some(found) if found.runtime && found.refusals < REFUSALS => {
                Grant::Askable { refused: found.refusals > 0 }
            }
            Some(_) | None => Grant::Never,
        }
    }

    fn answer(&mut self, package: &str, name: &str, granted: bool) {
        let permissions = self.packages.get_mut(package).map(|package| &mut package.permissions);
        let found = permissions.and_then(|all| all.iter_mut().find(|have| have.name == name));
        if let Some(found) = found.filter(|found| found.runtime) {
            found.granted = granted;
            found.refusals = if granted { 0 } else { found.refusals.saturating_add(1) };
        }
    }
}
