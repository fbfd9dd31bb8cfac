//! Labels that do not tell elements apart, are missing, lie or go on for ever.

use serde_json::json;

use super::case::{case, changed, open, prove};
use crate::agent::{Agent, find_ref, still};

/// Chooses among the same labels, by order and by ref.
pub(super) async fn tell_the_same_apart(agent: &Agent) {
    open(agent, "SameActivity").await;
    let error = agent.refused("tap_element", json!({ "text": "Delete" })).await;
    assert_eq!(error["code"], "AMBIGUOUS_TARGET");
    assert_eq!(error["details"]["candidates"].as_array().map(Vec::len), Some(3), "{error}");
    prove(agent, "Last:").await;
    // By the order on screen, and by the ref of the line below the row's own name.
    changed(agent, "tap_element", json!({ "text": "Delete", "index": 1 })).await;
    prove(agent, "Last: delete pears").await;
    let screen = agent.screen().await;
    let (_, plums) = screen.split_once("\"Plums\"").expect("the row");
    changed(agent, "tap_element", json!({ "ref": find_ref(plums, "\"Delete\"") })).await;
    prove(agent, "Last: delete plums").await;
}

/// Presses icons that have no name.
pub(super) async fn press_the_nameless(agent: &Agent) {
    let screen = open(agent, "UnlabeledActivity").await;
    let icons: Vec<&str> = screen.lines().filter(|line| line.ends_with(" btn")).collect();
    let [_, plus, _] = icons[..] else { panic!("three icons in {screen}") };
    changed(agent, "tap_element", json!({ "ref": find_ref(plus, "btn") })).await;
    prove(agent, "Taps: 10").await;
    // What has no name can be counted, too.
    let heart = json!({ "className": "ImageButton", "index": 0 });
    changed(agent, "tap_element", heart).await;
    prove(agent, "Taps: 11").await;
    let error = agent.refused("tap_element", json!({ "text": "Never" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
    prove(agent, "Taps: 11").await;
}

/// Holds targets.11, targets.12, tap_element.1.
#[tokio::test(start_paused = true)]
async fn the_same_label_is_listed_and_never_guessed() {
    let (agent, screen) = case("SameActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Last:"
      "Apples"
      @b1 btn "Edit"
      @b2 btn "Delete"
      "Pears"
      @b3 btn "Edit"
      @b4 btn "Delete"
      "Plums"
      @b5 btn "Edit"
      @b6 btn "Delete"
    "#);
    tell_the_same_apart(&agent).await;
}

/// Holds tap_element.4.
#[tokio::test(start_paused = true)]
async fn buttons_without_a_name_have_refs() {
    let (agent, screen) = case("UnlabeledActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Taps: 0"
      @b1 btn
      @b2 btn
      @b3 btn
      @b4 btn "Never" disabled
      @b5 btn "Same"
      @b6 btn "Same"
    "#);
    press_the_nameless(&agent).await;
}

/// Holds calls.21.
#[tokio::test(start_paused = true)]
async fn labels_without_end_are_cut_and_counted() {
    let (agent, screen) = case("LongActivity").await;
    assert!(judge::tokens(&screen) < 400, "{screen}");
    assert!(screen.contains("…(+9800)"), "{screen}");
    let page = find_ref(&screen, "scroll");
    // While one text fills the display, its tree is the same wherever it is scrolled to.
    for _ in 0..3 {
        agent.done("swipe", json!({ "direction": "up", "ref": page, "durationMs": 50 })).await;
    }
    let button = find_ref(&agent.screen().await, "btn \"Long label ");
    agent.done("tap_element", json!({ "ref": button })).await;
    let arguments = json!({ "textContains": "Long label Long label", "role": "button" });
    let seen = agent.done("expect_element_visible", arguments).await;
    assert_eq!(seen.json["verified"], true, "{seen:?}");
}
