//! A peer that speaks the protocol, in place of a JVM: it answers as a plain app would, unless a test says otherwise.

use std::{
    io::{self, PipeWriter, Write as _},
    sync::{Arc, Mutex, MutexGuard, mpsc},
    thread,
};

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    android::{Activity, Android, Component, Filter, Host, Manifest},
    apps::{
        Factory, Installable,
        runtime::{
            app::{RealApp, Start},
            process::Streams,
            wire::{Kind, Packet},
        },
        tests::driver::Driver,
    },
    files::Identity,
    phone::Phone,
};

pub(super) const PACKAGE: &str = "org.example.real";

/// What a test has the peer do in place of answering a call as usual.
pub(super) enum Turn {
    /// As usual.
    Plain,
    /// With this answer.
    Answer(Value),
    /// With this failure.
    Fail(&'static str),
    /// Not at all, until it is told to.
    Hang,
    /// By closing its ears and its mouth.
    Die,
    /// With bytes that are no frames.
    Garbage,
}

type Script = Box<dyn FnMut(&Value, &Voice) -> Turn + Send>;

/// The peer's way to speak.
#[derive(Clone)]
pub(super) struct Voice(Arc<Mutex<Option<PipeWriter>>>);

impl Voice {
    fn pipe(&self) -> MutexGuard<'_, Option<PipeWriter>> {
        self.0.lock().unwrap()
    }

    fn bytes(&self, bytes: &[u8]) {
        if let Some(pipe) = self.pipe().as_mut() {
            // The phone may have stopped listening.
            pipe.write_all(bytes).ok();
        }
    }

    fn say(&self, kind: Kind, number: u32, payload: Vec<u8>) {
        self.bytes(&Packet { kind, number, payload }.encode());
    }

    pub(super) fn event(&self, event: &Value) {
        self.say(Kind::Event, 0, event.to_string().into_bytes());
    }

    /// Asks the phone something.
    pub(super) fn question(&self, number: u32, question: &Value) {
        self.say(Kind::Question, number, question.to_string().into_bytes());
    }

    fn stop(&self) {
        self.pipe().take();
    }
}

/// All that one test knows of its peer.
pub(super) struct Peer {
    script: Mutex<Option<Script>>,
    calls: Mutex<Vec<Value>>,
    answers: Mutex<Vec<Value>>,
    voice: Mutex<Option<Voice>>,
    killed: Notify,
}

impl Peer {
    /// Everything that was asked, oldest first.
    pub(super) fn calls(&self) -> Vec<Value> {
        self.calls.lock().unwrap().clone()
    }

    /// What was asked of one kind.
    pub(super) fn asked(&self, what: &str) -> Vec<Value> {
        self.calls().into_iter().filter(|call| call["do"] == what).collect()
    }

    pub(super) fn voice(&self) -> Voice {
        self.voice.lock().unwrap().clone().expect("it has been started")
    }

    /// Asks the phone, and waits for the answer, which is there before a call is that came later.
    pub(super) async fn asks(&self, driver: &Driver, question: Value) -> Value {
        self.voice().question(7, &question);
        self.says(driver, json!({"event": "wake"})).await;
        self.answers.lock().unwrap().pop().expect("it was answered")
    }

    /// Says something on its own, and waits until the phone has heard it.
    pub(super) async fn says(&self, driver: &Driver, event: Value) {
        // What follows in the same pipe comes later: a line in the log tells that all before it is done.
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let mark = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_string();
        self.voice().event(&event);
        self.voice().event(&json!({"event": "log", "level": "V", "tag": "mark", "text": mark}));
        let heard = || {
            let log = driver.android.log_entries(&[crate::android::Buffer::Main]);
            let gone = driver.android.pid_of(PACKAGE).is_none();
            gone || log.iter().any(|entry| entry.tag == "mark" && entry.message == mark)
        };
        until(&driver.android, heard).await;
        driver.android.drain().await;
        caught_up(&driver.android).await;
    }

    /// Waits until the phone has ended it.
    pub(super) async fn killed(&self) {
        self.killed.notified().await;
    }
}

struct Double(Arc<Peer>);

impl Start for Double {
    fn open(&self, _host: &Host) -> io::Result<Streams> {
        let (mut calls, to) = io::pipe()?;
        let (from, out) = io::pipe()?;
        let voice = Voice(Arc::new(Mutex::new(Some(out))));
        *self.0.voice.lock().unwrap() = Some(voice.clone());
        let (peer, own) = (Arc::clone(&self.0), voice.clone());
        thread::spawn(move || {
            while let Ok(Some(packet)) = Packet::read(&mut calls) {
                let call: Value = serde_json::from_slice(&packet.payload).unwrap();
                if packet.kind != Kind::Call {
                    peer.answers.lock().unwrap().push(call);
                    continue;
                }
                peer.calls.lock().unwrap().push(call.clone());
                let mut script = peer.script.lock().unwrap();
                let turn = script.as_mut().map_or(Turn::Plain, |script| script(&call, &own));
                drop(script);
                match turn {
                    Turn::Plain => usual(&call, packet.number, &own),
                    Turn::Answer(answer) => {
                        own.say(Kind::Answer, packet.number, answer.to_string().into_bytes());
                    }
                    Turn::Fail(why) => {
                        let payload = json!({"error": why}).to_string().into_bytes();
                        own.say(Kind::Failed, packet.number, payload);
                    }
                    Turn::Hang => {}
                    Turn::Die => {
                        own.stop();
                        return;
                    }
                    Turn::Garbage => own.bytes(b"OpenJDK 64-Bit Server VM warning: \n"),
                }
            }
        });
        let peer = Arc::clone(&self.0);
        Ok(Streams {
            from: Box::new(from),
            to: Box::new(to),
            kill: Box::new(move || {
                voice.stop();
                peer.killed.notify_one();
            }),
        })
    }

    fn classes(&self) -> Vec<String> {
        vec!["/classes.jar".to_owned()]
    }
}

/// One window an activity, as large as the display, with a button.
fn usual(call: &Value, number: u32, voice: &Voice) {
    let answer = |answer: Value| voice.say(Kind::Answer, number, answer.to_string().into_bytes());
    match call["do"].as_str().unwrap_or_default() {
        "start" => {
            let id = call["activity"].as_u64().unwrap();
            voice.event(&windows(id));
            answer(json!({"next": null}));
        }
        "tree" => {
            let flags = ["clickable", "focusable", "important"];
            answer(json!({"next": null, "package": PACKAGE, "nodes": [
                {"class": "android.widget.FrameLayout", "bounds": [0, 0, 1080, 2400], "index": 0, "end": 2},
                {"class": "android.widget.Button", "text": "GO", "id": format!("{PACKAGE}:id/go"),
                 "bounds": [100, 200, 300, 400], "index": 0, "end": 2, "flags": flags},
            ]}));
        }
        "pixels" => {
            let mut payload = [1080_u32.to_be_bytes(), 2400_u32.to_be_bytes()].concat();
            payload.extend([10, 20, 30, 255].repeat(1080 * 2400));
            voice.say(Kind::Pixels, number, payload);
        }
        "back" => answer(json!({"next": null, "used": false})),
        "key" | "commit" | "action" => answer(json!({"next": null, "used": true})),
        "threads" => {
            answer(json!({"next": null, "trace": "\"main\" prio=5\n  at org.example.Real.loop"}));
        }
        _ => answer(json!({"next": null})),
    }
}

/// The windows of an activity: one, numbered after it.
pub(super) fn windows(activity: u64) -> Value {
    json!({"event": "windows", "activity": activity, "windows": [
        {"id": activity * 10, "kind": "activity", "frame": [0, 0, 1080, 2400], "dim": 0.0}]})
}

/// A phone with the app installed, and its peer.
pub(super) struct Stage {
    pub(super) phone: Phone,
    pub(super) driver: Driver,
    pub(super) peer: Arc<Peer>,
}

impl Stage {
    /// Nothing is started yet.
    pub(super) async fn set(script: impl FnMut(&Value, &Voice) -> Turn + Send + 'static) -> Self {
        let script: Option<Script> = Some(Box::new(script));
        let peer = Arc::new(Peer {
            script: Mutex::new(script),
            calls: Mutex::default(),
            answers: Mutex::default(),
            voice: Mutex::default(),
            killed: Notify::new(),
        });
        let double: Arc<dyn Start> = Arc::new(Double(Arc::clone(&peer)));
        let factory = Factory::new(move |host| Box::new(RealApp::new(host, Arc::clone(&double))));
        let app = Installable { manifest: manifest(), factory };
        let phone = Phone::builder().app(app).build().unwrap();
        let android: Android = phone.android().clone();
        let package = android.package(PACKAGE).unwrap();
        phone.files().make_dirs(&Identity::ROOT, &package.code_path, 0o775).unwrap();
        phone.files().write(&Identity::ROOT, &package.apk_path(), b"apk", 0o644).unwrap();
        let driver = Driver { android };
        driver.settle().await;
        Self { phone, driver, peer }
    }

    /// Its main activity is in front.
    pub(super) async fn started(
        script: impl FnMut(&Value, &Voice) -> Turn + Send + 'static,
    ) -> Self {
        let stage = Self::set(script).await;
        stage.driver.start(PACKAGE, ".Main").await;
        stage.driver.android.drain().await;
        stage
    }

    pub(super) fn android(&self) -> &Android {
        &self.driver.android
    }

    pub(super) fn runs(&self) -> bool {
        self.android().pid_of(PACKAGE).is_some()
    }

    /// The number of the activity in front.
    pub(super) fn front(&self) -> u64 {
        self.android().resumed_activity().unwrap().id.0
    }

    pub(super) async fn says(&self, event: Value) {
        self.peer.says(&self.driver, event).await;
    }

    pub(super) async fn asks(&self, question: Value) -> Value {
        self.peer.asks(&self.driver, question).await
    }

    /// Whether a line of the log holds this.
    pub(super) fn logged(&self, text: &str) -> bool {
        let log = self.android().log_entries(&[
            crate::android::Buffer::Main,
            crate::android::Buffer::System,
            crate::android::Buffer::Crash,
        ]);
        log.iter().any(|entry| entry.message.contains(text))
    }

    /// Waits until the app has ended.
    pub(super) async fn ended(&self) {
        until(self.android(), || !self.runs()).await;
    }
}

/// Waits until the app has been told all that was meant for it, also behind another one.
pub(super) async fn caught_up(android: &Android) {
    if let Some(pid) = android.pid_of(PACKAGE) {
        android.ask(pid, |_app| Box::pin(async {})).await;
    }
}

/// Waits for a thread of the host to have changed the phone. Meanwhile paused time stands still.
async fn until(android: &Android, mut holds: impl FnMut() -> bool) {
    let (release, held) = mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || held.recv().ok());
    let mut changed = android.changed();
    while !holds() {
        changed.changed().await.unwrap();
    }
    drop(release);
}

fn manifest() -> Manifest {
    let activity = |class: &str| Activity {
        class: Component::new(PACKAGE, class).class,
        exported: true,
        ..Activity::default()
    };
    let pick = Filter {
        actions: vec!["org.example.PICK".to_owned()],
        categories: vec!["android.intent.category.DEFAULT".to_owned()],
        ..Filter::default()
    };
    Manifest {
        package: PACKAGE.to_owned(),
        label: "Real".to_owned(),
        version_code: 1,
        version_name: "1".to_owned(),
        min_sdk: 24,
        target_sdk: 34,
        activities: vec![
            activity(".Main"),
            activity(".Second"),
            Activity { filters: vec![pick], ..activity(".Pick") },
        ],
        permissions: vec![
            "android.permission.POST_NOTIFICATIONS".to_owned(),
            "android.permission.CAMERA".to_owned(),
            "android.permission.READ_CONTACTS".to_owned(),
            "android.permission.WRITE_CONTACTS".to_owned(),
            "android.permission.WRITE_SETTINGS".to_owned(),
        ],
        system: false,
        uid: None,
        debuggable: true,
        icon: 0,
    }
}
