//! [`Android`], the handle to one device state, and that state. The lock is never held over an await.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::{Notify, watch},
    time::{Instant, timeout},
};

use super::{
    Api, Battery, Buffer, Display, Exit, Frames, Ime, Level, LogEntry, Notification, Package,
    Power, Task, WindowId, Writer,
    alerts::Alert,
    app_data::Attached,
    broadcasts::Broadcasts,
    choosing::Preferred,
    clock::Clock,
    input::Fingers,
    log::Log,
    pace::Pace,
    packages::{Leftover, Sessions},
    processes::{Processes, SYSTEM},
    properties::Properties,
    settings::Settings,
    system::Toast,
};
use crate::{apps::Runtime, faults::Chance, screen::Frame};

/// The device behind every command: cheap to clone, shared by all that serve one phone. When the
/// last handle is dropped, the app processes end.
#[derive(Clone)]
pub struct Android {
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) state: Mutex<State>,
    pub(crate) changed: watch::Sender<u64>,
    pub(crate) logged: Notify,
    pub(crate) files: Attached,
}

/// Everything the device knows. Each subject has its file.
pub(crate) struct State {
    pub(crate) api: Api,
    pub(crate) shared: Weak<Shared>,
    pub(crate) clock: Clock,
    pub(crate) last_event: Instant,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    pub(crate) display: Display,
    pub(crate) packages: BTreeMap<String, Package>,
    /// What stays of packages that were removed without their data.
    pub(crate) leftovers: BTreeMap<String, Leftover>,
    pub(crate) sessions: Sessions,
    pub(crate) processes: Processes,
    pub(crate) broadcasts: Broadcasts,
    pub(crate) tasks: Vec<Task>,
    /// What the user said is always to be taken.
    pub(crate) preferred: Vec<Preferred>,
    pub(crate) alerts: Vec<Alert>,
    /// When each package crashed last, and when that was last shown.
    pub(crate) crashes: BTreeMap<String, Instant>,
    pub(crate) crash_dialogs: BTreeMap<String, Instant>,
    pub(crate) ime: Ime,
    pub(crate) input: Fingers,
    pub(crate) log: Log,
    pub(crate) exits: VecDeque<Exit>,
    pub(crate) frames: BTreeMap<u32, Frames>,
    /// Frames by process since it started, which nobody resets.
    pub(crate) drawn: BTreeMap<u32, u64>,
    pub(crate) notifications: Vec<Notification>,
    /// What windows of processes of their own showed last.
    pub(crate) pictures: BTreeMap<WindowId, Arc<Frame>>,
    pub(crate) battery: Battery,
    pub(crate) pace: Pace,
    /// What decides what is left to chance.
    pub(crate) chance: Chance,
    pub(crate) power: Power,
    /// What unlocks the phone, if it wants to know.
    pub(crate) credential: Option<String>,
    /// What runs the code of APKs, where there is something.
    pub(crate) runtime: Option<Arc<Runtime>>,
    /// How hot the phone is said to be, when somebody said so.
    pub(crate) thermal_override: Option<u8>,
    pub(crate) clipboard: String,
    pub(crate) toast: Option<Toast>,
    /// A program has the accessibility connection.
    pub(crate) automated: bool,
    pub(crate) next_uid: u32,
    pub(crate) next_task: u32,
    pub(crate) last_id: u64,
}

impl Android {
    /// What runs the code of APKs.
    pub(crate) fn runtime(&self) -> Option<Arc<Runtime>> {
        self.state().runtime.clone()
    }

    /// Ticks whenever windows, activities, packages or settings may have changed.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.shared.changed.subscribe()
    }

    /// Waits until something is on the screen: a phone that answers has booted.
    pub(crate) async fn booted(&self) {
        const LONGEST: Duration = Duration::from_secs(5);
        let mut changed = self.changed();
        let shown = async {
            while self.state().top().is_none_or(|top| top.windows.is_empty()) {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        };
        // An app that hangs at its start must not keep everybody out.
        timeout(LONGEST, shown).await.ok();
    }

    pub(crate) fn mark_changed(&self) {
        self.shared.mark_changed();
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }
}

impl Shared {
    /// A panic elsewhere must not take the phone down: the state is whole between statements.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn mark_changed(&self) {
        self.changed.send_modify(|revision| *revision += 1);
        self.logged.notify_waiters();
    }
}

impl State {
    /// Names for activities and windows; the low numbers are the system's windows.
    pub(crate) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    pub(crate) fn append_log(
        &mut self,
        buffer: Buffer,
        level: Level,
        who: Writer,
        tag: &str,
        message: impl Into<String>,
    ) {
        let (time, uptime) = (self.clock.timestamp(), self.clock.uptime());
        let Writer { pid, tid, uid } = who;
        self.log.append(LogEntry {
            sequence: 0,
            time,
            uptime,
            buffer,
            level,
            pid,
            tid,
            uid,
            tag: tag.to_owned(),
            message: message.into(),
        });
    }

    pub(crate) fn system_log(&mut self, level: Level, tag: &str, message: String) {
        self.append_log(Buffer::System, level, SYSTEM, tag, message);
    }

    pub(crate) fn event_log(&mut self, tag: &str, message: &str) {
        self.append_log(Buffer::Events, Level::Info, SYSTEM, tag, message);
    }

    /// Tells every app the configuration it has to lay itself out for.
    pub(crate) fn config_changed(&mut self) {
        let config = self.config();
        for running in self.processes.apps.values() {
            running.tell(move |app| Box::pin(async move { app.configure(config).await }));
        }
        self.bump_quiet();
    }

    /// The home screen shows what is installed: have it look again.
    pub(crate) fn packages_changed(&mut self) {
        self.config_changed();
    }
}
