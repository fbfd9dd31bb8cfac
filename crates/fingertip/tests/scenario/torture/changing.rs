//! Text that changes in its place: a button's label, a clock, a cursor.

use serde_json::json;

use super::case::{case, changed, prove, tap};
use crate::agent::{find_ref, still};

/// Holds targets.3, targets.20, wait_for_ui.4.
#[tokio::test(start_paused = true)]
async fn a_button_keeps_its_ref_whatever_it_says() {
    let (agent, screen) = case("InPlaceActivity").await;
    let button = find_ref(&screen, "\"Start\"");
    let started = changed(&agent, "tap_element", json!({ "ref": button })).await;
    insta::assert_snapshot!(still(&started.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @b1 btn "50 %" disabled
    "#);
    let error = agent.refused("tap_element", json!({ "ref": button })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
    let arguments = json!({ "ref": button, "condition": "clickable" });
    let waited = agent.done("wait_for_ui", arguments).await;
    assert_eq!(waited.json["met"], true);
    assert_eq!(waited.json["element"], format!("{button} btn \"Open\""), "{:?}", waited.json);
    let gone = agent.refused("tap_element", json!({ "text": "Start" })).await;
    assert_eq!(gone["code"], "ELEMENT_NOT_FOUND", "{gone}");
    changed(&agent, "tap_element", json!({ "ref": button })).await;
    prove(&agent, "You opened it").await;
}

/// Holds waiting.1, waiting.3.
#[tokio::test(start_paused = true)]
async fn a_clock_holds_nobody_up() {
    let (agent, screen) = case("ClockActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "12:00:00"
      "Ticks: 3"
      @b1 btn "Lap"
    "#);
    let waited =
        agent.done("wait_for_ui", json!({ "text": "Lap", "condition": "clickable" })).await;
    assert_eq!(waited.json["met"], true);
    assert!(waited.json["waited_ms"].as_u64().is_some_and(|ms| ms < 500), "{:?}", waited.json);
    tap(&agent, "Lap").await;
    prove(&agent, "Noted lap").await;
    let gone = agent.done("wait_for_ui", json!({ "text": "Ticks: 0", "timeoutMs": 3000 })).await;
    assert_eq!(gone.json["met"], false, "a wait for what is past ends when it should");
    assert!(gone.json["waited_ms"].as_u64().is_some_and(|ms| (3000..4000).contains(&ms)));
}

/// Holds get_ui_tree.14, get_ui_tree.18, waiting.3.
#[tokio::test(start_paused = true)]
async fn a_cursor_blinks_and_nothing_has_changed() {
    let (agent, _) = case("KeyboardActivity").await;
    let focused = changed(&agent, "tap_element", json!({ "id": "note" })).await;
    insta::assert_snapshot!(still(&focused.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @f1 input "Note" focused
      @b1 btn "Save"
      keyboard shown
    "#);
    let again = agent.done("tap_element", json!({ "id": "note" })).await;
    assert_eq!(again.json["effect"], "none", "{again:?}");
    let revision = focused
        .screen
        .split(' ')
        .find_map(|word| word.trim().strip_prefix('r')?.parse::<u64>().ok());
    let unchanged = agent.done("get_ui_tree", json!({ "since": revision })).await.screen;
    assert!(unchanged.starts_with("screen unchanged"), "{unchanged}");
}
