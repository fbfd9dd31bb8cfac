//! Permissions that an app asks for while it runs: what it has, what it may still ask, and the answer
//! of the user, which the permission controller gives.

use super::{Api, Component, Extra, Host, Intent, StartError, handle::State, one_time};

const GRANT_ACTIVITY: &str = ".permission.ui.GrantPermissionsActivity";

/// The package that asks the user: before API level 29 it was the one that installs packages.
pub(crate) const fn controller(api: Api) -> &'static str {
    if api.since(29) { "com.android.permissioncontroller" } else { "com.android.packageinstaller" }
}

pub(crate) fn grant_activity(api: Api) -> String {
    format!("{}{GRANT_ACTIVITY}", controller(api))
}

/// What the user says to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Allow,
    /// Until the app is out of sight.
    AllowOnce,
    Deny,
    /// Deny, and never ask again.
    DenyForGood,
}
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

/// Before API level 30 the user was asked until they ticked a box.
pub(crate) const fn refusals_allowed(api: Api) -> u8 {
    if api.since(30) { REFUSALS } else { u8::MAX }
}

/// What starts the question whether a package may have a permission.
pub(crate) fn question(api: Api, package: &str, name: &str) -> Intent {
    let mut intent = Intent::explicit(Component::new(controller(api), &grant_activity(api)));
    intent.action = Some(ACTION.to_owned());
    intent.extras.insert(EXTRA_NAMES.to_owned(), Extra::Text(name.to_owned()));
    intent.extras.insert(EXTRA_PACKAGE.to_owned(), Extra::Text(package.to_owned()));
    intent
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
        let api = self.read(|state| state.api).unwrap_or_default();
        self.start_activity(activity, &question(api, self.package(), name))
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
    pub(crate) fn answer_permission(&self, package: &str, name: &str, answer: Answer) {
        self.change(|state| state.answer(package, name, answer));
    }
}

impl State {
    pub(super) fn grant(&self, package: &str, name: &str) -> Grant {
        let permissions = self.packages.get(package).map(|package| &package.permissions);
        let found = permissions.and_then(|all| all.iter().find(|have| have.name == name));
        match found {
            Some(found) if found.granted => Grant::Granted,
            Some(found) if found.runtime && found.refusals < self.refusals_allowed() => {
                Grant::Askable { refused: found.refusals > 0 }
            }
            Some(_) | None => Grant::Never,
        }
    }

    fn refusals_allowed(&self) -> u8 {
        refusals_allowed(self.api)
    }

    pub(super) fn answer(&mut self, package: &str, name: &str, answer: Answer) {
        let permissions = self.packages.get_mut(package).map(|package| &mut package.permissions);
        let found = permissions.and_then(|all| all.iter_mut().find(|have| have.name == name));
        let Some(found) = found.filter(|found| found.runtime) else { return };
        found.granted = matches!(answer, Answer::Allow | Answer::AllowOnce);
        found.one_time = answer == Answer::AllowOnce;
        found.user_set = true;
        found.refusals = match answer {
            Answer::Allow | Answer::AllowOnce => 0,
            Answer::Deny => found.refusals.saturating_add(1),
            Answer::DenyForGood => u8::MAX,
        };
        if found.one_time {
            one_time::watch(&self.shared, package, name);
        }
    }
}
