//! What an app that is a process of its own needs of the phone beside what every app does: the phone's clock, an end that the
//! phone hears of, and to be asked when it has something to do.

use std::{borrow::Cow, collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::{apps::Factory, screen::Frame};

use super::{
    ActivityId, Android, Host, Namespace, Notification, Package, Window, exits::Ending,
    handle::State,
};

const POST_NOTIFICATIONS: &str = "android.permission.POST_NOTIFICATIONS";

/// The process behind an app, as the phone reaches it past the app itself.
pub(crate) trait Body: Send + Sync {
    /// Ends it at once.
    fn kill(&self);

    /// The stacks of its threads, if it tells them. Blocks.
    fn threads(&self) -> Option<String>;
}

impl Host {
    /// The phone learns what to kill when this app is to end. False: it has ended already.
    pub(crate) fn attach(&self, body: Arc<dyn Body>) -> bool {
        let attached = self.change(|state| {
            let running = state.processes.apps.get_mut(&self.pid())?;
            running.body = Some(body);
            running.settling = true;
            Some(())
        });
        attached.flatten().is_some()
    }

    /// It is making its windows, or has made them.
    pub(crate) fn set_settling(&self, settling: bool) {
        self.change(|state| {
            if let Some(running) = state.processes.apps.get_mut(&self.pid()) {
                running.settling = settling;
            }
        });
    }

    pub(crate) fn is_running(&self) -> bool {
        self.read(|state| state.processes.apps.contains_key(&self.pid())).unwrap_or(false)
    }

    /// The activity is one that this process holds.
    pub(crate) fn owns(&self, activity: ActivityId) -> bool {
        let owned = self.read(|state| {
            let mut records = state.tasks.iter().flat_map(|task| &task.activities);
            records.any(|have| have.id == activity && have.pid == Some(self.pid()))
        });
        owned.unwrap_or(false)
    }

    /// Android lets an app write the system's settings that says so in its manifest (the user agrees once), all others those whom
    /// a developer has let.
    pub(crate) fn may_write_settings(&self, namespace: Namespace) -> bool {
        let Some(package) = self.installed() else { return false };
        match namespace {
            Namespace::System => {
                let wanted = "android.permission.WRITE_SETTINGS";
                package.manifest.permissions.iter().any(|name| name == wanted)
            }
            Namespace::Secure | Namespace::Global => {
                let wanted = "android.permission.WRITE_SECURE_SETTINGS";
                package.permissions.iter().any(|have| have.name == wanted && have.granted)
            }
        }
    }

    /// Milliseconds since the phone started.
    pub(crate) fn uptime_ms(&self) -> u64 {
        let uptime = self.read(|state| state.clock.uptime()).unwrap_or_default();
        u64::try_from(uptime.as_millis()).unwrap_or(u64::MAX)
    }

    /// Milliseconds since 1970 on the phone's clock.
    pub(crate) fn wall_ms(&self) -> i64 {
        self.read(|state| state.clock.timestamp().as_millisecond()).unwrap_or_default()
    }

    /// The moment so many milliseconds after the phone started.
    pub(crate) fn moment(&self, uptime_ms: f64) -> Option<Instant> {
        let at = Duration::try_from_secs_f64(uptime_ms.max(0.0) / 1000.0).ok()?;
        self.read(|state| state.clock.moment(at)).flatten()
    }

    /// Has the app woken as soon as it has done what was asked of it before.
    pub(crate) fn wake_soon(&self) {
        self.change(|state| {
            if let Some(running) = state.processes.apps.get(&self.pid()) {
                running.tell(|app| Box::pin(async move { app.wake().await }));
            }
        });
    }

    /// The process is gone, by itself (`Some`) or by a signal.
    pub(crate) fn died(&self, code: Option<i32>) {
        let ending = code.map_or(Ending::Signaled, Ending::Exited);
        self.change(|state| state.end_process(self.pid(), &ending));
    }

    /// The app dies of an exception that it did not catch, with all the lines of its trace.
    pub(crate) fn crash_with(&self, thread: &str, trace: &str) {
        self.change(|state| state.crash_with(self.pid(), thread, trace));
    }

    /// `moveTaskToBack`.
    pub(crate) fn move_to_back(&self, activity: ActivityId) {
        self.change(|state| state.move_to_back(activity));
    }

    pub(crate) fn all_settings(&self, namespace: Namespace) -> BTreeMap<String, String> {
        self.read(|state| state.settings.all(namespace)).unwrap_or_default()
    }

    /// The properties that `android.os.Build` is made of.
    pub(crate) fn build_properties(&self) -> BTreeMap<String, String> {
        let about = ["ro.build.", "ro.product.", "ro.hardware", "ro.bootloader"];
        let told = |key: &str| about.iter().any(|start| key.starts_with(start));
        let properties = self.read(|state| {
            let all = state.properties.iter().filter(|(key, _)| told(key));
            all.map(|(key, value)| (key.clone(), value.clone())).collect()
        });
        properties.unwrap_or_default()
    }

    pub(crate) fn delete_setting(&self, namespace: Namespace, key: &str) {
        if let Some(android) = self.android() {
            android.delete_setting(namespace, key);
        }
    }

    pub(crate) fn post_notification(&self, id: i32, tag: Option<String>, posted: Words) {
        let Some(android) = self.android() else { return };
        let Words { channel, title, text, importance } = posted;
        if !self.may_notify() {
            return;
        }
        android.post_notification(Notification {
            package: self.package().to_owned(),
            uid: self.uid(),
            id,
            tag,
            channel,
            importance: importance.min(5),
            title,
            text,
            posted: jiff::Timestamp::UNIX_EPOCH,
        });
    }

    /// Since API level 33 the user is asked, of apps that know it.
    fn may_notify(&self) -> bool {
        let may = self.read(|state| {
            let package = state.packages.get(self.package())?;
            let asked = state.api.since(33) && package.manifest.target_sdk >= 33;
            let mut permissions = package.permissions.iter();
            let granted = permissions.any(|have| have.granted && have.name == POST_NOTIFICATIONS);
            Some(granted || !asked)
        });
        may.flatten().unwrap_or(false)
    }

    pub(crate) fn cancel_notification(&self, id: i32, tag: Option<&str>) {
        let (package, uid) = (self.package(), self.uid());
        let key = format!("0|{package}|{id}|{}|{uid}", tag.unwrap_or("null"));
        self.change(|state| state.cancel_notification(&key));
    }

    /// The language that the app is to speak, as a BCP 47 tag: its own or the phone's.
    pub(crate) fn locale(&self) -> String {
        let locale = self.read(|state| {
            let own = state.packages.get(self.package()).and_then(|have| have.locales.first());
            if let Some(own) = own {
                return Some(own.clone());
            }
            let first = state.settings.get(Namespace::System, "system_locales");
            let first = first.and_then(|list| list.split(',').next()).map(str::to_owned);
            first.or_else(|| state.properties.get("persist.sys.locale").cloned())
        });
        locale.flatten().unwrap_or_else(|| "en-US".to_owned())
    }

    pub(crate) fn api_level(&self) -> u32 {
        self.read(|state| state.api.level()).unwrap_or(34)
    }

    /// The number of the task that the activity is in.
    pub(crate) fn task_of(&self, activity: ActivityId) -> u32 {
        let task = self.read(|state| {
            let mut records = state.tasks.iter().flat_map(|task| &task.activities);
            records.find(|have| have.id == activity).map(|record| record.task)
        });
        task.flatten().unwrap_or(0)
    }

    /// Whether the activity is the root of its task, and the package of whoever started it.
    pub(crate) fn origin(&self, activity: ActivityId) -> (bool, Option<String>) {
        let origin = self.read(|state| {
            let mut tasks = state.tasks.iter();
            let task = tasks.find(|task| task.activities.iter().any(|have| have.id == activity))?;
            let root = task.activities.first().is_some_and(|first| first.id == activity);
            let record = task.activities.iter().find(|have| have.id == activity)?;
            // Only who waits for a result is told to the one who is to give it.
            let waits = record.result_to?.activity;
            let mut records = state.tasks.iter().flat_map(|task| &task.activities);
            let caller = records.find(|have| have.id == waits);
            Some((root, caller.map(|have| have.component.package.clone())))
        });
        origin.flatten().unwrap_or((self.is_root(activity), None))
    }

    fn is_root(&self, activity: ActivityId) -> bool {
        let root = self.read(|state| {
            let mut roots = state.tasks.iter().filter_map(|task| task.activities.first());
            roots.any(|root| root.id == activity)
        });
        root.unwrap_or(true)
    }

    pub(crate) fn installed(&self) -> Option<Package> {
        self.read(|state| state.packages.get(self.package()).cloned()).flatten()
    }

    /// Where a file of the phone really lies.
    pub(crate) fn host_path(&self, path: &str) -> Option<PathBuf> {
        self.files()?.host_path(&crate::files::Identity::ROOT, path).ok()
    }

    /// What an app says, with the phone's own names for its files: the process knows them by those of the host.
    pub(crate) fn with_own_paths<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(files) = self.files() else { return text.into() };
        match files.folder().to_str().filter(|folder| text.contains(folder)) {
            Some(folder) => text.replace(&format!("{folder}/"), "/").into(),
            None => text.into(),
        }
    }
}

/// What a notification says.
pub(crate) struct Words {
    pub(crate) channel: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) importance: u8,
}

impl Android {
    /// The languages of one app; with none it follows the phone.
    pub(crate) fn set_app_locales(&self, package: &str, locales: Vec<String>) {
        let mut state = self.state();
        if let Some(package) = state.packages.get_mut(package) {
            package.locales = locales;
            state.config_changed();
        }
        drop(state);
        self.mark_changed();
    }

    /// Has an app ready for its next start.
    pub(crate) fn make_ready(&self, package: &str) {
        self.state().make_ready(package);
    }

    /// An app did not respond: what its threads did goes where a phone keeps such traces.
    pub(crate) fn keep_trace(&self, pid: u32) {
        let body = {
            let state = self.state();
            state.processes.apps.get(&pid).and_then(|running| running.body.clone())
        };
        let (Some(body), Some(files)) = (body, self.files()) else { return };
        let when = self.now().strftime("%Y-%m-%d-%H-%M-%S-%3f").to_string();
        tokio::task::spawn_blocking(move || {
            let Some(trace) = body.threads() else { return };
            let path = format!("/data/anr/anr_{when}");
            let root = crate::files::Identity::ROOT;
            // A full disk has no room for traces on a phone either.
            files.write(&root, &path, trace.as_bytes(), 0o600).ok();
        });
    }
}

impl State {
    /// Has the app of a package ready for its next start, and no other.
    pub(crate) fn make_ready(&self, package: &str) {
        let Some(found) = self.packages.get(package).filter(|have| have.factory.has_ready()) else {
            return;
        };
        let others = self.packages.values().filter(|have| have.name() != package);
        let others: Vec<_> =
            others.map(|have| have.factory.clone()).filter(Factory::has_ready).collect();
        let (factory, host) =
            (found.factory.clone(), Host::new(self.shared.clone(), 0, found.uid, package));
        tokio::task::spawn_blocking(move || {
            for other in others {
                other.make_ready(None);
            }
            factory.make_ready(Some(&host));
        });
    }

    /// What a window showed last, when its app does not respond.
    pub(crate) fn last_picture(&self, window: &Window) -> Option<Arc<Frame>> {
        let hangs = self.is_not_responding(window.pid);
        self.pictures.get(&window.id).filter(|_| hangs).cloned()
    }

    /// A process of its own cannot draw while it hangs: what it drew is kept while its window is there.
    pub(crate) fn keep_picture(&mut self, window: &Window, picture: &Arc<Frame>) {
        let running = self.processes.apps.get(&window.pid);
        if running.is_some_and(|running| running.body.is_some()) {
            let there: Vec<_> = self.windows().iter().map(|window| window.id).collect();
            self.pictures.retain(|id, _| there.contains(id));
            self.pictures.insert(window.id, Arc::clone(picture));
        }
    }

    /// The app in front is making its windows.
    pub(crate) fn front_is_settling(&self) -> bool {
        let Some(top) = self.top() else { return false };
        let running = top.pid.and_then(|pid| self.processes.apps.get(&pid));
        // Its first window may come with a later frame.
        running.is_some_and(|have| have.settling || (have.body.is_some() && !top.displayed))
    }
}
