//! An app that crashes, and one that hangs.

use serde_json::json;

use super::case::{TORTURE, case, changed, prove, tap};
use crate::agent::still;

#[tokio::test(start_paused = true)]
async fn a_crash_shows_in_what_is_left_and_in_the_log() {
    let (agent, screen) = case("CrashActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      @b1 btn "Crash"
      @b2 btn "Hang"
      "Still alive"
    "#);
    let crashed = tap(&agent, "Crash").await;
    insta::assert_snapshot!(still(&crashed.screen), @r#"
    screen 1080x2400 com.android.launcher3 r2
      @l1 link "Chat"
      @l2 link "Form"
      @l3 link "Settings"
      @l4 link "Shop"
      @l5 link "Torture"
    "#);
    let log = agent.adb("logcat -d -b crash -v brief").await;
    for line in [
        "FATAL EXCEPTION: main",
        "Process: com.example.torture, PID: ",
        "java.lang.IllegalStateException: on request",
        "at com.example.torture.CrashActivity.onClick(CrashActivity.java:42)",
    ] {
        assert!(log.contains(line), "{line} in {log}");
    }

    // The app can be started again; when it dies once more, the system says so.
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    tap(&agent, "Crashes and hangs").await;
    let again = tap(&agent, "Crash").await;
    insta::assert_snapshot!(still(&again.screen), @r#"
    screen 1080x2400 android r5
      "Torture keeps stopping"
      @b18 btn "App info"
      @b19 btn "Close app"
    "#);
    let closed = tap(&agent, "Close app").await;
    assert!(closed.screen.contains("com.android.launcher3"), "{}", closed.screen);
    let back = agent.done("connect", json!({ "packageName": TORTURE })).await;
    assert!(back.screen.contains("Crashes and hangs"), "{}", back.screen);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_hangs_is_asked_about_and_waited_for() {
    let (agent, _) = case("CrashActivity").await;
    let hung = agent.done("tap_element", json!({ "text": "Hang" })).await;
    assert_eq!(hung.json["effect"], "not_observed", "nobody could look afterwards");
    insta::assert_snapshot!(hung.json["unobserved"].as_str().unwrap_or_default(), @"the screen could not be read: no window answers: none is in front, or its app hangs");
    let error = agent.refused("tap_element", json!({ "text": "Crash" })).await;
    assert_eq!((&error["code"], &error["retryable"]), (&json!("TREE_UNAVAILABLE"), &json!(true)));

    // A key that nobody takes makes the system ask.
    let pressed = agent.done("press_back", json!({})).await;
    insta::assert_snapshot!(still(&pressed.screen), @r#"
    screen 1080x2400 android r2
      "Torture isn't responding"
      @b3 btn "Close app"
      @b4 btn "Wait"
    "#);
    agent.done("tap_element", json!({ "text": "Wait", "settle": "none" })).await;
    let arguments = json!({ "text": "Still alive", "timeoutMs": 55_000 });
    let waited = agent.done("wait_for_ui", arguments).await;
    assert_eq!(waited.json["met"], true, "it came to itself: {waited:?}");
    let log = agent.adb("logcat -d -b system -v brief").await;
    assert!(log.contains("ANR in com.example.torture"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn an_app_that_hangs_can_be_closed() {
    let (agent, _) = case("CrashActivity").await;
    agent.done("tap_element", json!({ "text": "Hang", "settle": "none" })).await;
    agent.done("tap", json!({ "x": 540, "y": 1200, "settle": "none" })).await;
    prove(&agent, "Close app").await;
    let closed = changed(&agent, "tap_element", json!({ "text": "Close app" })).await;
    assert!(closed.screen.contains("com.android.launcher3"), "{}", closed.screen);
    let again = agent.done("connect", json!({ "packageName": TORTURE })).await;
    assert!(again.screen.contains("Crashes and hangs"), "{}", again.screen);
}
