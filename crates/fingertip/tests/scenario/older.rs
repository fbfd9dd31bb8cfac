//! Calls in the words of older servers, once each.

use fingertip::host::Devices;
use serde_json::{Value, json};

use crate::agent::{Agent, find_ref};

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
        ("type_text", json!({ "text": "y", "selector": { "text": "x", "resource_id": "email" } })),
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

/// Holds expect_element_visible.4.
#[tokio::test(start_paused = true)]
async fn an_element_id_beside_a_selector_decides_nothing() {
    let (agent, shown) = Agent::in_shop().await;
    let token = find_ref(&shown.screen, "\"Sign in\"");
    let judge = async |selector: Value| {
        let claim = json!({ "selector": selector, "element_id": token, "timeout_ms": 0 });
        agent.done("expect_element_visible", claim).await.json["verified"] == true
    };
    assert!(judge(json!({ "text": "Welcome to Shop" })).await);
    assert!(!judge(json!({ "text": "Products" })).await, "the button is visible, Products is not");
    assert!(judge(json!({})).await, "it is all there is");
}

/// Holds waiting.13.
#[tokio::test(start_paused = true)]
async fn programs_are_told_in_older_words_too() {
    let agent = Agent::for_programs(Devices { phone: true }).await;
    agent.done("connect", json!({ "packageName": "com.example.shop" })).await;
    let tell = async |tool: &'static str, arguments: Value| {
        let answer = agent.call(tool, arguments).await;
        assert!(answer.json["failure_code"].is_null() && answer.json["status"].is_null());
        answer.structured
    };
    let here = tell("wait_for_ui", json!({ "text": "Sign in" })).await;
    assert_eq!((&here["success"], &here["status"]), (&json!(true), &json!("success")));
    assert_eq!(here["observed"]["matched_count"], 1);
    assert!(here["failure_code"].is_null(), "{here}");
    let gone = json!({ "text": "Zip", "timeoutMs": 0 });
    for tool in ["wait_for_ui", "expect_element_visible"] {
        let none = tell(tool, gone.clone()).await;
        assert_eq!((&none["success"], &none["retryable"]), (&json!(false), &json!(true)));
        assert_eq!(none["failure_code"], "ELEMENT_NOT_FOUND");
        let seen = json!({ "status": "timeout", "matched_count": 0, "condition_satisfied": false });
        assert_eq!(none["observed"], seen);
    }
    let claim =
        json!({ "id": "remember_me", "property": "checked", "expected": true, "timeoutMs": 0 });
    let other = tell("expect_state", claim).await;
    assert_eq!(other["expected_state"], json!({ "property": "checked", "expected": true }));
    assert_eq!(other["observed_state"], json!({ "property": "checked", "value": false }));
    assert_eq!(other["failure_code"], "EXPECT_STATE_MISMATCH");
    let place = tell("expect_screen", json!({ "screen": "Nowhere" })).await;
    assert_eq!(place["expected_screen"], json!({ "fingerprint": null, "screen": "Nowhere" }));
    assert_eq!(place["comparison"], json!({ "basis": "screen", "matched": false }));
    assert_eq!((&place["success"], &place["confidence"]), (&json!(false), &json!(0)));
    let still = tell("wait_for_ui_change", json!({ "timeoutMs": 100 })).await;
    assert_eq!((&still["timeout"], &still["observed_change"]), (&json!(true), &json!(null)));
    let moved = json!({ "previousFingerprint": "zzzzzz", "timeoutMs": 100 });
    let moved = tell("wait_for_screen_change", moved).await;
    assert_eq!(
        (&moved["success"], &moved["previousFingerprint"]),
        (&json!(true), &json!("zzzzzz"))
    );
    assert_eq!(moved["newFingerprint"], moved["observed_screen"]["fingerprint"]);
    assert!(moved["newFingerprint"].is_string(), "{moved}");

    agent.done("connect", json!({ "packageName": "com.android.settings" })).await;
    let tapped = tell("tap_element", json!({ "text": "Display" })).await;
    assert_eq!(tapped["action_type"], "tap_element");
    let set = json!({ "description": "Display brightness", "targetValue": 30, "tolerance": 2 });
    let set = tell("adjust_control", set).await;
    let target = json!({ "property": "value", "target_value": 30.0, "tolerance": 2.0 });
    assert_eq!(set["target_state"], target, "{set}");
    assert_eq!(set["actual_state"]["value"], set["actual"]);
    assert_eq!((&set["within_tolerance"], &set["converged"]), (&json!(true), &json!(true)));
}
