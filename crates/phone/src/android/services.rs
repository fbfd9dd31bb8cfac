//! Services of apps, started and stopped from outside.

use std::time::Duration;

use super::{Android, Component, Intent, Level, Part, handle::State};

/// How long an app may take to say whether a service ran.
const LIMIT: Duration = Duration::from_secs(20);
/// Since then, only apps that are in use may have services started.
const NOT_IN_BACKGROUND_SINCE: u32 = 26;

/// Why a service is not started or stopped; the words are those of `am`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ServiceError {
    #[error("Not found; no service started.")]
    NotFound,
    #[error("Requires permission {0}")]
    Permission(String),
    /// Nothing of the app runs, and so there is no record of its uid.
    #[error("app is in background uid null")]
    InBackground,
}

impl Android {
    /// Starts a service in the name of `caller`. It runs when its process has come to it.
    pub(crate) fn start_service(
        &self,
        intent: &Intent,
        caller: u32,
        foreground: bool,
    ) -> Result<Component, ServiceError> {
        let component = {
            let mut state = self.state();
            let component = state.service(intent, caller)?;
            let package = state.packages.get(&component.package);
            let target = package.map_or(0, |package| package.manifest.target_sdk);
            let runs = state.processes.of_package(&component.package).is_some();
            if !runs && !foreground && target >= NOT_IN_BACKGROUND_SINCE {
                let short = component.short();
                let text = format!(
                    "Background start not allowed: service {intent} to {short} from uid={caller}"
                );
                state.system_log(Level::Warn, "ActivityManager", text);
                return Err(ServiceError::InBackground);
            }
            let why = format!("service {{{}}}", component.long());
            let (pid, _) =
                state.ensure_process(&component.package, &why).ok_or(ServiceError::NotFound)?;
            let (class, intent) = (component.class.clone(), intent.clone());
            if let Some(running) = state.processes.apps.get(&pid) {
                running.tell(move |app| {
                    Box::pin(async move { app.start_service(&class, &intent).await })
                });
            }
            component
        };
        self.mark_changed();
        Ok(component)
    }

    /// False: it did not run.
    pub(crate) async fn stop_service(
        &self,
        intent: &Intent,
        caller: u32,
    ) -> Result<bool, ServiceError> {
        let (component, pid) = {
            let state = self.state();
            let component = state.service(intent, caller)?;
            let running = state.processes.of_package(&component.package);
            let Some(pid) = running.map(|running| running.info.pid) else { return Ok(false) };
            (component, pid)
        };
        let intent = intent.clone();
        let stopped = self.ask_within(pid, LIMIT, move |app| {
            Box::pin(async move { app.stop_service(&component.class, &intent).await })
        });
        Ok(stopped.await.unwrap_or(false))
    }
}

impl State {
    /// The service that an intent means, if `caller` may have it.
    fn service(&self, intent: &Intent, caller: u32) -> Result<Component, ServiceError> {
        let means = |part: &Part| match &intent.component {
            Some(component) => component.class == part.class,
            None => part.filters.iter().any(|filter| filter.matches(intent).is_some()),
        };
        let addressee = intent.addressee();
        let packages = self.packages.values().filter(|package| {
            package.enabled && addressee.is_none_or(|name| name == package.name())
        });
        let mut services = packages.flat_map(|package| {
            let services = package.apk.iter().flat_map(|apk| &apk.services);
            services.map(move |part| (package, part))
        });
        let (package, part) =
            services.find(|(_, part)| means(part)).ok_or(ServiceError::NotFound)?;
        if !part.exported && caller != 0 && caller != package.uid {
            return Err(ServiceError::Permission(format!("not exported from uid {}", package.uid)));
        }
        let needs = part.permission.as_ref().filter(|needs| !self.may(caller, package.uid, needs));
        match needs {
            Some(needs) => Err(ServiceError::Permission(needs.clone())),
            None => Ok(Component::new(package.name(), &part.class)),
        }
    }
}
