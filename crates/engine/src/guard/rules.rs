//! What whoever started us allows.

use device::{AppId, Deadline, Device, Front};
use ui::text::quote;

use super::{Pattern, Refusal};
use crate::{Desk, Error, Result};

/// Nothing is forbidden by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    /// Nothing may be done, only looked at.
    pub read_only: bool,
    /// The apps that may be in front of an input; any, where none is named.
    pub apps: Vec<Pattern>,
    /// The devices that exist for callers; all, where none is named.
    pub devices: Vec<Pattern>,
}

impl Guard {
    /// Anything at all may be done to a device.
    pub fn may_act(&self) -> Result<()> {
        if self.read_only { Err(Refusal::ReadOnly.into()) } else { Ok(()) }
    }

    pub(crate) fn may_use(&self, device: &str) -> Result<()> {
        if fits(&self.devices, device) {
            return Ok(());
        }
        let allowed = names(&self.devices);
        Err(Refusal::Device { id: device.to_owned(), allowed }.into())
    }

    /// A line for whoever wonders where the devices are.
    pub fn devices_told(&self) -> Vec<String> {
        let allowed = names(&self.devices).join(", ");
        if allowed.is_empty() {
            return Vec::new();
        }
        vec![format!("--allow-device permits {allowed} only")]
    }

    pub(crate) fn may_launch(&self, app: &AppId) -> Result<()> {
        if fits(&self.apps, app.as_str()) {
            return Ok(());
        }
        Err(Refusal::Launch { app: app.to_string(), allowed: names(&self.apps) }.into())
    }

    /// An input may be made now: the app that would get it is allowed. `sent` inputs of the same call were made.
    pub(crate) async fn may_touch(
        &self,
        device: &dyn Device,
        sent: usize,
        deadline: Deadline,
    ) -> Result<()> {
        if self.apps.is_empty() {
            return Ok(());
        }
        let front = device.front(deadline).await?;
        let is_allowed =
            |app: &Option<String>| app.as_deref().is_some_and(|app| fits(&self.apps, app));
        if is_allowed(&front.app) && front.over.as_ref().is_none_or(|over| is_allowed(&over.app)) {
            return Ok(());
        }
        Err(Refusal::Front { seen: told(&front), allowed: names(&self.apps), sent }.into())
    }
}

impl Desk {
    /// The result; but that an app which may not be touched is in front explains best why nothing was found on it.
    pub(crate) async fn excused<T>(&self, result: Result<T>, deadline: Deadline) -> Result<T> {
        if result.is_err()
            && let Err(refused @ Error::GuardRefused(_)) =
                self.guard.may_touch(&**self.device(), 0, deadline).await
        {
            return Err(refused);
        }
        result
    }
}

fn fits(patterns: &[Pattern], name: &str) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| pattern.fits(name))
}

fn names(patterns: &[Pattern]) -> Vec<String> {
    patterns.iter().map(ToString::to_string).collect()
}

/// What is in front, in words that are safe to show.
fn told(front: &Front) -> String {
    let app = front.app.as_deref().map_or_else(|| "no app that is known".to_owned(), quote);
    let Some(over) = &front.over else { return app };
    let owner = over.app.as_deref().map_or_else(|| "somebody".to_owned(), quote);
    format!("{}, a window of {owner} over {app}", quote(&over.title))
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::GuardRefused(refusal)
    }
}
