//! An app that takes its time to move the focus: keys that come before go astray.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use phone::android::{
    ActivityId, ActivityState, Config, Editor, Host, Intent, Motion, WindowId, WindowKind,
    WindowSpec,
};
use phone::apps::{App, Factory, Installable, Key, Pointer, declared};
use phone::screen::{Flags, Frame, InputType, Node, Rect, Size, Tree};
use serde_json::json;
use tokio::time::Instant;

use crate::agent::Agent;

const DISPLAY: Size = Size { width: 1080, height: 2400 };
const FIELDS: [&str; 2] = ["name", "town"];

/// Holds type_text.17, clear_text.4.
#[tokio::test(start_paused = true)]
async fn nothing_is_typed_before_the_field_has_the_focus() {
    for delay in [1, 300, 900, 1700].map(Duration::from_millis) {
        let agent = Agent::with_app(late(Some(delay))).await;
        agent.done("connect", json!({ "packageName": "com.x.late" })).await;
        for (field, text) in [("name", "Ada"), ("town", "London"), ("name", " L")] {
            let typed = agent.done("type_text", json!({ "id": field, "text": text })).await;
            assert_eq!(typed.json["effect"], "changed", "{delay:?}: {typed:?}");
            assert!(typed.json.get("mismatch").is_none(), "{delay:?}: {typed:?}");
        }
        let screen = agent.screen().await;
        assert!(screen.contains("\"Ada L\"") && screen.contains("\"London\""), "{screen}");
        agent.done("clear_text", json!({ "id": "town" })).await;
        let screen = agent.screen().await;
        assert!(screen.contains("\"Ada L\"") && !screen.contains("London"), "{screen}");
    }
}

/// Holds type_text.18.
#[tokio::test(start_paused = true)]
async fn a_field_that_takes_no_focus_is_told_and_nothing_is_typed() {
    let agent = Agent::with_app(late(None)).await;
    agent.done("connect", json!({ "packageName": "com.x.late" })).await;
    let error = agent.refused("type_text", json!({ "id": "town", "text": "London" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
    assert!(error["message"].as_str().is_some_and(|why| why.contains("focus")), "{error}");
    assert!(!agent.screen().await.contains("London"));
}

/// Two fields which get the focus so long after they are touched, or never.
fn late(delay: Option<Duration>) -> Installable {
    let yaml = "package: com.x.late\nlabel: Late\nactivities: {.Main: {launcher: true, body: {text: {text: Hi}}}}";
    let manifest = declared(yaml).expect("an app").manifest;
    let factory = Factory::new(move |host| {
        let texts = FIELDS.map(|_| String::new());
        Box::new(Late { host, delay, texts, place: None, focus: None, coming: None })
    });
    Installable { manifest, factory }
}

struct Late {
    host: Host,
    delay: Option<Duration>,
    texts: [String; 2],
    place: Option<(ActivityId, WindowId)>,
    focus: Option<usize>,
    /// Which field gets the focus, and when.
    coming: Option<(Instant, usize)>,
}

impl Late {
    fn bounds(field: usize) -> Rect {
        let top = if field == 0 { 200 } else { 400 };
        Rect::new(40, top, 1040, top + 120)
    }
}

#[async_trait]
impl App for Late {
    async fn start(&mut self, activity: ActivityId, _class: &str, _intent: &Intent) {
        let (id, kind) = (self.host.new_window(), WindowKind::Activity);
        let frame = Rect::at(0, 0, DISPLAY);
        self.place = Some((activity, id));
        self.host.set_windows(activity, vec![WindowSpec::new(id, kind, frame)]);
    }

    async fn new_intent(&mut self, _activity: ActivityId, _intent: &Intent) {}

    async fn set_state(&mut self, _activity: ActivityId, _state: ActivityState) {}

    async fn configure(&mut self, _config: Config) {}

    async fn pointer(&mut self, _window: WindowId, pointer: Pointer) {
        #[expect(clippy::cast_possible_truncation, reason = "a place on a display")]
        let (x, y) = (pointer.x as i32, pointer.y as i32);
        let touched = (0..FIELDS.len()).find(|field| Self::bounds(*field).contains(x, y));
        if let (Motion::Up, Some(delay), Some(field)) = (pointer.motion, self.delay, touched) {
            self.coming = Some((Instant::now() + delay, field));
        }
    }

    async fn key(&mut self, _window: WindowId, key: Key) -> bool {
        const DELETE: u32 = 67;
        let Some(field) = self.focus else { return false };
        match key.character {
            _ if key.code == DELETE => drop(self.texts[field].pop()),
            Some(character) => self.texts[field].push(character),
            None => return false,
        }
        self.host.accessibility_event();
        true
    }

    async fn commit_text(&mut self, _window: WindowId, _text: String) {}

    async fn back(&mut self, _window: WindowId) -> bool {
        false
    }

    async fn tree(&mut self, _window: WindowId) -> Option<Arc<Tree>> {
        let root = Node {
            class: "android.widget.FrameLayout".into(),
            end: 3,
            bounds: Rect::at(0, 0, DISPLAY),
            ..Node::default()
        };
        let field = |nth: usize| Node {
            class: "android.widget.EditText".into(),
            id: format!("com.x.late:id/{}", FIELDS[nth]),
            text: self.texts[nth].clone(),
            flags: Flags::default()
                .with_if(true, Flags::CLICKABLE)
                .with_if(true, Flags::FOCUSABLE)
                .with_if(self.focus == Some(nth), Flags::FOCUSED),
            end: u32::try_from(nth).unwrap_or_default() + 2,
            bounds: Self::bounds(nth),
            ..Node::default()
        };
        let nodes = vec![root, field(0), field(1)];
        Some(Arc::new(Tree { package: "com.x.late".to_owned(), nodes }))
    }

    async fn draw(&mut self, _window: WindowId) -> Option<Frame> {
        None
    }

    fn next_wake(&self) -> Option<Instant> {
        self.coming.map(|(when, _)| when)
    }

    async fn wake(&mut self) {
        let Some((_, field)) = self.coming.take() else { return };
        self.focus = Some(field);
        self.host.accessibility_event();
        let Some((activity, window)) = self.place else { return };
        let field_id = i32::try_from(field).unwrap_or_default() + 1;
        let (package, input_type) = ("com.x.late".to_owned(), InputType::default());
        let ime_options = 0;
        let editor = Editor { activity, window, package, input_type, ime_options, field_id };
        self.host.show_keyboard(editor);
    }
}
