//! What a process keeps between calls: the devices it knows and who connected to which.

use std::path::PathBuf;
use std::time::Duration;

use engine::{Act, Action, Choice, Claims, Deadline, Fleet, Guard, Secrets};
use etcetera::BaseStrategy as _;

use crate::embedded;
use crate::given::Given;
use crate::pictures::Pictures;
use crate::readers::Readers;
use crate::tools::ClientId;

/// Shared by all calls of a process, whichever front end they came through.
#[derive(Debug)]
pub struct Host {
    pub fleet: Fleet,
    pub pictures: Pictures,
    pub readers: Readers,
}

/// Which devices a process looks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Devices {
    /// Offer the embedded phone, and take it unless another device is named.
    pub phone: bool,
}

impl Default for Host {
    fn default() -> Self {
        Self::of(Fleet::new(Vec::new(), None))
    }
}

impl Host {
    pub fn new(devices: Devices) -> Result<Self, engine::Error> {
        Self::with_apps(devices, Given::default())
    }

    /// The same, with these apps on the embedded phone.
    pub fn with_apps(devices: Devices, given: Given) -> Result<Self, engine::Error> {
        // A variable that is no text is no secret that could be typed.
        let vars = std::env::vars_os();
        let vars = vars
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
        let secrets = Secrets::from_vars(vars);
        let fleet = embedded::fleet(devices, given)?.with_secrets(secrets);
        Ok(Self::of(fleet.with_claims(Claims::in_folder(claims()))))
    }

    /// A process with these devices that has done nothing yet.
    pub fn of(fleet: Fleet) -> Self {
        Self { fleet, pictures: Pictures::default(), readers: Readers::default() }
    }

    /// The same, where not everything is allowed.
    #[must_use]
    pub fn with_guard(self, guard: Guard) -> Self {
        Self { fleet: self.fleet.with_guard(guard), ..self }
    }

    /// Drops what was kept for a client that is gone.
    pub fn forget(&self, client: &ClientId) {
        self.fleet.forget(client.key());
        self.pictures.forget(client);
        self.readers.forget(client);
    }
}

/// The one folder that all processes of a user have in common, however they were started.
fn claims() -> PathBuf {
    let cache = etcetera::choose_base_strategy().map(|places| places.cache_dir());
    cache.unwrap_or_else(|_| std::env::temp_dir()).join("fingertip").join("claims")
}

const USUAL: Duration = Duration::from_secs(30);
/// Clients give up after a minute.
const MOST: Duration = Duration::from_secs(55);

impl crate::tools::Cx {
    /// The device this call means.
    pub async fn desk(
        &self,
        deadline: Deadline,
    ) -> Result<std::sync::Arc<engine::Desk>, engine::Error> {
        let choice = Choice {
            device: self.device.as_deref(),
            platform: self.platform.as_deref(),
            client: self.client.as_ref().map(ClientId::key),
        };
        self.host.fleet.choose(choice, deadline).await
    }

    /// When a call that says nothing of time must have ended: well before clients give up on it.
    pub fn deadline(&self) -> Deadline {
        Deadline::after(USUAL)
    }

    /// The same for what takes several actions, each with a look at what it came to.
    pub fn deadline_for_goal(&self) -> Deadline {
        Deadline::after(MOST)
    }

    /// The same for an action: a long text takes its time, and what is expected of it may.
    pub fn deadline_for(&self, act: &Act) -> Deadline {
        const A_KEY: Duration = Duration::from_millis(5);
        if act.scroll_into_view {
            return self.deadline_for_goal();
        }
        let text = if let Action::Type { text, .. } = &act.action { text } else { "" };
        let keys = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let expected = act.expect.as_ref().map(|expect| expect.within).unwrap_or_default();
        Deadline::after((USUAL + A_KEY.saturating_mul(keys) + expected).min(MOST))
    }
}
