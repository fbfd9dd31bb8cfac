//! What an action answers when things go differently than hoped.

use std::sync::Arc;

use phone::android::{Component, Intent};
use serde_json::json;

use crate::agent::Agent;

fn restless() -> Intent {
    let package = "com.example.torture".to_owned();
    Intent::explicit(Component { class: format!("{package}.RestlessActivity"), package })
}

/// Holds settle.7, envelope.3.
#[tokio::test(start_paused = true)]
async fn an_action_that_was_taken_succeeded_even_if_nobody_could_look_afterwards() {
    let (agent, _) = Agent::in_shop().await;
    let phone = Arc::clone(agent.phone.as_ref().expect("a phone"));
    let tapping = agent.done("tap_element", json!({ "id": "remember_me" }));
    // Right behind the tap a screen comes up that cannot be read.
    let disturbing = async {
        let android = phone.android();
        let mut changed = android.changed();
        while !android.dump(false).await.is_some_and(|dump| dump.contains("checked=\"true\"")) {
            changed.changed().await.expect("the phone is on");
        }
        android.start_activity(&restless(), 2000).await.expect("it starts");
    };
    let (tapped, ()) = tokio::join!(tapping, disturbing);
    assert_eq!(
        (&tapped.json["success"], &tapped.json["effect"]),
        (&json!(true), &json!("not_observed"))
    );
    assert!(tapped.json["unobserved"].is_string(), "{:?}", tapped.json);
}

/// Holds tap.3, press_back.3.
#[tokio::test(start_paused = true)]
async fn a_screen_that_cannot_be_read_can_still_be_touched() {
    let (agent, _) = Agent::in_activity("com.example.torture", "RestlessActivity").await;
    let tapped = agent.done("tap", json!({ "x": 500, "y": 500 })).await;
    assert_eq!(tapped.json["effect"], "not_observed", "{:?}", tapped.json);
    let back = agent.done("press_back", json!({})).await;
    assert_eq!(back.json["success"], true);
}

/// Holds waiting.4.
#[tokio::test(start_paused = true)]
async fn waiting_outlasts_a_screen_that_cannot_be_read() {
    let (agent, _) = Agent::in_activity("com.example.torture", "RestlessActivity").await;
    let phone = Arc::clone(agent.phone.as_ref().expect("a phone"));
    let waiting = agent.done("wait_for_ui", json!({ "text": "Shop", "timeoutMs": 40_000 }));
    let leaving = async {
        tokio::time::advance(std::time::Duration::from_secs(15)).await;
        phone.android().go_home();
    };
    let (waited, ()) = tokio::join!(waiting, leaving);
    assert_eq!(waited.json["met"], true, "{:?}", waited.json);
}

/// Holds devices.10.
#[tokio::test(start_paused = true)]
async fn calls_sent_together_act_in_their_order() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("tap_element", json!({ "id": "email" })).await;
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    let calls = letters
        .iter()
        .map(|letter| agent.done("type_text", json!({ "text": letter, "settle": "none" })));
    futures_util::future::join_all(calls).await;
    let screen = agent.screen().await;
    assert!(screen.contains("abcdefghijklmnopqrstuvwxyz"), "{screen}");
}

/// Holds type_text.6, type_text.10.
#[tokio::test(start_paused = true)]
async fn what_cannot_be_typed_clears_nothing() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("type_text", json!({ "id": "email", "text": "keep me" })).await;
    let error =
        agent.refused("type_text", json!({ "id": "email", "text": "é", "clear": true })).await;
    assert_eq!(error["code"], "INPUT_UNSUPPORTED");
    assert!(agent.screen().await.contains("keep me"));
    agent.done("type_text", json!({ "id": "email", "text": "new", "clear": true })).await;
    let screen = agent.screen().await;
    assert!(screen.contains("input \"new\"") && !screen.contains("keep"), "{screen}");
}

/// Holds waiting.8, targets.5, targets.12.
#[tokio::test(start_paused = true)]
async fn checks_count_every_match_and_know_their_refs() {
    let (agent, _) = Agent::in_shop().await;
    crate::shop::sign_in(&agent).await;
    let prices = agent.done("expect_element_visible", json!({ "textContains": "€" })).await;
    assert!(prices.json["matched"].as_u64().is_some_and(|count| count >= 9), "{:?}", prices.json);
    let error =
        agent.refused("wait_for_ui", json!({ "ref": "@b777", "condition": "not_exists" })).await;
    assert_eq!(error["code"], "STALE_REFERENCE", "nobody can wait for what never was");
    let error = agent.refused("tap_element", json!({ "textContains": "€" })).await;
    let message = error["message"].as_str().unwrap_or_default();
    assert!(!message.contains("fits 8 "), "the count is not that of the list: {message}");
}
