//! What would become of an intent that an app is about to start.

use super::{Component, Host, Intent, StartError};

/// Which activity would be started, and all that answer with their labels, best first.
pub(crate) struct Resolution {
    pub(crate) started: Result<Component, StartError>,
    pub(crate) matches: Vec<(Component, String)>,
}

impl Host {
    /// `None` when the phone or this process is gone.
    pub(crate) fn resolve(&self, intent: &Intent) -> Option<Resolution> {
        let resolution = self.read(|state| {
            state.processes.apps.contains_key(&self.pid()).then_some(())?;
            let matches = state.query(intent).into_iter().filter_map(|component| {
                let package = state.packages.get(&component.package)?;
                let activity = package.activity(&component.class)?;
                // What others keep to themselves is not told.
                let seen = activity.exported || package.uid == self.uid();
                seen.then(|| (component, package.manifest.label.clone()))
            });
            let matches = matches.collect();
            Some(Resolution { started: state.resolve(intent, self.uid()), matches })
        });
        resolution.flatten()
    }
}
