//! Where Android phones come from: an adb server, an address, or a phone inside this process.

use std::sync::{Arc, Mutex, PoisonError};

use adb::{DeviceState, EnvLookup, Host, ServerAddr, start};
use async_trait::async_trait;

use super::link::{Dial, Link};
use super::translate::translate;
use super::{Android, PLATFORM};
use crate::{Attached, Deadline, Device, Error, Result, Source, State};

/// What is attached to an adb server, and whatever answers at an address that somebody names.
#[derive(Debug)]
pub struct AdbServer {
    host: Host,
    /// Start a server where none listens.
    start: bool,
    /// Addresses that were reached without a server.
    direct: Mutex<Vec<String>>,
}

impl AdbServer {
    /// `start`: whether a server may be started where none listens.
    pub fn new(addr: ServerAddr, start: bool) -> Self {
        Self { host: Host::new(addr), start, direct: Mutex::default() }
    }

    fn remember(&self, address: &str) {
        let mut direct = self.direct.lock().unwrap_or_else(PoisonError::into_inner);
        if !direct.iter().any(|known| known == address) {
            direct.push(address.to_owned());
        }
    }

    fn remembered(&self) -> Vec<Attached> {
        let direct = self.direct.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = |id: &String| Attached {
            id: id.clone(),
            platform: PLATFORM,
            state: State::Device,
            model: None,
        };
        direct.iter().map(listed).collect()
    }

    pub fn from_env(env: EnvLookup<'_>, start: bool) -> Result<Self> {
        let addr = ServerAddr::from_env(env).map_err(|error| translate(error, ""))?;
        Ok(Self::new(addr, start))
    }

    /// Whether there is a server to ask, after starting one if that is wanted and possible.
    async fn reach(&self, deadline: Deadline) -> adb::Result<()> {
        if self.start {
            return start::ensure_server(self.host.addr(), &adb::process_env, deadline)
                .await
                .map(drop);
        }
        self.host.version(deadline).await.map(drop)
    }
}

#[async_trait]
impl Source for AdbServer {
    async fn attached(&self, deadline: Deadline) -> Result<Vec<Attached>> {
        let list = async {
            self.reach(deadline).await?;
            self.host.devices(deadline).await
        };
        let direct = self.remembered();
        match list.await {
            Ok(entries) => Ok(entries.into_iter().map(attached).chain(direct).collect()),
            // No server, and none wanted: nothing is attached to it.
            Err(adb::Error::ServerUnreachable { .. }) if !self.start => Ok(direct),
            Err(_) if !direct.is_empty() => Ok(direct),
            Err(error) => Err(translate(error, "")),
        }
    }

    async fn open(&self, id: &str, deadline: Deadline) -> Result<Option<Arc<dyn Device>>> {
        let address = is_address(id);
        // An address needs no server, so none is started for it.
        let reached = if address {
            self.host.version(deadline).await.map(drop)
        } else {
            self.reach(deadline).await
        };
        match reached {
            Ok(()) => {}
            Err(adb::Error::ServerUnreachable { .. }) if address => {
                let phone = Android::new(id, Link::direct(Address(id.to_owned())));
                phone.reach(deadline).await?;
                self.remember(id);
                return Ok(Some(Arc::new(phone)));
            }
            Err(adb::Error::ServerUnreachable { .. }) if !self.start => return Ok(None),
            Err(error) => return Err(translate(error, id)),
        }
        let named = |error| translate(error, id);
        let known = self.host.devices(deadline).await.map_err(named)?;
        let found = known.into_iter().find(|entry| entry.serial == id);
        match found.map(attached) {
            Some(Attached { state: State::Device, .. }) => {}
            Some(other) => return Err(unusable(&other)),
            None if address => {
                self.host.connect(id, deadline).await.map_err(named)?;
            }
            None => return Ok(None),
        }
        let device = self.host.device(id).map_err(named)?;
        let link = if address {
            Link::Connected { host: self.host.clone(), address: id.to_owned(), device }
        } else {
            Link::Server { host: self.host.clone(), device }
        };
        Ok(Some(Arc::new(Android::new(id, link))))
    }
}

/// One phone that is always there, such as the one inside this process.
pub struct Single {
    id: String,
    model: String,
    device: Arc<dyn Device>,
    private: bool,
}

impl std::fmt::Debug for Single {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Single({})", self.id)
    }
}

impl Single {
    pub fn new(id: &str, model: &str, dial: impl Dial + 'static) -> Self {
        let device = Arc::new(Android::new(id, Link::direct(dial)));
        Self { id: id.to_owned(), model: model.to_owned(), device, private: false }
    }

    /// The same, where no other process can reach it.
    #[must_use]
    pub fn private(self) -> Self {
        Self { private: true, ..self }
    }
}

#[async_trait]
impl Source for Single {
    async fn attached(&self, _deadline: Deadline) -> Result<Vec<Attached>> {
        Ok(vec![Attached {
            id: self.id.clone(),
            platform: PLATFORM,
            state: State::Device,
            model: Some(self.model.clone()),
        }])
    }

    async fn open(&self, id: &str, _deadline: Deadline) -> Result<Option<Arc<dyn Device>>> {
        Ok((id == self.id).then(|| Arc::clone(&self.device)))
    }

    fn is_private(&self) -> bool {
        self.private
    }
}

/// An adbd on the network, reached without a server.
struct Address(String);

#[async_trait]
impl Dial for Address {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct> {
        adb::Direct::connect(&self.0, deadline).await
    }
}

/// `host:port`, which no serial of a cable looks like.
fn is_address(id: &str) -> bool {
    id.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
    })
}

fn attached(entry: adb::DeviceEntry) -> Attached {
    let state = state(entry.state);
    Attached { id: entry.serial, platform: PLATFORM, state, model: entry.model }
}

pub(super) fn state(state: DeviceState) -> State {
    match state {
        DeviceState::Device => State::Device,
        DeviceState::Offline | DeviceState::Detached => State::Offline,
        DeviceState::Unauthorized => State::Unauthorized,
        DeviceState::Authorizing | DeviceState::Connecting => State::Connecting,
        DeviceState::NoPermissions(_) => State::NoPermissions,
        other @ (DeviceState::Bootloader
        | DeviceState::Recovery
        | DeviceState::Rescue
        | DeviceState::Sideload
        | DeviceState::Host
        | DeviceState::Other(_)) => State::Other(other.to_string()),
    }
}

fn unusable(device: &Attached) -> Error {
    let id = device.id.clone();
    let why = format!("adb lists it as {}", device.state);
    match device.state {
        State::Unauthorized | State::NoPermissions => Error::DeviceUnauthorized { id, why },
        State::Device | State::Offline | State::Connecting | State::Other(_) => {
            Error::DeviceOffline { id, why }
        }
    }
}
