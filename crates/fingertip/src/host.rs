//! What a process keeps between calls: the devices it knows and who connected to which.

use std::time::Duration;

use engine::{Choice, Deadline, Fleet};

use crate::embedded;
use crate::tools::ClientId;

/// Shared by all calls of a process, whichever front end they came through.
#[derive(Debug)]
pub struct Host {
    pub fleet: Fleet,
}

/// Which devices a process looks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Devices {
    /// Offer the embedded phone, and take it unless another device is named.
    pub phone: bool,
}

impl Default for Host {
    fn default() -> Self {
        Self { fleet: Fleet::new(Vec::new(), None) }
    }
}

impl Host {
    pub fn new(devices: Devices) -> Result<Self, engine::Error> {
        embedded::fleet(devices).map(|fleet| Self { fleet })
    }

    /// Drops what was kept for a client that is gone.
    pub fn forget(&self, client: &ClientId) {
        self.fleet.forget(client.key());
    }
}

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
        Deadline::after(Duration::from_secs(30))
    }
}
