//! An app that nests its layers deeper than readers of JSON like to follow.

use std::sync::Arc;

use async_trait::async_trait;
use phone::android::{
    ActivityId, ActivityState, Config, Host, Intent, WindowId, WindowKind, WindowSpec,
};
use phone::apps::{App, Factory, Installable, Key, Pointer, declared};
use phone::screen::{Frame, Node, Rect, Size, Tree};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::agent::Agent;

const DISPLAY: Size = Size { width: 1080, height: 2400 };

#[tokio::test(start_paused = true)]
async fn whatever_is_nested_is_told_to_agents_and_programs() {
    for layers in [70_usize, 5_000] {
        let agent = Agent::with_app(deep(layers)).await;
        agent.done("connect", json!({ "packageName": "com.x.deep" })).await;
        let full = agent.done("get_ui_tree", json!({ "format": "full" })).await;
        let last = format!("layer {}", layers - 1);
        let mut seen = Vec::new();
        texts(&full.json["tree"], &mut seen);
        assert_eq!((seen.len(), seen.last()), (layers, Some(&last)), "each of them, in order");
        assert_eq!(full.structured, full.json, "programs get the same object");
        let flat = agent.done("get_ui_tree", json!({ "format": "elements" })).await;
        assert_eq!(flat.structured, flat.json);
    }
}

fn texts(node: &Value, found: &mut Vec<String>) {
    found.extend(node["text"].as_str().map(str::to_owned));
    for child in node["children"].as_array().into_iter().flatten() {
        texts(child, found);
    }
}

fn deep(layers: usize) -> Installable {
    let yaml = "package: com.x.deep\nlabel: Deep\nactivities: {.Main: {launcher: true, body: {text: {text: Hi}}}}";
    let manifest = declared(yaml).expect("an app").manifest;
    let factory = Factory::new(move |host| Box::new(Deep { host, layers }));
    Installable { manifest, factory }
}

/// Labelled layers, each the only child of the one before it.
struct Deep {
    host: Host,
    layers: usize,
}

#[async_trait]
impl App for Deep {
    async fn start(&mut self, activity: ActivityId, _class: &str, _intent: &Intent) {
        let (id, kind) = (self.host.new_window(), WindowKind::Activity);
        let frame = Rect::at(0, 0, DISPLAY);
        self.host.set_windows(activity, vec![WindowSpec::new(id, kind, frame)]);
    }

    async fn new_intent(&mut self, _activity: ActivityId, _intent: &Intent) {}

    async fn set_state(&mut self, _activity: ActivityId, _state: ActivityState) {}

    async fn configure(&mut self, _config: Config) {}

    async fn pointer(&mut self, _window: WindowId, _pointer: Pointer) {}

    async fn key(&mut self, _window: WindowId, _key: Key) -> bool {
        false
    }

    async fn commit_text(&mut self, _window: WindowId, _text: String) {}

    async fn back(&mut self, _window: WindowId) -> bool {
        false
    }

    async fn tree(&mut self, _window: WindowId) -> Option<Arc<Tree>> {
        let layer = |nth: usize| Node {
            class: "android.widget.FrameLayout".into(),
            text: format!("layer {nth}"),
            end: u32::try_from(self.layers).unwrap_or(u32::MAX),
            bounds: Rect::at(0, 0, DISPLAY),
            ..Node::default()
        };
        let nodes = (0..self.layers).map(layer).collect();
        Some(Arc::new(Tree { package: "com.x.deep".to_owned(), nodes }))
    }

    async fn draw(&mut self, _window: WindowId) -> Option<Frame> {
        None
    }

    fn next_wake(&self) -> Option<Instant> {
        None
    }

    async fn wake(&mut self) {}
}
