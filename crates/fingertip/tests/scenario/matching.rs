//! How an agent may say which element it means, and what it is told of how that was understood.

use serde_json::json;

use crate::agent::Agent;

/// Holds targets.17.
#[tokio::test(start_paused = true)]
async fn checks_say_how_sure_they_are() {
    let (agent, _) = Agent::in_shop().await;
    let by_text = agent.done("wait_for_ui", json!({ "text": "Sign in" })).await.json;
    assert_eq!((&by_text["confidence"], &by_text["reason"]), (&json!(0.6), &json!("text_match")));
    let by_id = agent.done("expect_element_visible", json!({ "id": "sign_in" })).await.json;
    assert_eq!((&by_id["confidence"], &by_id["reason"]), (&json!(1.0), &json!("resource_id")));
    let reference = by_id["element"].as_str().and_then(|line| line.split(' ').next());
    let by_ref = agent.done("wait_for_ui", json!({ "ref": reference })).await.json;
    assert_eq!((by_ref.get("confidence"), &by_ref["met"]), (None, &json!(true)));
}

/// Holds targets.8, targets.18, calls.14, wait_for_ui.9.
#[tokio::test(start_paused = true)]
async fn older_ways_to_say_it_are_understood() {
    let (agent, _) = Agent::in_shop().await;
    for arguments in [
        json!({ "selector": { "resource_id": "sign_in" }, "timeout_ms": 100 }),
        json!({ "selector": { "text": "sign", "contains": true, "ignore_case": true }, "match": { "index": 0 } }),
        json!({ "selector": { "text": "Sign in" }, "match": { "index": 0 } }),
        json!({ "accessibility_id": "Shop logo" }),
        json!({ "stable_id": "com.example.shop:id/sign_in" }),
        json!({ "text": "Sign in", "id": "", "ref": "", "description": null }),
        json!({ "role": "btn", "text": "Sign in" }),
    ] {
        let met = agent.done("wait_for_ui", arguments.clone()).await.json;
        assert_eq!(met["met"], true, "{arguments}: {met}");
    }
    let error = agent.refused("wait_for_ui", json!({ "selector": { "text": " " } })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds targets.8, targets.17.
#[tokio::test(start_paused = true)]
async fn an_action_tells_of_a_target_that_was_less_than_plain() {
    let (agent, _) = Agent::in_shop().await;
    let plain = agent.done("tap_element", json!({ "text": "Remember me" })).await.json;
    assert_eq!((plain.get("reason"), plain.get("confidence")), (None, None), "{plain}");
    let part = agent.done("tap_element", json!({ "textContains": "Remember" })).await.json;
    assert_eq!(part["reason"], "partial_text_match", "{part}");
    let moved = json!({ "stableId": "was_renamed", "text": "Remember me" });
    let moved = agent.done("tap_element", moved).await.json;
    assert_eq!(
        (&moved["reason"], &moved["confidence"]),
        (&json!("text_match, no_stable_id"), &json!(0.55))
    );
}

/// Holds targets.13.
#[tokio::test(start_paused = true)]
async fn a_wrong_id_is_answered_with_the_id_that_is_near() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("tap_element", json!({ "id": "sign_inn" })).await;
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains(r#"btn "Sign in" with id "sign_in""#), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_label_may_be_called_so() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("tap_element", json!({ "label": "Remember me" })).await;
}
