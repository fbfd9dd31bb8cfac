//! [`RealApp`]: the [`App`] behind which an app process with an APK's own code stands.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use async_trait::async_trait;
use tokio::{runtime::Handle, time::Instant};

use super::{
    SHARED,
    calls::{self, Answer, Call, Load, Permitted, Settings, WireConfig},
    components,
    intents::WireIntent,
    listener::{Known, Listener, TAG},
    process::{Process, Reply, Streams},
    ready::Waiting,
    tree::tree,
};
use crate::{
    android::{
        ActivityId, ActivityState, Broadcast, Config, ContentAnswer, ContentRequest, Host, Intent,
        Level, Namespace, WindowId, app_process::Body, data_folder,
    },
    apps::{App, Key, Pointer},
    screen::{Frame, Tree},
};

/// How long the threads of a process may take to say what they do.
const TRACE_LIMIT: Duration = Duration::from_secs(5);
/// An app that wants to run at once runs after what was asked of it by others.
const SOONEST: Duration = Duration::from_millis(1);

/// How an app process comes to be, and with what.
pub(crate) trait Start: Send + Sync + 'static {
    /// Starts the process of a package.
    fn open(&self, host: &Host) -> io::Result<Streams>;

    /// A process that waits for its app, where there is one.
    fn waiting(&self) -> Option<Waiting> {
        None
    }

    /// The classes of its code, as paths of the host.
    fn classes(&self) -> Vec<String>;
}

pub(crate) struct RealApp {
    host: Host,
    start: Arc<dyn Start>,
    process: Option<Arc<Process>>,
    known: Arc<Known>,
    loaded: bool,
    config: Option<WireConfig>,
    next: Option<Instant>,
}

impl RealApp {
    /// Starts the process. Must be called inside a tokio runtime.
    pub(crate) fn new(host: Host, start: Arc<dyn Start>) -> Self {
        let known = Arc::new(Known::default());
        let listener = || Listener {
            host: host.clone(),
            known: Arc::clone(&known),
            runtime: Handle::current(),
        };
        let waiting = start.waiting().and_then(|waiting| waiting.take(listener()));
        let opened = waiting.map_or_else(
            || {
                let (own, opener) = (host.clone(), Arc::clone(&start));
                Process::start(move || opener.open(&own), listener())
            },
            Ok,
        );
        let process = match opened {
            Ok(process) => Some(process),
            Err(error) => {
                host.log(Level::Error, TAG, &format!("the app process was not started: {error}"));
                host.died(None);
                None
            }
        };
        if let Some(process) = &process {
            let body = Arc::new(Tied { process: Arc::clone(process), host: host.clone() });
            if !host.attach(body) {
                process.kill();
            }
        }
        Self { host, start, process, known, loaded: false, config: None, next: None }
    }

    /// Asks the process, which is loaded first; `None` when it is gone or could not do it.
    async fn call(&mut self, call: Call) -> Option<Answer> {
        match self.reply(call).await? {
            Reply::Answer(answer) => Some(*answer),
            Reply::Picture(_) | Reply::Failed(_) => None,
        }
    }

    async fn reply(&mut self, call: Call) -> Option<Reply> {
        // From its start until it is resumed an activity has no windows yet.
        let settled = matches!(call, Call::State { .. } | Call::Configure { .. });
        let settles = settled || matches!(call, Call::Start { .. });
        if !self.loaded {
            self.loaded = true;
            self.load().await?;
        }
        if settles {
            self.host.set_settling(true);
        }
        let reply = self.send(call).await;
        if settled {
            self.host.set_settling(false);
        }
        reply
    }

    async fn send(&mut self, call: Call) -> Option<Reply> {
        let process = self.process.as_ref()?;
        let Ok(reply) = process.call(&call, self.host.uptime_ms()).await else {
            self.process = None;
            self.next = None;
            return None;
        };
        let next = match &reply {
            Reply::Answer(answer) => answer.next,
            Reply::Picture(_) => return Some(reply),
            Reply::Failed(failure) => {
                let why = self.host.with_own_paths(&failure.message);
                let text = format!("{}: {why}", name(&call));
                self.host.log(Level::Warn, TAG, &text);
                // Whoever failed may still have something to do.
                Some(0.0)
            }
        };
        let soonest = Instant::now() + SOONEST;
        self.next = next.and_then(|next| self.host.moment(next)).map(|next| next.max(soonest));
        Some(reply)
    }

    async fn load(&mut self) -> Option<()> {
        let Some(load) = self.first_call() else {
            self.host.log(Level::Error, TAG, "the app's files are not there");
            self.host.died(None);
            return None;
        };
        self.config = Some(load.config.clone());
        match self.send(Call::Load(Box::new(load))).await? {
            Reply::Failed(failure) => {
                // What cannot be loaded died of it.
                self.host.crash_with("main", &self.host.with_own_paths(&failure.message));
                None
            }
            Reply::Answer(_) | Reply::Picture(_) => Some(()),
        }
    }

    fn first_call(&self) -> Option<Load> {
        let host = &self.host;
        let package = host.installed()?;
        data_folder::make(&host.files()?, &package).ok()?;
        let path = |path: &str| Some(host.host_path(path)?.to_string_lossy().into_owned());
        let settings = |namespace| host.all_settings(namespace);
        Some(Load {
            wall: host.wall_ms(),
            api: host.api_level(),
            package: host.package().to_owned(),
            apk: path(&package.apk_path())?,
            classes: self.start.classes(),
            data: path(&package.data_dir)?,
            shared: path(SHARED)?,
            pid: host.pid(),
            uid: host.uid(),
            config: self.wire_config(&host.config()),
            granted: host.granted_permissions(),
            rationale: host.rationale(),
            settings: Settings {
                global: settings(Namespace::Global),
                secure: settings(Namespace::Secure),
                system: settings(Namespace::System),
            },
            clipboard: host.clipboard(),
            properties: host.build_properties(),
        })
    }

    fn wire_config(&self, config: &Config) -> WireConfig {
        WireConfig::of(config, self.host.locale())
    }

    /// The runtime's number of a window that is there.
    fn window(&self, window: WindowId) -> Option<u64> {
        self.known.number(window)
    }
}

fn name(call: &Call) -> String {
    let text = format!("{call:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_lowercase()
}

impl Drop for RealApp {
    fn drop(&mut self) {
        if let Some(process) = &self.process {
            process.kill();
        }
    }
}

/// The process as the phone reaches it while the app is busy.
struct Tied {
    process: Arc<Process>,
    host: Host,
}

impl Body for Tied {
    fn kill(&self) {
        self.process.kill();
    }

    fn threads(&self) -> Option<String> {
        let payload = calls::payload(&Call::Threads, self.host.uptime_ms());
        match self.process.ask_within(payload, TRACE_LIMIT)? {
            Reply::Answer(answer) => answer.trace,
            Reply::Picture(_) | Reply::Failed(_) => None,
        }
    }
}

#[async_trait]
impl App for RealApp {
    async fn start(&mut self, activity: ActivityId, class: &str, intent: &Intent) {
        let (root, caller) = self.host.origin(activity);
        let task = self.host.task_of(activity);
        let (class, intent) = (class.to_owned(), WireIntent::from(intent));
        self.call(Call::Start { activity: activity.0, class, intent, root, task, caller }).await;
    }

    async fn new_intent(&mut self, activity: ActivityId, intent: &Intent) {
        self.call(Call::Intent { activity: activity.0, intent: intent.into() }).await;
    }

    async fn result(
        &mut self,
        activity: ActivityId,
        request: i32,
        code: i32,
        intent: Option<&Intent>,
    ) {
        let intent = intent.map(WireIntent::from);
        self.call(Call::Result { activity: activity.0, request, code, intent }).await;
    }

    async fn permitted(
        &mut self,
        activity: ActivityId,
        request: i32,
        answers: Vec<(String, bool)>,
        granted: Vec<String>,
    ) {
        let permissions =
            answers.into_iter().map(|(name, granted)| Permitted { name, granted }).collect();
        let (activity, rationale) = (activity.0, self.host.rationale());
        self.call(Call::Permitted { activity, request, permissions, granted, rationale }).await;
    }

    async fn receive(&mut self, broadcast: &Broadcast) -> bool {
        self.call(components::receive(broadcast)).await.is_some()
    }

    async fn start_service(&mut self, class: &str, intent: &Intent) {
        self.call(components::service("start", class, intent)).await;
    }

    async fn stop_service(&mut self, class: &str, intent: &Intent) -> bool {
        let call = components::service("stop", class, intent);
        self.call(call).await.is_some_and(|answer| answer.used)
    }

    async fn content(&mut self, request: ContentRequest) -> Option<ContentAnswer> {
        let method = request.method;
        let answer = self.call(components::content(request)).await?;
        Some(components::content_answer(method, answer))
    }

    async fn trim(&mut self, level: i32) {
        if self.loaded {
            self.call(Call::Trim { level }).await;
        }
    }

    async fn granted(&mut self, granted: Vec<String>) {
        // Before it is loaded there is nothing to tell: it will be loaded with what holds then.
        if self.loaded {
            let rationale = self.host.rationale();
            self.call(Call::Granted { granted, rationale }).await;
        }
    }

    async fn clipboard(&mut self, text: String) {
        if self.loaded {
            self.call(Call::Clipboard { text }).await;
        }
    }

    async fn set_state(&mut self, activity: ActivityId, state: ActivityState) {
        let state = calls::state_name(state);
        self.call(Call::State { activity: activity.0, state }).await;
    }

    async fn configure(&mut self, config: Config) {
        let config = self.wire_config(&config);
        // Before it is loaded there is nothing to tell: it will be loaded with what holds then.
        if self.loaded && self.config.as_ref() != Some(&config) {
            self.config = Some(config.clone());
            self.call(Call::Configure { config }).await;
        }
    }

    async fn pointer(&mut self, window: WindowId, pointer: Pointer) {
        let Some(window) = self.window(window) else { return };
        let action = calls::action_name(pointer.motion);
        self.call(Call::Pointer { window, action, x: pointer.x, y: pointer.y }).await;
    }

    async fn key(&mut self, window: WindowId, key: Key) -> bool {
        let Some(window) = self.window(window) else { return false };
        let Key { code, meta, long_press, .. } = key;
        let call = Call::Key { window, code, meta: meta.0, long_press };
        self.call(call).await.is_some_and(|answer| answer.used)
    }

    async fn commit_text(&mut self, window: WindowId, text: String) {
        let Some(window) = self.window(window) else { return };
        self.call(Call::Commit { window, text }).await;
    }

    async fn editor_action(&mut self, window: WindowId) -> bool {
        let Some(window) = self.window(window) else { return false };
        self.call(Call::Action { window }).await.is_some_and(|answer| answer.used)
    }

    async fn back(&mut self, window: WindowId) -> bool {
        // A process that is gone leaves nothing to go back from.
        let Some(window) = self.window(window) else { return true };
        self.call(Call::Back { window }).await.is_none_or(|answer| answer.used)
    }

    async fn tree(&mut self, window: WindowId) -> Option<Arc<Tree>> {
        let window = self.window(window)?;
        let answer = self.call(Call::Tree { window }).await?;
        let package = answer.package.unwrap_or_else(|| self.host.package().to_owned());
        Some(Arc::new(tree(package, answer.nodes)))
    }

    async fn draw(&mut self, window: WindowId) -> Option<Frame> {
        let window = self.window(window)?;
        match self.reply(Call::Pixels { window }).await? {
            Reply::Picture(frame) => Some(frame),
            Reply::Answer(_) | Reply::Failed(_) => None,
        }
    }

    fn draws_night(&self) -> bool {
        true
    }

    fn next_wake(&self) -> Option<Instant> {
        self.next
    }

    async fn wake(&mut self) {
        self.known.woken.store(false, Ordering::Release);
        // Whatever comes of it, this time is over.
        self.next = None;
        if self.loaded {
            self.call(Call::Run).await;
        }
    }
}
