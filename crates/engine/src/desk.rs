//! The engine's side of one device: its screen store, its queue of acts, its reads.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use device::{AppId, Deadline, Device, DeviceInfo, Place};
use tokio::sync::{OnceCell, Semaphore};
use ui::ChangeSignatures;

use crate::effect::Recent;
use crate::journal::Journal;
use crate::lane::{Lane, Lanes, Turn};
use crate::screen::{Unnumbered, digest};
use crate::store::Store;
use crate::{Error, Guard, Result, Screen, Secrets};

#[derive(Debug)]
pub struct Desk {
    device: Arc<dyn Device>,
    info: OnceCell<DeviceInfo>,
    pub(crate) store: Arc<Store>,
    pub(crate) secrets: Secrets,
    pub(crate) journal: Journal,
    pub(crate) recent: Recent,
    pub(crate) guard: Arc<Guard>,
    lanes: Arc<Lanes>,
    /// Known once the phone has said who it is.
    lane: OnceCell<Arc<Lane>>,
    /// One at a time: a phone has one accessibility connection to give.
    reads: Semaphore,
}

impl Desk {
    pub fn new(device: Arc<dyn Device>, secrets: Secrets) -> Self {
        Self {
            device,
            info: OnceCell::new(),
            store: Arc::default(),
            journal: Journal::new(secrets.clone()),
            secrets,
            recent: Recent::default(),
            guard: Arc::default(),
            lanes: Arc::default(),
            lane: OnceCell::new(),
            reads: Semaphore::new(1),
        }
    }

    /// The same, where not everything is allowed and others may be at work.
    #[must_use]
    pub(crate) fn bound(self, guard: Arc<Guard>, lanes: Arc<Lanes>) -> Self {
        Self { guard, lanes, ..self }
    }

    /// The same, where nobody else can reach the device.
    #[must_use]
    pub(crate) fn private(self) -> Self {
        Self { lane: OnceCell::new_with(Some(Arc::new(Lane::private()))), ..self }
    }

    pub fn id(&self) -> &str {
        self.device.id()
    }

    pub(crate) fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// Who the device is; asked once.
    pub async fn info(&self, deadline: Deadline) -> Result<DeviceInfo> {
        let info = self.info.get_or_try_init(|| self.device.info(deadline)).await?;
        Ok(info.clone())
    }

    /// Reads the screen now.
    pub async fn read(&self, deadline: Deadline) -> Result<Arc<Screen>> {
        let reading = async {
            let _one_at_a_time = self.reads.acquire().await.map_err(|_| closed())?;
            let moment = self.store.moment();
            let began = SystemTime::now();
            let capture = self.device.capture(deadline).await?;
            let digest = digest(&capture, self.secrets.version());
            if let Some(screen) = self.store.admit_again(digest, moment, began) {
                return Ok(screen);
            }
            let screen = Unnumbered::understand(&capture, &self.secrets, digest, began)?;
            Ok(self.store.admit(screen, moment))
        };
        self.examined(within(deadline, "reading the screen", reading)).await
    }

    /// Which app is in front, and which part of it.
    pub async fn place(&self, deadline: Deadline) -> Result<Place> {
        self.examined(async { Ok(self.device.place(deadline).await?) }).await
    }

    /// The stored screen where it is still current, else a new one.
    pub async fn current(&self, deadline: Deadline) -> Result<Arc<Screen>> {
        match self.store.current() {
            Some(screen) => Ok(screen),
            None => self.read(deadline).await,
        }
    }

    /// The stored screen where it is current and was read just now.
    pub(crate) fn fresh(&self) -> Option<Arc<Screen>> {
        self.store.fresh()
    }

    /// What a remembered revision looked like, for telling changes.
    pub(crate) fn signatures_of(&self, revision: u64) -> Option<ChangeSignatures> {
        let mut stored = self.store.sightings().map(|(screen, _)| screen);
        stored
            .find(|screen| screen.revision == revision)
            .map(|screen| ChangeSignatures::of(&screen))
            .or_else(|| self.store.signatures(revision))
    }

    /// Starts `app`, with the screen on. Where none is named it only attaches: whoever may not act takes the screen
    /// as it is.
    pub async fn open(&self, app: Option<&AppId>, deadline: Deadline) -> Result<()> {
        self.journal.start(&self.device);
        let Some(app) = app else {
            if self.guard.read_only {
                return Ok(());
            }
            let lane = self.lane(deadline).await;
            if !lane.claim.is_free() {
                return Ok(());
            }
            let _turn = in_line(&lane, deadline).await?;
            self.store.note_act();
            return self.examined(async { Ok(self.device.wake(deadline).await?) }).await;
        };
        self.guard.may_launch(app)?;
        let _turn = self.turn(deadline).await?;
        self.store.note_act();
        let opening = async {
            self.device.wake(deadline).await?;
            Ok(self.device.launch(app, deadline).await?)
        };
        self.examined(opening).await
    }

    pub async fn is_installed(&self, app: &AppId, deadline: Deadline) -> Result<bool> {
        Ok(self.device.is_installed(app, deadline).await?)
    }

    /// The right to act, which this process then keeps from others.
    pub(crate) async fn turn(&self, deadline: Deadline) -> Result<Turn> {
        self.guard.may_act()?;
        let lane = self.lane(deadline).await;
        let turn = in_line(&lane, deadline).await?;
        lane.claim.take(self.id())?;
        Ok(turn)
    }

    /// Where this phone's acts queue. While it does not say who it is, it is known by the name it is called.
    async fn lane(&self, deadline: Deadline) -> Arc<Lane> {
        const WHO: Duration = Duration::from_secs(5);
        if let Some(lane) = self.lane.get() {
            return Arc::clone(lane);
        }
        let deadline = Deadline::after(deadline.remaining().min(WHO));
        match self.info(deadline).await {
            Ok(info) => {
                let lane = self.lane.get_or_init(async || self.lanes.of(&info.itself)).await;
                Arc::clone(lane)
            }
            Err(_) => self.lanes.of(self.id()),
        }
    }
}

async fn in_line(lane: &Lane, deadline: Deadline) -> Result<Turn> {
    within(deadline, "waiting for the action before", lane.queue()).await
}

/// Runs `work` until it ends or the deadline passes.
pub(crate) async fn within<T>(
    deadline: Deadline,
    what: &str,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    match tokio::time::timeout(deadline.remaining(), work).await {
        Ok(ended) => ended,
        Err(_) => Err(device::Error::Timeout { what: what.to_owned() }.into()),
    }
}

fn closed() -> Error {
    Error::InternalError { why: "a queue of this device is closed".to_owned() }
}
