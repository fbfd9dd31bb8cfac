//! Screens that never come to rest, and yet can be read.

use std::time::Duration;

use serde_json::json;

use super::case::{TORTURE, case, changed, open, prove, tap};
use crate::agent::{Agent, still};

/// Gets past what turns for ever.
pub(super) async fn skip_what_turns(agent: &Agent) {
    let screen = open(agent, "SpinningActivity").await;
    assert!(screen.contains(" loading:progress_indicator\n"), "{screen}");
    let skipped = tap(agent, "Skip").await;
    assert!(skipped.json.get("still_loading").is_none(), "it turned before: {:?}", skipped.json);
    prove(agent, "You skipped it").await;
}

/// Hits what runs away, and then what has come to rest.
pub(super) async fn hit_what_moves(agent: &Agent) {
    open(agent, "MovingActivity").await;
    for hits in 1..=3 {
        tap(agent, "Hit me").await;
        prove(agent, &format!("Hits: {hits}")).await;
    }
}

/// Holds settle.5, waiting.3.
#[tokio::test(start_paused = true)]
async fn an_animation_without_end_is_named_and_not_waited_for_twice() {
    let (agent, screen) = case("SpinningActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1 loading:progress_indicator
      "Please wait"
      @b1 btn "Skip"
    "#);
    skip_what_turns(&agent).await;
    let waited = agent.done("wait_for_ui", json!({ "text": "You skipped it" })).await;
    assert_eq!(waited.json["met"], true);
    assert!(waited.json["waited_ms"].as_u64().is_some_and(|ms| ms < 500), "{:?}", waited.json);
}

/// Holds settle.5.
#[tokio::test(start_paused = true)]
async fn an_animation_that_scrolls_along_is_the_old_one() {
    let (agent, _) = case("ControlsActivity").await;
    let swiped = changed(&agent, "swipe", json!({ "direction": "up" })).await;
    assert!(swiped.screen.contains("loading:progress_indicator"), "{}", swiped.screen);
    assert!(swiped.json.get("still_loading").is_none(), "{:?}", swiped.json);
}

/// Holds targets.23, targets.24.
#[tokio::test(start_paused = true)]
async fn a_moving_target_is_hit_where_it_is() {
    let (agent, screen) = case("MovingActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Hits: 0"
      @b1 btn "Hit me"
    "#);
    assert_ne!(place(&agent, "Hit me").await, {
        agent.done("wait_for_ui", json!({ "text": "Gone", "timeoutMs": 300 })).await;
        place(&agent, "Hit me").await
    });
    for hits in 1..=10 {
        changed(&agent, "tap_element", json!({ "text": "Hit me" })).await;
        prove(&agent, &format!("Hits: {hits}")).await;
    }
}

/// What was read is over by the time a finger comes down.
///
/// Holds targets.24.
#[tokio::test(start_paused = true)]
async fn a_moving_target_is_hit_over_a_slow_cable() {
    for delay in [15, 30, 60, 150].map(Duration::from_millis) {
        let agent = Agent::with_delay(delay).await;
        agent.start(TORTURE, "MovingActivity").await;
        tap(&agent, "Hit me").await;
        prove(&agent, "Hits: 1").await;
    }
}

/// Where a program is told that an element is.
async fn place(agent: &Agent, label: &str) -> String {
    let all = agent.done("get_ui_tree", json!({ "format": "elements" })).await.json;
    let all = all["elements"].as_array().cloned().unwrap_or_default();
    let one = all.iter().find(|element| element["text"] == label);
    one.unwrap_or_else(|| panic!("no {label} in {all:?}"))["bounds"].to_string()
}
