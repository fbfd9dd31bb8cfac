//! Services that are slow or hang.

use serde_json::json;
use std::time::Duration;

use super::pair::Pair;

#[tokio::test(start_paused = true)]
async fn a_slow_phone_is_waited_for() {
    let pair = Pair::new().await;
    pair.begin("slow=2s");
    let (answer, took) = pair.call("get_ui_tree", json!({})).await;
    assert!(!answer.is_error, "{answer:?}");
    assert!(took >= Duration::from_secs(2), "{took:?}");
    pair.clear();
    pair.recovers().await;
}

/// Holds calls.16.
#[tokio::test(start_paused = true)]
async fn a_phone_that_is_too_slow_times_out() {
    let pair = Pair::new().await;
    pair.begin("slow:uiautomator=5m");
    pair.fails("get_ui_tree", json!({}), "TIMEOUT", 60).await;
    pair.clear();
    pair.recovers().await;
}

/// Holds calls.16.
#[tokio::test(start_paused = true)]
async fn each_hanging_service_times_out() {
    let pair = Pair::new().await;
    for (fault, tool, arguments) in [
        ("hang:uiautomator", "get_ui_tree", json!({})),
        ("hang:uiautomator", "wait_for_ui", json!({ "label": "Nobody", "timeoutMs": 20_000 })),
        ("hang:input", "tap", json!({ "label": "Email" })),
        ("hang:input", "type_text", json!({ "label": "Email", "text": "a" })),
        ("hang:screencap", "capture_screenshot", json!({})),
        ("hang", "connect", json!({ "packageName": "com.example.shop" })),
        ("hang", "press_back", json!({})),
    ] {
        pair.begin(fault);
        pair.fails(tool, arguments, "TIMEOUT", 60).await;
        pair.clear();
    }
    pair.recovers().await;
}

#[tokio::test(start_paused = true)]
async fn a_hang_that_ends_in_time_is_not_noticed() {
    let pair = Pair::new().await;
    pair.begin("hang for 4s");
    let (answer, took) = pair.call("get_ui_tree", json!({})).await;
    assert!(!answer.is_error, "{answer:?}");
    assert!(took >= Duration::from_secs(4), "{took:?}");
    pair.recovers().await;
}
