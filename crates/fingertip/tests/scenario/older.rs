//! Calls in the words of older servers, once each.

use serde_json::{Value, json};

use crate::agent::Agent;

/// Every tool of AgenTest and mobile-debug-mcp that is one of ours, with the arguments it took there.
/// `@` stands for the ref of the button to sign in, `#` for the fingerprint of the screen.
fn calls() -> Vec<(&'static str, Value)> {
    let selector = || json!({ "text": "Sign in", "resource_id": "sign_in", "contains": false });
    vec![
        // AgenTest.
        (
            "agentest_connect",
            json!({ "packageName": "com.example.shop", "deviceId": "phone", "backend": "adb", "verbose": false, "platform": "android" }),
        ),
        (
            "agentest_get_ui_tree",
            json!({ "format": "compact", "depth": 9, "onlyInteractive": true }),
        ),
        ("agentest_get_ui_tree", json!({ "format": "full" })),
        ("agentest_screenshot", json!({})),
        ("screenshot", json!({})),
        // mobile-debug-mcp.
        ("list_devices", json!({ "platform": "android", "appId": "com.example.shop" })),
        ("get_ui_tree", json!({ "platform": "android", "deviceId": "phone" })),
        ("capture_screenshot", json!({ "platform": "android", "deviceId": "phone" })),
        ("get_current_screen", json!({ "deviceId": "phone" })),
        ("get_screen_fingerprint", json!({ "platform": "android", "deviceId": "phone" })),
        (
            "wait_for_ui",
            json!({
                "selector": selector(), "condition": "clickable", "timeout_ms": 5000, "poll_interval_ms": 300,
                "match": { "index": 0 }, "retry": { "max_attempts": 1, "backoff_ms": 0 }, "platform": "android",
            }),
        ),
        (
            "find_element",
            json!({ "query": "Sign in", "exact": false, "timeoutMs": 3000, "platform": "android" }),
        ),
        (
            "expect_screen",
            json!({ "fingerprint": "#", "screen": "MainActivity", "platform": "android" }),
        ),
        (
            "expect_element_visible",
            json!({ "selector": { "text": "Sign in" }, "timeout_ms": 5000, "poll_interval_ms": 300 }),
        ),
        (
            "expect_element_visible",
            json!({ "selector": { "accessibility_id": "Shop logo" }, "element_id": null }),
        ),
        (
            "expect_state",
            json!({ "selector": selector(), "property": "enabled", "expected": true }),
        ),
        ("expect_state", json!({ "element_id": "@", "property": "enabled", "expected": true })),
        (
            "wait_for_screen_change",
            json!({ "previousFingerprint": "zzzzzz", "timeoutMs": 5000, "pollIntervalMs": 300 }),
        ),
        (
            "wait_for_ui_change",
            json!({ "expected_change": "hierarchy_diff", "timeout_ms": 100, "stability_window_ms": 250 }),
        ),
        ("tap", json!({ "x": 540.0, "y": 2200.0, "platform": "android", "deviceId": "phone" })),
        ("tap_element", json!({ "elementId": "@" })),
        (
            "swipe",
            json!({ "x1": 540, "y1": 2000, "x2": 540, "y2": 1800, "duration": 300, "platform": "android" }),
        ),
        ("type_text", json!({ "text": "x", "platform": "android" })),
        (
            "scroll_to_element",
            json!({
                "platform": "android", "selector": { "text": "Sign in", "resourceId": "sign_in", "className": "android.widget.Button" },
                "direction": "down", "maxScrolls": 10, "scrollAmount": 0.7, "deviceId": "phone",
            }),
        ),
        (
            "scroll_to_element",
            json!({ "platform": "android", "selector": { "contentDesc": "Shop logo" } }),
        ),
        ("press_back", json!({ "platform": "android", "deviceId": "phone" })),
        (
            "classify_action_outcome",
            json!({ "uiChanged": false, "expectedElementVisible": true, "networkRequests": [{ "endpoint": "/a", "status": "success" }], "hasLogErrors": false }),
        ),
        (
            "classify_action_outcome",
            json!({ "uiChanged": false, "actionType": "tap", "networkRequests": [{ "url": "/a", "status": "retryable" }] }),
        ),
    ]
}

/// Holds calls.14, targets.6, wait_for_ui.9, wait_for_ui_change.2.
#[tokio::test(start_paused = true)]
async fn every_older_call_is_understood() {
    let (agent, _) = Agent::in_shop().await;
    for (tool, arguments) in calls() {
        // Each finds the sign-in with the focus in its field.
        agent.done("connect", json!({ "packageName": "com.example.shop" })).await;
        agent.done("tap_element", json!({ "id": "email" })).await;
        agent.done("press_back", json!({})).await;
        let found = agent.done("find_element", json!({ "query": "sign_in" })).await.json;
        let token = found["element"].as_str().and_then(|line| line.split(' ').next());
        let print =
            agent.done("get_screen_fingerprint", json!({})).await.json["fingerprint"].clone();
        let mut arguments = arguments;
        for value in arguments.as_object_mut().into_iter().flat_map(|object| object.values_mut()) {
            match value.as_str() {
                Some("@") => *value = json!(token),
                Some("#") => *value = print.clone(),
                _ => {}
            }
        }
        let answer = agent.call(tool, arguments.clone()).await;
        assert!(!answer.is_error, "{tool} {arguments}: {answer:?}");
        for verdict in ["verified", "found", "success"] {
            let told = &answer.json[verdict];
            assert!(told.is_null() || told == &json!(true), "{tool} {arguments}: {answer:?}");
        }
    }
}

/// Holds calls.14, adjust_control.3.
#[tokio::test(start_paused = true)]
async fn a_control_is_adjusted_in_older_words() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.android.settings" })).await;
    agent.done("tap_element", json!({ "text": "Display" })).await;
    let selector = json!({ "accessibility_id": "Display brightness" });
    let older = json!({
        "selector": selector, "property": "value", "targetValue": 30, "tolerance": 2, "maxAttempts": 3,
        "platform": "android", "deviceId": "phone",
    });
    let adjusted = agent.done("adjust_control", older).await.json;
    assert_eq!(adjusted["success"], true, "{adjusted}");
}
