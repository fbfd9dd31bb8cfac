//! Two processes on one device: the first that acts has it, the other may read.

use engine::{Claims, Guard};
use serde_json::json;

use crate::agent::Agent;
use crate::record::{Record, phone, server};

/// Holds guards.10, guards.11, guards.12.
#[tokio::test(start_paused = true)]
async fn the_second_process_may_read_but_not_act() {
    let folder = tempfile::tempdir().expect("a folder");
    let claims = || Some(Claims::in_folder(folder.path()));
    let phone = phone();
    let (first, second) =
        (server(&phone, Guard::default(), claims()), server(&phone, Guard::default(), claims()));
    let (one, other) = (Agent::served(&first, &phone).await, Agent::served(&second, &phone).await);
    // Nobody has acted yet: looking claims nothing.
    one.done("connect", json!({})).await;
    other.done("connect", json!({})).await;
    one.done("connect", json!({ "packageName": "com.example.shop" })).await;

    let mut record = Record::of(&phone);
    for (tool, arguments) in [
        ("tap_element", json!({ "id": "remember_me" })),
        ("press_back", json!({ "settle": "none" })),
        ("scroll_to_element", json!({ "text": "Nowhere" })),
        ("connect", json!({ "packageName": "com.example.chat" })),
    ] {
        let error = other.refused(tool, arguments).await;
        assert_eq!(error["code"], "DEVICE_BUSY", "{error}");
        assert_eq!(error["details"]["pid"], std::process::id(), "{error}");
        assert_eq!(error["retryable"], true);
    }
    // Reading works, as the hint says, and so does attaching, which leaves the device as it is.
    let seen = other.done("connect", json!({})).await;
    assert!(seen.screen.contains("com.example.shop"), "{}", seen.screen);
    other.done("get_ui_tree", json!({})).await;
    other.done("expect_element_visible", json!({ "id": "remember_me" })).await;
    let acted = |command: &&String| command.contains("input ") || command.contains("monkey ");
    let reached = record.begun("");
    assert!(!reached.is_empty());
    assert_eq!(reached.iter().find(acted), None, "it reached the phone");

    // Another session of the first process shares what it has.
    let third = Agent::served(&first, &phone).await;
    third.done("tap_element", json!({ "id": "remember_me" })).await;
    one.done("tap_element", json!({ "id": "remember_me" })).await;
}
