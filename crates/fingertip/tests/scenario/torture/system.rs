//! What the system puts over an app: its question for a permission, and toasts.

use serde_json::json;

use super::case::{case, prove, tap};
use crate::agent::still;

#[tokio::test(start_paused = true)]
async fn a_permission_is_asked_for_in_a_window_of_the_system() {
    let (agent, _) = case("NetworkActivity").await;
    let asked = tap(&agent, "Camera").await;
    insta::assert_snapshot!(still(&asked.screen), @r#"
    screen 1080x2400 com.android.permissioncontroller r2
      @g1 tap "Allow Torture to take pictures and record video?"
        @b6 btn "While using the app"
        @b7 btn "Only this time"
        @b8 btn "Don’t allow"
    "#);
    let error = agent.refused("tap_element", json!({ "text": "Load" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "{error}");
    tap(&agent, "Don’t allow").await;
    prove(&agent, "Camera denied").await;
    tap(&agent, "Camera").await;
    tap(&agent, "While using the app").await;
    prove(&agent, "Camera granted").await;
    let granted = agent.adb("dumpsys package com.example.torture").await;
    assert!(granted.contains("android.permission.CAMERA: granted=true"), "{granted}");
}

/// Plain adb cannot read toasts: the screen has not changed, and only a picture shows it.
#[tokio::test(start_paused = true)]
async fn a_toast_is_seen_in_a_picture_only() {
    let (agent, screen) = case("NetworkActivity").await;
    let picture = async || agent.done("capture_screenshot", json!({})).await.picture;
    let before = picture().await;
    let tapped = agent.done("tap_element", json!({ "text": "Toast", "settle": "none" })).await;
    assert_eq!(tapped.json["success"], true);
    assert_ne!(picture().await, before);
    assert_eq!(agent.screen().await, screen);
    let arguments = json!({ "text": "Here I am", "timeoutMs": 5000 });
    let verdict = agent.done("expect_element_visible", arguments).await;
    assert_eq!(verdict.json["verified"], false);
    assert_eq!(picture().await, before, "and then it is gone");
}
