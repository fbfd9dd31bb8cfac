//! Setting up a phone: its release, size, clock, serial and apps.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::{
    Android, Api, Battery, Display, Ime, Power, Rotation,
    clock::Clock,
    handle::{Shared, State},
    input::Fingers,
    log::Log,
    pace::Pace,
    processes::Processes,
    properties,
    settings::Settings,
};
use crate::{
    apps::{self, Installable, Runtime},
    faults::Chance,
    screen::Size,
};

/// A phone about to be started.
pub struct Builder {
    api: Api,
    size: Size,
    density: u32,
    serial: String,
    wall_clock: Option<Timestamp>,
    apps: Vec<Installable>,
    left_out: Vec<String>,
    seed: u64,
    runtime: Option<Runtime>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            api: Api::default(),
            size: Size::new(1080, 2400),
            density: 420,
            serial: "FINGERTIP01".to_owned(),
            wall_clock: None,
            apps: Vec::new(),
            left_out: Vec::new(),
            seed: 0,
            runtime: None,
        }
    }
}

impl Builder {
    /// Which Android it is; 14 unless told.
    #[must_use]
    pub fn api(mut self, api: Api) -> Self {
        self.api = api;
        self
    }

    #[must_use]
    pub fn size(mut self, size: Size, density: u32) -> Self {
        self.size = size;
        self.density = density;
        self
    }

    #[must_use]
    pub fn serial(mut self, serial: &str) -> Self {
        serial.clone_into(&mut self.serial);
        self
    }

    /// What the phone's clock shows when it starts; the host's clock unless told.
    #[must_use]
    pub fn wall_clock(mut self, time: Timestamp) -> Self {
        self.wall_clock = Some(time);
        self
    }

    /// One more app, in place of a preinstalled one of the same package.
    #[must_use]
    pub fn app(mut self, app: Installable) -> Self {
        self.apps.retain(|have| have.manifest.package != app.manifest.package);
        self.apps.push(app);
        self
    }

    /// Makes room for an app that will be installed: a preinstalled one of its package, not of the system, is left out.
    #[must_use]
    pub fn without(mut self, package: &str) -> Self {
        self.left_out.push(package.to_owned());
        self
    }

    /// What decides what is left to chance: the same seed, the same phone.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs the code of installed APKs; without it they show what to do.
    #[must_use]
    pub fn runtime(mut self, runtime: Runtime) -> Self {
        self.runtime = Some(runtime);
        self
    }

    /// Starts the phone with its home screen in front. Must be called inside a tokio runtime.
    pub fn start(self) -> Android {
        let clock = Clock::starting_at(self.wall_clock.unwrap_or_else(Timestamp::now));
        let shared = Arc::new_cyclic(|weak| {
            let state = State {
                api: self.api,
                shared: weak.clone(),
                clock,
                last_event: Instant::now(),
                properties: properties::defaults(self.api, &self.serial, self.density),
                settings: Settings::defaults(),
                display: Display {
                    physical_size: self.size,
                    override_size: None,
                    physical_density: self.density,
                    override_density: None,
                    rotation: Rotation::Portrait,
                    font_scale: 1.0,
                    night: false,
                },
                packages: BTreeMap::new(),
                leftovers: BTreeMap::new(),
                sessions: BTreeMap::new(),
                processes: Processes::at_boot(),
                tasks: Vec::new(),
                alerts: Vec::new(),
                crashes: BTreeMap::new(),
                crash_dialogs: BTreeMap::new(),
                ime: Ime::default(),
                input: Fingers::default(),
                log: Log::default(),
                exits: VecDeque::new(),
                frames: BTreeMap::new(),
                drawn: BTreeMap::new(),
                broadcasts: super::broadcasts::Broadcasts::default(),
                notifications: Vec::new(),
                preferred: Vec::new(),
                pictures: BTreeMap::new(),
                battery: Battery::default(),
                pace: Pace::default(),
                chance: Chance::new(self.seed),
                power: Power { awake: true, keyguard: false },
                credential: None,
                runtime: self.runtime.map(Arc::new),
                thermal_override: None,
                clipboard: String::new(),
                toast: None,
                automated: false,
                next_uid: 10_121,
                next_task: 0,
                last_id: 16,
            };
            Shared {
                state: Mutex::new(state),
                changed: watch::Sender::new(0),
                logged: Notify::new(),
                files: std::sync::OnceLock::new(),
            }
        });
        let android = Android { shared };
        {
            let mut state = android.state();
            let own = |app: &Installable| {
                let package = &app.manifest.package;
                self.apps.iter().any(|have| have.manifest.package == *package)
                    || !app.manifest.system && self.left_out.contains(package)
            };
            let mut apps = apps::preinstalled(self.api);
            apps.retain(|app| !own(app));
            for mut app in apps.into_iter().chain(self.apps.iter().cloned()) {
                app.manifest.belong_to(self.api);
                state.add_package(app);
            }
        }
        android.go_home();
        android
    }
}

impl Android {
    pub fn builder() -> Builder {
        Builder::default()
    }
}
