//! Two agents on one device: what each does reaches the phone whole.

use std::sync::Arc;
use std::time::Duration;

use device::Source;
use device::android::Single;
use engine::{Claims, Fleet, Guard};
use fingertip::host::Host;
use fingertip::mcp::{Options, Server};
use fingertip::tools::{ALL, Block, ClientId, Cx, Registry};
use futures_util::future::join_all;
use phone::Phone;
use rmcp::RoleClient;
use rmcp::service::RequestHandle;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::cable::Cable;
use crate::record::{Mark, Record, phone, server};

/// Begins several actions at once.
async fn gestures(agent: &Agent, letter: &str) -> Vec<RequestHandle<RoleClient>> {
    let text = letter.repeat(90);
    let stroke =
        json!({ "x1": 500, "y1": 500, "x2": 500, "y2": 510, "durationMs": 900, "settle": "none" });
    let calls = [
        ("type_text", json!({ "text": text, "settle": "none" })),
        ("swipe", stroke),
        ("double_tap", json!({ "x": 500, "y": 300, "settle": "none" })),
        ("long_press", json!({ "x": 500, "y": 300, "durationMs": 1500, "settle": "none" })),
    ];
    join_all(calls.map(|(tool, arguments)| agent.begin(tool, arguments))).await
}

/// Holds guards.13, devices.10.
#[tokio::test(start_paused = true)]
async fn gestures_and_texts_of_two_agents_never_mix() {
    let phone = phone();
    let server = server(&phone, Guard::default(), None);
    let (one, other) = (Agent::served(&server, &phone).await, Agent::served(&server, &phone).await);
    one.done("connect", json!({ "packageName": "com.example.shop" })).await;
    one.done("tap_element", json!({ "id": "email" })).await;
    let mut record = Record::of(&phone);
    let (ours, theirs) = tokio::join!(gestures(&one, "a"), gestures(&other, "b"));
    for call in ours.into_iter().chain(theirs) {
        let answer = call.await_response().await.expect("an answer");
        let answer = serde_json::to_value(answer).expect("JSON");
        assert_eq!(answer["isError"], false, "{answer}");
    }
    // One input at a time, and every piece of a text right behind the one before.
    let marks = record.marks("input ");
    assert!(marks.len() >= 2 * (2 * 2 + 3 * 2), "{marks:?}");
    for pair in marks.chunks(2) {
        let [Mark::Began(begun), Mark::Ended(ended)] = pair else { panic!("{marks:?}") };
        assert_eq!(begun, ended, "{marks:?}");
    }
    let letters: Vec<char> = marks
        .iter()
        .filter_map(|mark| if let Mark::Began(command) = mark { Some(command) } else { None })
        .filter_map(|command| {
            command.split("input text ").nth(1)?.chars().find(char::is_ascii_lowercase)
        })
        .collect();
    let mut runs = letters.clone();
    runs.dedup();
    assert_eq!((letters.len(), runs.len()), (4, 2), "{letters:?}");
    let screen = one.screen().await;
    let (a, b) = ("a".repeat(90), "b".repeat(90));
    assert!(screen.contains(&format!("{a}{b}")) || screen.contains(&format!("{b}{a}")), "{screen}");
}

/// Holds envelope.21.
#[tokio::test(start_paused = true)]
async fn each_client_is_told_what_changed_since_it_looked() {
    let phone = phone();
    let cable = Cable { phone: Arc::clone(&phone), delay: Duration::ZERO };
    let source: Arc<dyn Source> = Arc::new(Single::new("phone", "Fingertip Phone", cable));
    let host = Arc::new(Host::of(Fleet::new(vec![source], None)));
    let registry = Registry::new(ALL);
    let call = async |client: Option<&str>, tool: &str, arguments: Value| {
        let client = client.map(|name| ClientId::Session(name.into()));
        let cx = Cx { client, ..Cx::new(Arc::clone(&host)) };
        let reply = registry.call(tool, arguments, cx).await.expect("a tool");
        assert!(!reply.is_error(), "{reply}");
        let blocks = reply.tell(false).blocks;
        let texts = blocks
            .into_iter()
            .filter_map(|block| if let Block::Text(text) = block { Some(text) } else { None });
        texts.collect::<Vec<_>>().join("\n")
    };
    let shop = json!({ "packageName": "com.example.shop" });
    assert!(call(Some("one"), "connect", shop).await.contains(" r1\n"));
    let typed = call(Some("other"), "type_text", json!({ "id": "email", "text": "ann" })).await;
    assert!(typed.contains("\"Sign in\"") && !typed.contains(" since "), "all of it: {typed}");
    let pressed = call(Some("one"), "tap_element", json!({ "id": "sign_in" })).await;
    assert!(pressed.contains(" since r1") && pressed.contains("\"ann\""), "{pressed}");
    let alone = call(None, "type_text", json!({ "id": "email", "text": "a" })).await;
    assert!(!alone.contains(" since "), "{alone}");
}

/// A server that reaches one phone under two names.
fn twice(phone: &Arc<Phone>, claims: Option<Claims>) -> Server {
    let source = |name: &str| -> Arc<dyn Source> {
        let cable = Cable { phone: Arc::clone(phone), delay: Duration::ZERO };
        Arc::new(Single::new(name, "Fingertip Phone", cable))
    };
    let fleet = Fleet::new(vec![source("emulator-5554"), source("localhost:5555")], None);
    let fleet = match claims {
        Some(claims) => fleet.with_claims(claims),
        None => fleet,
    };
    Server::new(Arc::new(Registry::new(ALL)), Arc::new(Host::of(fleet)), Options::default())
}

/// Holds guards.19.
#[tokio::test(start_paused = true)]
async fn a_phone_with_two_names_is_one_phone() {
    let (phone, folder) = (phone(), tempfile::tempdir().expect("a folder"));
    let server = twice(&phone, None);
    let (one, other) = (Agent::served(&server, &phone).await, Agent::served(&server, &phone).await);
    for (agent, name) in [(&one, "emulator-5554"), (&other, "localhost:5555")] {
        agent.done("connect", json!({ "deviceId": name })).await;
    }
    let mut record = Record::of(&phone);
    let stroke =
        json!({ "x1": 500, "y1": 500, "x2": 500, "y2": 510, "durationMs": 900, "settle": "none" });
    let mut calls = Vec::new();
    for _ in 0..3 {
        calls.push(one.begin("swipe", stroke.clone()).await);
        calls.push(other.begin("swipe", stroke.clone()).await);
    }
    for call in calls {
        call.await_response().await.expect("an answer");
    }
    let marks = record.marks("input ");
    assert_eq!(marks.len(), 12, "{marks:?}");
    for pair in marks.chunks(2) {
        assert!(matches!(pair, [Mark::Began(_), Mark::Ended(_)]), "{marks:?}");
    }

    // So it is to two processes.
    let claims = || Some(Claims::in_folder(folder.path()));
    let (first, second) = (twice(&phone, claims()), twice(&phone, claims()));
    let (one, other) = (Agent::served(&first, &phone).await, Agent::served(&second, &phone).await);
    one.done("press_back", json!({ "deviceId": "emulator-5554" })).await;
    one.done("press_back", json!({ "deviceId": "localhost:5555" })).await;
    let error = other.refused("press_back", json!({ "deviceId": "localhost:5555" })).await;
    assert_eq!(error["code"], "DEVICE_BUSY", "{error}");
}
