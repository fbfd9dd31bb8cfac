//! Text that changes in its place: a button's label, a clock, a cursor.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::case::{case, changed, open, prove, tap};
use crate::agent::{Agent, find_ref, still};

/// Presses a button, follows its label, and presses it again.
pub(super) async fn press_what_changes(agent: &Agent) {
    let screen = open(agent, "InPlaceActivity").await;
    let button = find_ref(&screen, "\"Start\"");
    let started = changed(agent, "tap_element", json!({ "ref": button })).await;
    assert!(started.screen.contains(&format!("{button} btn")), "{}", started.screen);
    let clickable = json!({ "ref": button, "condition": "clickable" });
    let waited = agent.done("wait_for_ui", clickable).await;
    assert_eq!(waited.json["met"], true, "{waited:?}");
    assert_eq!(waited.json["element"], format!("{button} btn \"Open\""), "{waited:?}");
    let says = json!({ "ref": button, "property": "text", "expected": "Open" });
    let verdict = agent.done("expect_state", says).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
    let gone = agent.refused("tap_element", json!({ "text": "Start" })).await;
    assert_eq!(gone["code"], "ELEMENT_NOT_FOUND", "{gone}");
    changed(agent, "tap_element", json!({ "ref": button })).await;
    prove(agent, "You opened it").await;
}

/// The same, by an action that waits for the label itself.
pub(super) async fn expect_what_changes(agent: &Agent) {
    let screen = open(agent, "InPlaceActivity").await;
    let button = find_ref(&screen, "\"Start\"");
    let opened = json!({ "ref": button, "property": "text", "expected": "Open" });
    let started = changed(agent, "tap_element", json!({ "ref": button, "expect": opened })).await;
    assert_eq!(started.json["expect"]["verified"], true, "{started:?}");
    tap(agent, "Open").await;
    prove(agent, "You opened it").await;
}

/// Reads and touches what never stops ticking.
pub(super) async fn stop_a_clock(agent: &Agent) {
    open(agent, "ClockActivity").await;
    let lap = json!({ "text": "Lap", "condition": "clickable" });
    let waited = agent.done("wait_for_ui", lap).await;
    assert_eq!(waited.json["met"], true, "{waited:?}");
    tap(agent, "Lap").await;
    prove(agent, "Noted lap").await;
}

/// Holds targets.3, targets.20, wait_for_ui.4.
#[tokio::test(start_paused = true)]
async fn a_button_keeps_its_ref_whatever_it_says() {
    press_what_changes(&Agent::with_phone().await).await;
    expect_what_changes(&Agent::with_phone().await).await;
}

/// On a screen with more on it, the delta is shorter than the whole.
#[tokio::test(start_paused = true)]
async fn a_text_that_changes_in_place_is_one_line_of_a_delta() {
    const APP: &str = r#"
package: com.x.place
label: Place
state: {label: Fetch}
activities:
  .Main:
    launcher: true
    toolbar: {title: Downloads}
    body:
      column:
        gap: 8
        children:
          - text: {text: All that was fetched in the last days}
          - text: {text: One report of the year that has passed}
          - text: {text: Two letters to somebody who was away}
          - text: {text: Three pictures that nobody looked at}
          - button: {id: action, text: "{label}", on_tap: [set: {label: Half of it}, after: {ms: 2500, do: [set: {label: Open}]}]}
"#;
    let agent = Agent::with_app(phone::apps::declared(APP).expect("an app")).await;
    let first = agent.done("connect", json!({ "packageName": "com.x.place" })).await.screen;
    let button = find_ref(&first, "\"Fetch\"");
    let tapped = changed(&agent, "tap_element", json!({ "ref": button })).await;
    insta::assert_snapshot!(still(&tapped.screen), @r#"
    screen 1080x2400 com.x.place r2 since r1 text_change
    ~ @b1 btn "Half of it"
    "#);
    let opened = agent.done("wait_for_ui_change", json!({ "timeoutMs": 5000 })).await;
    assert_eq!(opened.json["met"], true, "{opened:?}");
    let says = json!({ "ref": button, "property": "text", "expected": "Open" });
    assert_eq!(agent.done("expect_state", says).await.json["verified"], true);
    let delta = agent.done("get_ui_tree", json!({ "since": 1 })).await.screen;
    insta::assert_snapshot!(still(&delta), @r#"
    screen 1080x2400 com.x.place r3 since r1 text_change
    ~ @b1 btn "Open"
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_button_cannot_be_pressed_while_it_says_so() {
    let (agent, screen) = case("InPlaceActivity").await;
    let button = find_ref(&screen, "\"Start\"");
    let started = changed(&agent, "tap_element", json!({ "ref": button })).await;
    insta::assert_snapshot!(still(&started.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @b1 btn "50 %" disabled
    "#);
    let error = agent.refused("tap_element", json!({ "ref": button })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
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

/// Holds targets.29.
#[tokio::test(start_paused = true)]
async fn a_title_that_counts_by_itself_leaves_the_refs_alone() {
    const APP: &str = r#"
package: com.x.ticks
label: Ticks
style: compose
state: {ticks: 0, laps: 0}
activities:
  .Main:
    launcher: true
    on_start: [every: {ms: 700, do: [set: {ticks: "{ticks + 1}"}]}]
    toolbar: {title: "Ticks {ticks}"}
    body:
      column:
        gap: 8
        children:
          - button: {text: Lap, on_tap: [set: {laps: "{laps + 1}"}]}
          - text: {text: "{laps} laps"}
"#;
    let agent = Agent::with_app(phone::apps::declared(APP).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.ticks" })).await;
    for _ in 0..3 {
        pause(1).await;
        agent.screen().await;
    }
    let button = find_ref(&agent.screen().await, "\"Lap\"");
    for laps in 1..=3 {
        pause(2).await;
        let lapped = agent.done("tap_element", json!({ "ref": button })).await;
        assert_eq!(lapped.json["effect"], "changed", "{lapped:?}");
        prove(&agent, &format!("{laps} laps")).await;
    }
}

async fn pause(seconds: u64) {
    tokio::time::sleep_until(Instant::now() + Duration::from_secs(seconds)).await;
}
