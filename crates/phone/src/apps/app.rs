//! [`App`]: one app process as the phone sees it. The phone is activity manager, window manager and
//! input; the app owns what is inside its windows. Nothing here says how the app is made.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use tokio::time::Instant;

use crate::{
    android::{
        ActivityId, ActivityState, Broadcast, Config, ContentAnswer, ContentRequest, Host, Intent,
        Manifest, Meta, Motion, WindowId,
    },
    screen::{Frame, Tree},
};

/// An app process. Calls come one at a time, in order. What the app does by itself (windows, log
/// lines, started activities, toasts, crashes) goes through its [`Host`].
#[async_trait]
pub trait App: Send {
    /// Creates an activity; the app declares its windows with [`Host::set_windows`].
    async fn start(&mut self, activity: ActivityId, class: &str, intent: &Intent);

    /// What an activity that was started for a result has sent back: `Activity.RESULT_…`.
    async fn result(
        &mut self,
        _activity: ActivityId,
        _request: i32,
        _code: i32,
        _intent: Option<&Intent>,
    ) {
    }

    /// What the user said to a request for permissions, and all that the app holds now.
    async fn permitted(
        &mut self,
        _activity: ActivityId,
        _request: i32,
        _answers: Vec<(String, bool)>,
        _granted: Vec<String>,
    ) {
    }

    /// The permissions that it holds now, where they changed without a question of its own.
    async fn granted(&mut self, _granted: Vec<String>) {}

    /// A broadcast for its receivers. True: it says [`Host::received`] when they are through, or has said so.
    async fn receive(&mut self, _broadcast: &Broadcast) -> bool {
        false
    }

    /// Has one of its services start, or do more.
    async fn start_service(&mut self, _class: &str, _intent: &Intent) {}

    /// Stops one of its services. False: it did not run.
    async fn stop_service(&mut self, _class: &str, _intent: &Intent) -> bool {
        false
    }

    /// Asks one of its content providers; `None`: nobody is there to answer.
    async fn content(&mut self, _request: ContentRequest) -> Option<ContentAnswer> {
        None
    }

    /// Memory is short: `ComponentCallbacks2.TRIM_MEMORY_…`.
    async fn trim(&mut self, _level: i32) {}

    /// Somebody else put this on the clipboard.
    async fn clipboard(&mut self, _text: String) {}

    /// Hands a running activity another intent.
    async fn new_intent(&mut self, activity: ActivityId, intent: &Intent);

    /// The activity came to the front, left it, or is gone for good.
    async fn set_state(&mut self, activity: ActivityId, state: ActivityState);

    /// The display, the keyboard or the settings changed what there is to lay out for.
    async fn configure(&mut self, config: Config);

    /// A finger on one of its windows, in display pixels.
    async fn pointer(&mut self, window: WindowId, pointer: Pointer);

    /// A key press. True when the app used it.
    async fn key(&mut self, window: WindowId, key: Key) -> bool;

    /// Text from the keyboard for the editor in focus.
    async fn commit_text(&mut self, window: WindowId, text: String);

    /// The key of the keyboard that sends a form or searches. False: the editor has no such key, and gets ENTER.
    async fn editor_action(&mut self, _window: WindowId) -> bool {
        false
    }

    /// Back. False: the app has no use for it, and the phone leaves the activity.
    async fn back(&mut self, window: WindowId) -> bool;

    /// The window's tree, with bounds in display pixels.
    async fn tree(&mut self, window: WindowId) -> Option<Arc<Tree>>;

    /// The window's pixels, as large as its frame.
    async fn draw(&mut self, window: WindowId) -> Option<Frame>;

    /// Whether it draws dark colours by night itself; otherwise the phone darkens what it drew.
    fn draws_night(&self) -> bool {
        false
    }

    /// When [`App::wake`] is to be called next: timers, long presses, animation frames.
    fn next_wake(&self) -> Option<Instant>;

    /// Until when the app's one thread is busy and takes nothing. `None`, or a time gone by: it is not.
    fn busy_until(&self) -> Option<Instant> {
        None
    }

    /// The time asked for has come. Must move [`App::next_wake`] on.
    async fn wake(&mut self);
}

/// One step of a finger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    pub motion: Motion,
    pub x: f32,
    pub y: f32,
    pub time: Instant,
}

/// One key press with what it types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: u32,
    pub meta: Meta,
    pub character: Option<char>,
    pub long_press: bool,
}

/// Has something ready for the next start of an app, or nothing any more.
type Ready = dyn Fn(Option<&Host>) + Send + Sync;

/// Starts a process of the app.
#[derive(Clone)]
pub struct Factory {
    start: Arc<dyn Fn(Host) -> Box<dyn App> + Send + Sync>,
    ready: Option<Arc<Ready>>,
}

impl Factory {
    pub fn new(start: impl Fn(Host) -> Box<dyn App> + Send + Sync + 'static) -> Self {
        Self { start: Arc::new(start), ready: None }
    }

    /// With a way to have something ready before the app is started, or nothing any more. It blocks.
    pub(crate) fn with_ready(self, ready: impl Fn(Option<&Host>) + Send + Sync + 'static) -> Self {
        Self { ready: Some(Arc::new(ready)), ..self }
    }

    pub(crate) fn has_ready(&self) -> bool {
        self.ready.is_some()
    }

    pub(crate) fn make_ready(&self, host: Option<&Host>) {
        if let Some(ready) = &self.ready {
            ready(host);
        }
    }

    pub(crate) fn start(&self, host: Host) -> Box<dyn App> {
        (self.start)(host)
    }
}

impl fmt::Debug for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Factory")
    }
}

/// An app that can be installed: what its manifest says and how its process starts.
#[derive(Debug, Clone)]
pub struct Installable {
    pub manifest: Manifest,
    pub factory: Factory,
}
