//! Scrolling until something is in sight.

use serde_json::json;

use crate::agent::{Agent, find_ref};
use crate::shop::sign_in;
use crate::wire::Wire;

async fn far() -> (Agent, String) {
    let (agent, answer) = Agent::in_activity("com.example.torture", "FarActivity").await;
    (agent, answer.screen)
}

/// Holds scroll_to_element.1, scroll_to_element.2, scroll_to_element.3, scroll_to_element.4.
#[tokio::test(start_paused = true)]
async fn it_reads_on_until_the_element_is_in_sight() {
    let (agent, _) = far().await;
    let here = agent.done("scroll_to_element", json!({ "text": "Row 3" })).await;
    assert_eq!((&here.json["success"], &here.json["scrolls_performed"]), (&json!(true), &json!(0)));
    assert_eq!(here.screen, "", "nothing changed");
    let down = agent.done("scroll_to_element", json!({ "text": "Row 60" })).await;
    assert!(down.json["target"].as_str().is_some_and(|line| line.ends_with(" btn \"Row 60\"")));
    assert!(down.json["scrolls_performed"].as_u64().is_some_and(|count| count > 1));
    assert!(down.screen.contains("\"Row 60\""), "{}", down.screen);
    let touched = agent.done("tap_element", json!({ "text": "Row 60" })).await;
    assert!(touched.screen.contains("Chosen: row 60"), "{}", touched.screen);
    let up = json!({ "text": "Row 2", "direction": "up" });
    assert_eq!(agent.done("scroll_to_element", up).await.json["success"], true);
    assert!(agent.screen().await.contains("\"Row 2\""));
}

/// Holds scroll_to_element.3, scroll_to_element.8.
#[tokio::test(start_paused = true)]
async fn a_direction_is_that_of_reading() {
    let (agent, _) = far().await;
    let mut wire = Wire::of(&agent);
    for (direction, dx, dy) in [("down", 0, -1), ("up", 0, 1), ("right", -1, 0), ("left", 1, 0)] {
        let one = json!({ "text": "Nowhere", "direction": direction, "maxScrolls": 1 });
        agent.refused("scroll_to_element", one).await;
        let touch = wire.touch();
        let way = ((touch[2] - touch[0]).signum(), (touch[3] - touch[1]).signum());
        assert_eq!(way, (dx, dy), "{direction}: {touch:?}");
    }
    let mut strokes = Vec::new();
    for amount in [json!(null), json!(0.2)] {
        let one = json!({ "text": "Nowhere", "scrollAmount": amount, "maxScrolls": 1 });
        agent.refused("scroll_to_element", one).await;
        let touch = wire.touch();
        strokes.push(touch[1] - touch[3]);
    }
    assert_eq!(strokes[0] * 2 / 7, strokes[1], "0.7 unless told: {strokes:?}");
    for wrong in
        [json!({ "scrollAmount": 0.95 }), json!({ "maxScrolls": 0 }), json!({ "maxScrolls": 101 })]
    {
        let mut wrong = wrong;
        wrong["text"] = json!("Row 3");
        assert_eq!(agent.refused("scroll_to_element", wrong).await["code"], "INVALID_ARGUMENT");
    }
}

/// Holds scroll_to_element.6, scroll_to_element.7.
#[tokio::test(start_paused = true)]
async fn it_ends_with_its_budget_or_with_the_list() {
    let (agent, _) = far().await;
    let mut wire = Wire::of(&agent);
    let error = agent.refused("scroll_to_element", json!({ "text": "Row 1000" })).await;
    assert_eq!((&error["code"], &error["retryable"]), (&json!("ELEMENT_NOT_FOUND"), &json!(true)));
    assert_eq!(wire.inputs().len(), 10, "unless told");
    let up = json!({ "text": "Row 1000", "direction": "up", "maxScrolls": 100 });
    let error = agent.refused("scroll_to_element", up).await;
    assert_eq!(
        (&error["code"], &error["retryable"]),
        (&json!("NAVIGATION_NO_CHANGE"), &json!(true))
    );
}

/// Holds scroll_to_element.5.
#[tokio::test(start_paused = true)]
async fn a_list_can_be_named() {
    let (agent, screen) = far().await;
    let list = find_ref(&screen, "scroll");
    let within = json!({ "text": "Row 40", "within": list });
    assert_eq!(agent.done("scroll_to_element", within).await.json["success"], true);
    let error =
        agent.refused("scroll_to_element", json!({ "text": "Row 90", "within": "@s99" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "{error}");
    let error =
        agent.refused("scroll_to_element", json!({ "text": "Row 90", "within": "list" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds scroll_to_element.9, scroll_to_element.10.
#[tokio::test(start_paused = true)]
async fn a_ref_that_was_scrolled_away_is_found_again() {
    let (agent, screen) = far().await;
    let row = find_ref(&screen, "\"Row 3\"");
    agent.done("scroll_to_element", json!({ "text": "Row 40" })).await;
    let back = json!({ "ref": row, "direction": "up" });
    let back = agent.done("scroll_to_element", back).await;
    assert_eq!(back.json["target"], format!("{row} btn \"Row 3\""));
    let error = agent.refused("scroll_to_element", json!({ "textContains": "Row" })).await;
    assert_eq!(error["code"], "AMBIGUOUS_TARGET");
}

/// Holds tap_element.3.
#[tokio::test(start_paused = true)]
async fn a_tap_may_scroll_first() {
    let (agent, _) = far().await;
    let tapped = agent.done("tap_element", json!({ "text": "Row 50", "scroll": true })).await;
    assert!(agent.screen().await.contains("Chosen: row 50"), "{tapped:?}");
    // Above as well: the list is read down first, and its end sends it up.
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    agent.done("scroll_to_element", json!({ "text": "Candle set" })).await;
    let lamp = json!({ "text": "Walnut desk lamp" });
    assert_eq!(agent.refused("tap_element", lamp).await["code"], "ELEMENT_NOT_FOUND");
    agent.done("tap_element", json!({ "text": "Walnut desk lamp", "scroll": true })).await;
    assert!(agent.screen().await.contains("Notify me"));
}
