//! Screens that never come to rest, and yet can be read.

use serde_json::json;

use super::case::{case, changed, prove, tap};
use crate::agent::{Agent, still};

#[tokio::test(start_paused = true)]
async fn an_animation_without_end_is_named_and_not_waited_for_twice() {
    let (agent, screen) = case("SpinningActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1 loading:progress_indicator
      "Please wait"
      @b1 btn "Skip"
    "#);
    let skipped = tap(&agent, "Skip").await;
    assert!(skipped.json.get("still_loading").is_none(), "it turned before: {:?}", skipped.json);
    let waited = agent.done("wait_for_ui", json!({ "text": "You skipped it" })).await;
    assert_eq!((&waited.json["met"], &waited.json["waited_ms"]), (&json!(true), &json!(0)));
    prove(&agent, "You skipped it").await;
}

#[tokio::test(start_paused = true)]
async fn an_animation_that_scrolls_along_is_the_old_one() {
    let (agent, _) = case("ControlsActivity").await;
    let swiped = changed(&agent, "swipe", json!({ "direction": "up" })).await;
    assert!(swiped.screen.contains("loading:progress_indicator"), "{}", swiped.screen);
    assert!(swiped.json.get("still_loading").is_none(), "{:?}", swiped.json);
}

#[tokio::test(start_paused = true)]
async fn a_moving_target_is_hit_where_it_is() {
    let (agent, screen) = case("MovingActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Hits: 0"
      @b1 btn "Hit me"
    "#);
    let first = place(&agent, "Hit me").await;
    for hits in 1..=3 {
        changed(&agent, "tap_element", json!({ "text": "Hit me" })).await;
        prove(&agent, &format!("Hits: {hits}")).await;
    }
    assert_ne!(place(&agent, "Hit me").await, first, "it ran away all the time");
}

/// Where a program is told that an element is.
async fn place(agent: &Agent, label: &str) -> String {
    let all = agent.done("get_ui_tree", json!({ "format": "elements" })).await.json;
    let all = all["elements"].as_array().cloned().unwrap_or_default();
    let one = all.iter().find(|element| element["text"] == label);
    one.unwrap_or_else(|| panic!("no {label} in {all:?}"))["bounds"].to_string()
}
