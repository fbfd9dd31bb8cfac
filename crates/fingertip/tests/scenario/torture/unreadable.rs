//! The screen that cannot be dumped: what can still be done, and how the agent learns of it.

use serde_json::json;

use super::case::{TORTURE, prove};
use crate::agent::Agent;

/// Learns that it cannot be read, acts without reading, and leaves.
pub(super) async fn act_blindly_and_leave(agent: &Agent) {
    learn(agent).await;
    type_blindly(agent).await;
    agent.done("press_back", json!({ "settle": "none" })).await;
    agent.done("press_back", json!({})).await;
    prove(agent, "Never at rest").await;
    // What was typed has arrived: another screen of the app shows the same note.
    agent.done("tap_element", json!({ "text": "Covered by the keyboard" })).await;
    prove(agent, "blind").await;
}

/// What was read last is not passed off as what is there, and the remedy is named.
async fn learn(agent: &Agent) {
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    let tapped = agent.done("tap_element", json!({ "text": "Never at rest" })).await;
    assert_eq!(tapped.json["effect"], "not_observed", "the tap was taken all the same");
    let why = tapped.json["unobserved"].as_str().unwrap_or_default();
    assert!(why.contains("did not stop sending events"), "{why}");

    let began = tokio::time::Instant::now();
    let error = agent.refused("get_ui_tree", json!({})).await;
    assert!(began.elapsed() <= std::time::Duration::from_secs(15), "{:?}", began.elapsed());
    assert_eq!((&error["code"], &error["retryable"]), (&json!("TREE_UNAVAILABLE"), &json!(true)));
    let hint = "call again; connect wakes a display that is off; a screen that never stops moving, or whose app hangs, cannot be read over plain adb: use capture_screenshot, and press_back or tap by x and y with settle none";
    assert_eq!(error["hint"], hint);
}

/// As the hint says: points to touch, keys to press.
async fn type_blindly(agent: &Agent) {
    agent.done("tap", json!({ "x": 540, "y": 330, "settle": "none" })).await;
    let typed = agent.done("type_text", json!({ "text": "blind", "settle": "none" })).await;
    assert_eq!(typed.json["effect"], "not_observed");
}

/// Holds get_ui_tree.16, settle.7, press_back.3.
#[tokio::test(start_paused = true)]
async fn is_told_within_the_deadline_and_can_be_left() {
    act_blindly_and_leave(&Agent::with_phone().await).await;
}

/// Holds capture_screenshot.5.
#[tokio::test(start_paused = true)]
async fn is_seen_in_a_picture() {
    let agent = Agent::with_phone().await;
    learn(&agent).await;
    let picture = agent.done("capture_screenshot", json!({})).await;
    assert!(picture.image.is_some_and(|(kind, _)| kind == "image/jpeg"));
    type_blindly(&agent).await;
    assert!(agent.done("capture_screenshot", json!({})).await.picture != picture.picture);
}
