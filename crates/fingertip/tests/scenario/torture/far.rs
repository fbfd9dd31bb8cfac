//! A row that is nine hundred rows away.

use serde_json::json;

use super::case::{case, changed, open, prove, tap};
use crate::agent::{Agent, find_ref, still};

/// Scrolls to a row far down, and back to one far up.
pub(super) async fn scroll_to_what_is_far(agent: &Agent) {
    open(agent, "FarActivity").await;
    let row = json!({ "text": "Row 60" });
    let error = agent.refused("tap_element", row.clone()).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND");
    let scrolled = agent.done("scroll_to_element", row).await;
    assert_eq!(scrolled.json["success"], true, "{scrolled:?}");
    tap(agent, "Row 60").await;
    prove(agent, "Chosen: row 60").await;
    let up = json!({ "text": "Row 30", "direction": "up" });
    agent.done("scroll_to_element", up).await;
    tap(agent, "Row 30").await;
    prove(agent, "Chosen: row 30").await;
    // In one call.
    changed(agent, "tap_element", json!({ "text": "Row 70", "scroll": true })).await;
    prove(agent, "Chosen: row 70").await;
}

#[tokio::test(start_paused = true)]
async fn what_is_far_down_is_reached_by_swiping() {
    let (agent, screen) = case("FarActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Chosen:"
      @s1 scroll
        @b1 btn "Row 1"
        @b2 btn "Row 2"
        @b3 btn "Row 3"
        @b4 btn "Row 4"
        @b5 btn "Row 5"
        @b6 btn "Row 6"
        @b7 btn "Row 7"
        @b8 btn "Row 8"
        @b9 btn "Row 9"
        @b10 btn "Row 10"
        @b11 btn "Row 11"
        @b12 btn "Row 12"
        @b13 btn "Row 13"
        @b14 btn "Row 14"
        @b15 btn "Row 15"
        @b16 btn "Row 16"
        @b17 btn "Row 17"
    "#);
    let error = agent.refused("tap_element", json!({ "text": "Row 1000" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND");
    assert!(error["hint"].as_str().is_some_and(|hint| hint.contains("swipe")), "{error}");

    let list = find_ref(&screen, "scroll");
    let fling = json!({ "direction": "up", "ref": list, "durationMs": 50 });
    let mut swipes = 0;
    let last = loop {
        let swiped = agent.done("swipe", fling.clone()).await;
        swipes += 1;
        assert!(swipes < 100, "the list does not end");
        if swiped.json["effect"] == "none" {
            break agent.screen().await;
        }
    };
    insta::assert_snapshot!(still(&last).lines().last().unwrap_or_default(), @r#"    @b249 btn "Row 1000""#);
    tap(&agent, "Row 1000").await;
    prove(&agent, "Chosen: row 1000").await;
}

/// Holds targets.3, targets.4.
#[tokio::test(start_paused = true)]
async fn a_row_that_came_back_is_the_row_it_was() {
    let (agent, screen) = case("FarActivity").await;
    let (list, row) = (find_ref(&screen, "scroll"), find_ref(&screen, "\"Row 3\""));
    changed(&agent, "swipe", json!({ "direction": "up", "ref": list })).await;
    let error = agent.refused("tap_element", json!({ "ref": row })).await;
    assert_eq!(error["code"], "STALE_REFERENCE", "{error}");
    changed(&agent, "swipe", json!({ "direction": "down", "ref": list })).await;
    changed(&agent, "tap_element", json!({ "ref": row })).await;
    prove(&agent, "Chosen: row 3").await;
}
