//! The screen that cannot be dumped: what can still be done, and how the agent learns of it.

use serde_json::json;

use super::case::{TORTURE, prove};
use crate::agent::Agent;

/// Holds get_ui_tree.16, settle.7, press_back.3, capture_screenshot.5.
#[tokio::test(start_paused = true)]
async fn is_told_within_the_deadline_and_can_be_left() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    let tapped = agent.done("tap_element", json!({ "text": "Never at rest" })).await;
    assert_eq!(tapped.json["effect"], "not_observed", "the tap was taken all the same");
    let why = tapped.json["unobserved"].as_str().unwrap_or_default();
    assert!(why.contains("did not stop sending events"), "{why}");

    let began = tokio::time::Instant::now();
    let error = agent.refused("get_ui_tree", json!({})).await;
    assert!(began.elapsed() <= std::time::Duration::from_secs(15), "{:?}", began.elapsed());
    assert_eq!((&error["code"], &error["retryable"]), (&json!("TREE_UNAVAILABLE"), &json!(true)));
    insta::assert_snapshot!(error["hint"].as_str().unwrap_or_default(), @"call again; a screen that never stops moving, or whose app hangs, cannot be read over plain adb: use capture_screenshot, and press_back or tap by x and y with settle none");

    // As the hint says: a picture to look at, points to touch, keys to press.
    let picture = agent.done("capture_screenshot", json!({})).await;
    assert!(picture.image.is_some_and(|(kind, _)| kind == "image/jpeg"));
    agent.done("tap", json!({ "x": 540, "y": 330, "settle": "none" })).await;
    let typed = agent.done("type_text", json!({ "text": "blind", "settle": "none" })).await;
    assert_eq!(typed.json["effect"], "not_observed");
    assert!(agent.done("capture_screenshot", json!({})).await.picture != picture.picture);
    agent.done("press_back", json!({ "settle": "none" })).await;
    agent.done("press_back", json!({})).await;
    prove(&agent, "Never at rest").await;
    // What was typed has arrived: another screen of the app shows the same note.
    agent.done("tap_element", json!({ "text": "Covered by the keyboard" })).await;
    prove(&agent, "blind").await;
}
