//! Broadcasts from outside to the receivers of apps: those of the manifest, and those that a running app has registered. They
//! are ordered, as those of `am broadcast` are: one app after the other, and each may change what comes of it.

use std::time::Duration;

use tokio::sync::oneshot;

use super::{Android, Component, Host, Intent, Level, Package, Part, handle::State};

/// How long an app may take with a broadcast before the phone goes on without it.
const LIMIT: Duration = Duration::from_mins(1);
/// Since then, an app has to run to hear what is not meant for it alone.
const NO_IMPLICIT_SINCE: u32 = 26;
const REGISTERED_ONLY: u32 = 0x4000_0000;

/// A broadcast for one app.
#[derive(Debug, Clone)]
pub struct Broadcast {
    pub number: u64,
    pub intent: Intent,
    /// Receivers of its manifest, by class.
    pub receivers: Vec<String>,
    /// Also for those that it has registered, if they match.
    pub registered: bool,
    /// From somebody for whom only what is exported is there.
    pub foreign: bool,
    pub so_far: Received,
}

/// What came of a broadcast.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Received {
    pub code: i32,
    pub data: Option<String>,
    /// As a bundle's text.
    pub extras: Option<String>,
    pub aborted: bool,
}

/// Broadcasts on their way.
#[derive(Default)]
pub(crate) struct Broadcasts {
    last: u64,
    waiting: Vec<Waiting>,
}

struct Waiting {
    number: u64,
    pid: u32,
    through: oneshot::Sender<Received>,
}

/// An app that is to hear a broadcast.
struct Hearer {
    package: String,
    receivers: Vec<String>,
}

impl Host {
    /// The app is through with a broadcast.
    pub(crate) fn received(&self, number: u64, received: Received) {
        let waiting = self.change(|state| {
            let waiting = &mut state.broadcasts.waiting;
            let own = |have: &mut Waiting| have.number == number && have.pid == self.pid();
            waiting.extract_if(.., own).next()
        });
        if let Some(waiting) = waiting.flatten() {
            let _nobody_waits = waiting.through.send(received);
        }
    }
}

impl Android {
    /// Sends a broadcast in the name of `caller` and waits until all have heard it.
    pub(crate) async fn broadcast(&self, intent: &Intent, caller: u32) -> Received {
        let hearers = self.state().hearers(intent, caller);
        let mut so_far = Received::default();
        for hearer in hearers {
            if let Some(received) = self.broadcast_to(hearer, intent, caller, &so_far).await {
                so_far = received;
            }
            if so_far.aborted {
                break;
            }
        }
        so_far
    }

    async fn broadcast_to(
        &self,
        hearer: Hearer,
        intent: &Intent,
        caller: u32,
        so_far: &Received,
    ) -> Option<Received> {
        let (through, heard) = oneshot::channel();
        let (pid, number) = {
            let mut state = self.state();
            let pid = state.process_of_hearer(&hearer)?;
            state.broadcasts.last += 1;
            let number = state.broadcasts.last;
            state.broadcasts.waiting.push(Waiting { number, pid, through });
            (pid, number)
        };
        self.mark_changed();
        let broadcast = Broadcast {
            number,
            intent: intent.clone(),
            receivers: hearer.receivers,
            registered: intent.component.is_none(),
            foreign: caller != 0,
            so_far: so_far.clone(),
        };
        let told = self.ask_within(pid, LIMIT, move |app| {
            Box::pin(async move { app.receive(&broadcast).await })
        });
        let received = async {
            // What it has to say may come later than its answer, or not at all.
            if told.await == Some(true) { heard.await.ok() } else { None }
        };
        let received = tokio::select! {
            received = tokio::time::timeout(LIMIT, received) => received.ok().flatten(),
            () = self.process_gone(pid) => None,
        };
        self.state().broadcasts.waiting.retain(|have| have.number != number);
        received
    }

    /// Waits until a process has ended.
    async fn process_gone(&self, pid: u32) {
        let mut changed = self.changed();
        while self.state().processes.apps.contains_key(&pid) && changed.changed().await.is_ok() {}
    }
}

impl State {
    fn process_of_hearer(&mut self, hearer: &Hearer) -> Option<u32> {
        let Some(class) = hearer.receivers.first() else {
            return self.processes.of_package(&hearer.package).map(|running| running.info.pid);
        };
        let why = format!("broadcast {{{}/{class}}}", hearer.package);
        Some(self.ensure_process(&hearer.package, &why)?.0)
    }

    /// The apps that hear a broadcast of `caller`, with the receivers of their manifests.
    fn hearers(&mut self, intent: &Intent, caller: u32) -> Vec<Hearer> {
        let (mut hearers, mut refused) = (Vec::new(), Vec::new());
        for package in self.packages.values().filter(|package| package.enabled) {
            let name = package.name();
            if intent.addressee().is_some_and(|addressee| addressee != name) {
                continue;
            }
            let mut receivers = Vec::new();
            for part in package.apk.iter().flat_map(|apk| &apk.receivers) {
                if !hears(part, intent, name) {
                    continue;
                }
                match self.refusal(package, part, intent, caller) {
                    Some(why) => refused.push(why),
                    None => receivers.push(part.class.clone()),
                }
            }
            let runs = self.processes.of_package(name).is_some();
            if !receivers.is_empty() || (runs && intent.component.is_none()) {
                hearers.push(Hearer { package: name.to_owned(), receivers });
            }
        }
        for why in refused {
            self.system_log(Level::Warn, "BroadcastQueue", why);
        }
        hearers
    }

    /// Why a receiver that matches does not hear it, in the words of the log.
    fn refusal(
        &self,
        package: &Package,
        part: &Part,
        intent: &Intent,
        caller: u32,
    ) -> Option<String> {
        let receiver = Component::new(package.name(), &part.class).short();
        let implicit = intent.addressee().is_none() && !is_told_to_all(intent);
        if implicit && package.manifest.target_sdk >= NO_IMPLICIT_SINCE {
            return Some(format!(
                "Background execution not allowed: receiving {intent} to {receiver}"
            ));
        }
        let owner = package.uid;
        if !part.exported && caller != 0 && caller != owner {
            return Some(format!(
                "Permission Denial: broadcasting {intent} from com.android.shell (uid={caller}) \
                 is not exported from uid {owner} due to receiver {receiver}"
            ));
        }
        let needs = part.permission.as_ref().filter(|needs| !self.may(caller, owner, needs))?;
        Some(format!(
            "Permission Denial: broadcasting {intent} from uid {caller} requires {needs} due to \
             receiver {receiver}"
        ))
    }
}

fn hears(part: &Part, intent: &Intent, package: &str) -> bool {
    if let Some(component) = &intent.component {
        return component.package == package && component.class == part.class;
    }
    intent.flags & REGISTERED_ONLY == 0
        && part.filters.iter().any(|filter| filter.matches(intent).is_some())
}

/// Implicit broadcasts that manifests may still ask for.
fn is_told_to_all(intent: &Intent) -> bool {
    const TOLD: [&str; 8] = [
        "BOOT_COMPLETED",
        "LOCALE_CHANGED",
        "LOCKED_BOOT_COMPLETED",
        "MEDIA_MOUNTED",
        "PACKAGE_FULLY_REMOVED",
        "TIMEZONE_CHANGED",
        "TIME_SET",
        "USER_INITIALIZE",
    ];
    let action = intent.action.as_deref().unwrap_or_default();
    let short = action.strip_prefix("android.intent.action.");
    short.is_some_and(|short| TOLD.contains(&short))
}
