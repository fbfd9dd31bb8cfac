//! An app for tests that writes down what it is told, and shows one window an activity.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::time::Instant;

use crate::{
    android::{
        Activity, ActivityId, ActivityState, Component, Config, Filter, Host, Intent, LaunchMode,
        Manifest, WindowId, WindowKind, WindowSpec,
    },
    apps::{App, Factory, Installable, Key, Pointer},
    screen::{Frame, Rect, Tree},
};

/// What an app was told, one line each, and its way to the phone.
#[derive(Clone, Default)]
pub(super) struct Notes {
    lines: Arc<Mutex<Vec<String>>>,
    host: Arc<Mutex<Option<Host>>>,
}

impl Notes {
    fn add(&self, line: String) {
        self.lines.lock().unwrap().push(line);
    }

    /// What was written since the last look.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.lock().unwrap())
    }

    pub(super) fn host(&self) -> Host {
        self.host.lock().unwrap().clone().expect("it runs")
    }
}

/// An app of activities that are all exported.
pub(super) fn app(package: &str, activities: Vec<Activity>) -> (Installable, Notes) {
    let notes = Notes::default();
    let own = notes.clone();
    let factory = Factory::new(move |host| {
        *own.host.lock().unwrap() = Some(host.clone());
        Box::new(Recorder { host, notes: own.clone() })
    });
    let manifest = Manifest {
        package: package.to_owned(),
        label: package.to_owned(),
        version_code: 1,
        version_name: "1".to_owned(),
        min_sdk: 24,
        target_sdk: 34,
        activities,
        permissions: Vec::new(),
        system: false,
        uid: None,
        debuggable: true,
        icon: 0,
    };
    (Installable { manifest, factory }, notes)
}

pub(super) fn activity(package: &str, class: &str, launch_mode: LaunchMode) -> Activity {
    let class = Component::new(package, class).class;
    Activity { class, exported: true, launch_mode, ..Activity::default() }
}

pub(super) fn answers(action: &str) -> Vec<Filter> {
    let categories = vec!["android.intent.category.DEFAULT".to_owned()];
    vec![Filter { actions: vec![action.to_owned()], categories, ..Filter::default() }]
}

struct Recorder {
    host: Host,
    notes: Notes,
}

#[async_trait]
impl App for Recorder {
    async fn start(&mut self, activity: ActivityId, class: &str, _intent: &Intent) {
        self.notes.add(format!("start {}", class.rsplit('.').next().unwrap_or(class)));
        let frame = Rect::new(0, 0, 1080, 2400);
        let spec = WindowSpec::new(self.host.new_window(), WindowKind::Activity, frame);
        self.host.set_windows(activity, vec![spec]);
    }

    async fn new_intent(&mut self, _activity: ActivityId, intent: &Intent) {
        self.notes.add(format!("intent {}", intent.data.as_deref().unwrap_or_default()));
    }

    async fn result(
        &mut self,
        _activity: ActivityId,
        request: i32,
        code: i32,
        intent: Option<&Intent>,
    ) {
        let data = intent.and_then(|intent| intent.data.as_deref()).unwrap_or("nothing");
        self.notes.add(format!("result {request} {code} {data}"));
    }

    async fn set_state(&mut self, _activity: ActivityId, state: ActivityState) {
        self.notes.add(state.name().to_lowercase());
    }

    async fn configure(&mut self, config: Config) {
        self.notes.add(format!("turned {}", config.rotation.number()));
    }

    async fn pointer(&mut self, _window: WindowId, _pointer: Pointer) {}

    async fn key(&mut self, _window: WindowId, _key: Key) -> bool {
        false
    }

    async fn commit_text(&mut self, _window: WindowId, _text: String) {}

    async fn back(&mut self, _window: WindowId) -> bool {
        false
    }

    async fn tree(&mut self, _window: WindowId) -> Option<Arc<Tree>> {
        None
    }

    async fn draw(&mut self, _window: WindowId) -> Option<Frame> {
        None
    }

    fn next_wake(&self) -> Option<Instant> {
        None
    }

    async fn wake(&mut self) {}
}
