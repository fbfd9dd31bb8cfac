//! The golden frames of `runtime/protocol`, which the runtime wrote: what it says is read here, and the phone asks as it is asked there.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use crate::android::{Broadcast, ContentRequest, Intent, Received};
use crate::apps::runtime::{
    calls::{Answer, Call, payload},
    components,
    events::Event,
    questions::Question,
    tree::tree,
};

fn golden() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/protocol");
    let files = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut golden: Vec<_> = files
        .filter_map(|file| {
            let name = file.file_name().to_string_lossy().strip_suffix(".json")?.to_owned();
            Some((name, serde_json::from_slice(&fs::read(file.path()).unwrap()).unwrap()))
        })
        .collect();
    golden.sort_by(|(a, _), (b, _)| a.cmp(b));
    if golden.is_empty() {
        eprintln!("skipped: no golden frames in {}", folder.display());
    }
    golden
}

#[test]
fn every_event_is_understood() {
    for (name, event) in golden().iter().filter(|(name, _)| name.starts_with("event-")) {
        let read: Event =
            serde_json::from_value(event.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!matches!(read, Event::Unknown), "{name}");
    }
}

#[test]
fn every_question_is_understood() {
    for (name, frame) in golden().iter().filter(|(name, _)| name.starts_with("question-")) {
        let read: Question = serde_json::from_value(frame["question"].clone())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!matches!(read, Question::Unknown), "{name}");
    }
}

#[test]
fn every_answer_is_read() {
    for (name, frame) in golden() {
        let Some(answer) = frame.get("answer").filter(|answer| answer.is_object()) else {
            continue;
        };
        let answer: Answer = serde_json::from_value(answer.clone())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        if name == "tree" {
            let count = answer.nodes.len();
            let tree = tree(answer.package.unwrap_or_default(), answer.nodes);
            assert!(count > 0 && !tree.nodes.is_empty() && !tree.package.is_empty());
        }
    }
}

#[test]
fn the_phone_asks_in_the_same_words() {
    let keys = |value: &Value| -> BTreeSet<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    let window = 1;
    let calls = [
        Call::State { activity: 1, state: "resumed" },
        Call::Pointer { window, action: "down", x: 1.0, y: 2.0 },
        Call::Key { window, code: 1, meta: 0, long_press: false },
        Call::Commit { window, text: String::new() },
        Call::Action { window },
        Call::Back { window },
        Call::Tree { window },
        Call::Pixels { window },
        Call::Granted { granted: Vec::new(), rationale: Vec::new() },
        Call::Clipboard { text: String::new() },
        components::receive(&Broadcast {
            number: 1,
            intent: Intent::default(),
            receivers: Vec::new(),
            registered: false,
            foreign: false,
            so_far: Received::default(),
        }),
        components::service("start", "", &Intent::default()),
        components::content(ContentRequest::default()),
        Call::Trim { level: 1 },
        Call::Run,
        Call::Threads,
    ];
    let golden = golden();
    for call in calls {
        let own: Value = serde_json::from_slice(&payload(&call, 1)).unwrap();
        let name = own["do"].as_str().unwrap();
        let theirs =
            golden.iter().find(|(have, _)| have == name).and_then(|(_, frame)| frame.get("call"));
        if let Some(theirs) = theirs {
            assert_eq!(keys(&own), keys(theirs), "{name}");
        }
    }
}
