//! Every device this process knows, and the rule by which a call gets one of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use device::{Attached, Deadline, Source, State};

use crate::lane::Lanes;
use crate::{Claims, Desk, Error, Guard, Result, Secrets};

/// Sources of devices, the desks opened so far, and what each client connected to.
#[derive(Debug)]
pub struct Fleet {
    sources: Vec<Arc<dyn Source>>,
    /// The device to take when nobody says otherwise.
    preferred: Option<String>,
    secrets: Secrets,
    guard: Arc<Guard>,
    lanes: Arc<Lanes>,
    memory: Mutex<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    desks: HashMap<String, Arc<Desk>>,
    connected: HashMap<String, String>,
}

/// What a call says about which device it means.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choice<'a> {
    /// The device it names.
    pub device: Option<&'a str>,
    /// The platform it names.
    pub platform: Option<&'a str>,
    /// Who calls, where calls of one caller belong together.
    pub client: Option<&'a str>,
}

impl Fleet {
    pub fn new(sources: Vec<Arc<dyn Source>>, preferred: Option<String>) -> Self {
        Self {
            sources,
            preferred,
            secrets: Secrets::default(),
            guard: Arc::default(),
            lanes: Arc::default(),
            memory: Mutex::default(),
        }
    }

    /// The same, with secrets that callers may type by name.
    #[must_use]
    pub fn with_secrets(self, secrets: Secrets) -> Self {
        Self { secrets, ..self }
    }

    /// The same, where not everything is allowed.
    #[must_use]
    pub fn with_guard(self, guard: Guard) -> Self {
        Self { guard: Arc::new(guard), ..self }
    }

    /// The same, where other processes may want the same devices.
    #[must_use]
    pub fn with_claims(self, claims: Claims) -> Self {
        Self { lanes: Arc::new(Lanes::claimed_in(Some(claims))), ..self }
    }

    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Everything attached that may be used, each device once, with the sources that could not be asked.
    pub async fn attached(&self, deadline: Deadline) -> (Vec<Attached>, Vec<Error>) {
        let mut all: Vec<Attached> = Vec::new();
        let mut failures = Vec::new();
        for source in &self.sources {
            match source.attached(deadline).await {
                Ok(found) => {
                    for one in found {
                        let allowed = self.guard.may_use(&one.id).is_ok();
                        if allowed && all.iter().all(|known| known.id != one.id) {
                            all.push(one);
                        }
                    }
                }
                Err(error) => failures.push(Error::from(error)),
            }
        }
        (all, failures)
    }

    /// The device that the call names, else the one its client connected to, else the preferred one,
    /// else the only one there is. Never a guess.
    pub async fn choose(&self, choice: Choice<'_>, deadline: Deadline) -> Result<Arc<Desk>> {
        let connected = choice.client.and_then(|client| self.lock().connected.get(client).cloned());
        let named =
            choice.device.map(str::to_owned).or(connected).or_else(|| self.preferred.clone());
        let id = match named {
            Some(id) => id,
            None => self.only_one(choice.platform, deadline).await?,
        };
        let desk = self.desk(&id, deadline).await?;
        check_platform(choice.platform, &desk, deadline).await?;
        Ok(desk)
    }

    /// Remembers what a client connected to.
    pub fn connect(&self, client: &str, desk: &Desk) {
        self.lock().connected.insert(client.to_owned(), desk.id().to_owned());
    }

    /// Forgets a client that is gone.
    pub fn forget(&self, client: &str) {
        self.lock().connected.remove(client);
    }

    async fn only_one(&self, platform: Option<&str>, deadline: Deadline) -> Result<String> {
        let (attached, failures) = self.attached(deadline).await;
        let wanted = |one: &&Attached| platform.is_none_or(|platform| one.platform == platform);
        let (usable, unusable): (Vec<_>, Vec<_>) =
            attached.iter().filter(wanted).partition(|one| one.state == State::Device);
        match usable.as_slice() {
            [one] => Ok(one.id.clone()),
            [] if unusable.is_empty() => {
                let unusable = self.guard.devices_told();
                Err(failures.into_iter().next().unwrap_or(Error::NoDevice { unusable }))
            }
            [] => Err(Error::NoDevice { unusable: lines(&unusable) }),
            several => Err(Error::DeviceAmbiguous { candidates: lines(several) }),
        }
    }

    async fn desk(&self, id: &str, deadline: Deadline) -> Result<Arc<Desk>> {
        self.guard.may_use(id)?;
        if let Some(desk) = self.lock().desks.get(id) {
            return Ok(Arc::clone(desk));
        }
        for source in &self.sources {
            if let Some(device) = source.open(id, deadline).await? {
                let mut memory = self.lock();
                // Two calls may have opened the same device: the first desk stays, it has the refs.
                let key = device.id().to_owned();
                let desk = memory.desks.entry(key).or_insert_with(|| {
                    let desk = Desk::new(device, self.secrets.clone());
                    let desk = desk.bound(Arc::clone(&self.guard), Arc::clone(&self.lanes));
                    Arc::new(if source.is_private() { desk.private() } else { desk })
                });
                let desk = Arc::clone(desk);
                memory.desks.entry(id.to_owned()).or_insert_with(|| Arc::clone(&desk));
                return Ok(desk);
            }
        }
        Err(device::Error::DeviceNotFound { id: id.to_owned() }.into())
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn check_platform(platform: Option<&str>, desk: &Desk, deadline: Deadline) -> Result<()> {
    let Some(wanted) = platform else { return Ok(()) };
    let info = desk.info(deadline).await?;
    if info.platform == wanted {
        return Ok(());
    }
    Err(Error::invalid(
        "platform",
        format!("device {} is {}, not {}", info.id, info.platform, ui::text::quote(wanted)),
    ))
}

fn lines(attached: &[&Attached]) -> Vec<String> {
    let line = |one: &&Attached| {
        let model = one
            .model
            .as_ref()
            .map(|model| format!(" {}", ui::text::quote(model)))
            .unwrap_or_default();
        let state =
            if one.state == State::Device { String::new() } else { format!(" ({})", one.state) };
        format!("{}{model}{state}", one.id)
    };
    attached.iter().map(line).collect()
}
