//! Connections that are cut, and phones that let nobody in.

use phone::Event;
use serde_json::json;
use std::time::Duration;
use tokio::sync::broadcast;

use super::pair::Pair;

/// What became of the connections to the phone, in order.
fn connections(events: &mut broadcast::Receiver<Event>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    while let Ok(event) = events.try_recv() {
        if matches!(event, Event::Connected { .. }) {
            seen.push("connected");
        } else if matches!(event, Event::Disconnected { .. }) {
            seen.push("disconnected");
        }
    }
    seen
}

/// Holds devices.16.
#[tokio::test(start_paused = true)]
async fn a_dropped_connection_is_made_again() {
    let pair = Pair::new().await;
    for fault in ["drop", "restart-adbd"] {
        let mut events = pair.events();
        pair.begin(fault);
        pair.recovers().await;
        assert_eq!(connections(&mut events), ["disconnected", "connected"], "{fault}");
    }
}

/// Holds devices.13, devices.15.
#[tokio::test(start_paused = true)]
async fn a_connection_lost_in_the_middle_of_an_answer() {
    let pair = Pair::new().await;
    pair.begin("drop:uiautomator times 1");
    let error = pair.fails("get_ui_tree", json!({}), "DEVICE_LOST", 5).await;
    assert_eq!(error["retryable"], true);
    pair.recovers().await;
    pair.begin("drop:input times 1");
    pair.fails("tap", json!({ "label": "Email" }), "DEVICE_LOST", 5).await;
    pair.recovers().await;
}

/// Holds devices.13, devices.15.
#[tokio::test(start_paused = true)]
async fn a_connection_lost_while_a_call_waits() {
    for fault in ["drop", "restart-adbd"] {
        let pair = Pair::new().await;
        pair.begin("hang:uiautomator times 1");
        let cut = async {
            tokio::time::sleep_until(tokio::time::Instant::now() + Duration::from_secs(3)).await;
            pair.begin(fault);
        };
        tokio::join!(pair.fails("get_ui_tree", json!({}), "DEVICE_LOST", 5), cut);
        pair.recovers().await;
    }
}

/// Holds devices.11, devices.15.
#[tokio::test(start_paused = true)]
async fn an_offline_phone() {
    let pair = Pair::new().await;
    pair.begin("offline");
    for tool in ["get_ui_tree", "press_back", "connect"] {
        let error = pair.fails(tool, json!({}), "DEVICE_OFFLINE", 15).await;
        assert_eq!(error["retryable"], true);
    }
    pair.clear();
    pair.recovers().await;
}

#[tokio::test(start_paused = true)]
async fn offline_for_a_moment_is_not_noticed() {
    let pair = Pair::new().await;
    let mut events = pair.events();
    pair.begin("offline for 3s");
    pair.recovers().await;
    assert_eq!(connections(&mut events), ["disconnected", "connected"]);
}

/// Holds devices.12.
#[tokio::test(start_paused = true)]
async fn an_unauthorized_phone() {
    let pair = Pair::new().await;
    pair.begin("unauthorized for 30s");
    for tool in ["get_ui_tree", "press_back", "connect"] {
        pair.fails(tool, json!({}), "DEVICE_UNAUTHORIZED", 5).await;
    }
    tokio::time::advance(Duration::from_secs(30)).await;
    pair.recovers().await;
}

/// Holds devices.13, devices.15.
#[tokio::test(start_paused = true)]
async fn a_rebooting_phone() {
    let pair = Pair::new().await;
    pair.begin("reboot=20s");
    for tool in ["get_ui_tree", "press_back", "connect"] {
        let error = pair.fails(tool, json!({}), "DEVICE_LOST", 5).await;
        assert_eq!(error["retryable"], true);
    }
    // adbd is up again before there is anything on the screen.
    tokio::time::advance(Duration::from_secs(16)).await;
    pair.fails("get_ui_tree", json!({}), "TREE_UNAVAILABLE", 15).await;
    tokio::time::advance(Duration::from_secs(5)).await;
    let (home, _) = pair.call("get_ui_tree", json!({})).await;
    assert!(home.screen.contains("com.android.launcher3"), "{home:?}");
    let (again, _) = pair.call("connect", json!({ "packageName": "com.example.shop" })).await;
    assert!(!again.is_error, "{again:?}");
    pair.recovers().await;
}
