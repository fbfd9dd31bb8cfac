//! What lies under something else.

use serde_json::json;

use super::case::{case, changed, open, prove, tap};
use crate::agent::{Agent, still};

/// Answers the dialog that lies over what is wanted.
pub(super) async fn answer_the_dialog(agent: &Agent) {
    open(agent, "CoveredActivity").await;
    let error = agent.refused("tap_element", json!({ "text": "Continue" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "{error}");
    tap(agent, "No thanks").await;
    tap(agent, "Continue").await;
    prove(agent, "You continued").await;
}

/// Closes the keyboard that lies over what is wanted.
pub(super) async fn close_the_keyboard(agent: &Agent) {
    open(agent, "KeyboardActivity").await;
    let arguments = json!({ "label": "Note", "text": "hello" });
    let typed = changed(agent, "type_text", arguments).await;
    assert!(typed.screen.contains("\"hello\" focused"), "{}", typed.screen);
    let error = agent.refused("tap_element", json!({ "text": "Save" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
    let closed = changed(agent, "press_back", json!({})).await;
    assert_eq!(closed.json["keyboard"], "hidden", "{closed:?}");
    tap(agent, "Save").await;
    prove(agent, "Saved: hello").await;
}

/// Holds press_back.2, targets.28.
#[tokio::test(start_paused = true)]
async fn a_dialog_has_to_be_answered_first() {
    let (agent, screen) = case("CoveredActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      "Subscribe to our newsletter?"
      "One mail a week, never more."
      @b1 btn "No thanks"
      @b2 btn "Yes, please"
    "#);
    let error = agent.refused("tap_element", json!({ "text": "Continue" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "{error}");
    let back = agent.done("press_back", json!({})).await;
    assert_eq!(back.json["effect"], "none", "it cannot be cancelled, and that is told");
    let answered = tap(&agent, "No thanks").await;
    insta::assert_snapshot!(still(&answered.screen), @r#"
    screen 1080x2400 com.example.torture r2
      "Newsletter: no"
      @b3 btn "Continue"
    "#);
}

/// Holds targets.21, wait_for_ui.4, get_ui_tree.14, press_back.1.
#[tokio::test(start_paused = true)]
async fn the_keyboard_covers_the_button_and_that_is_said() {
    let (agent, _) = case("KeyboardActivity").await;
    let arguments = json!({ "label": "Note", "text": "hello" });
    let typed = changed(&agent, "type_text", arguments).await;
    insta::assert_snapshot!(still(&typed.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @f1 input "hello" focused
      @b1 btn "Save"
      keyboard shown
    "#);
    let error = agent.refused("tap_element", json!({ "text": "Save" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE");
    insta::assert_snapshot!(error["message"].as_str().unwrap_or_default(), @r#"@b1 btn "Save" cannot be acted on: the keyboard covers it"#);
    insta::assert_snapshot!(error["hint"].as_str().unwrap_or_default(), @"press_back closes the keyboard; then call again");
    let arguments = json!({ "text": "Save", "condition": "clickable", "timeoutMs": 1000 });
    let waited = agent.done("wait_for_ui", arguments).await;
    assert_eq!(waited.json["met"], false, "{:?}", waited.json);

    let closed = changed(&agent, "press_back", json!({})).await;
    insta::assert_snapshot!(still(&closed.screen), @r#"
    screen 1080x2400 com.example.torture r3
      @f1 input "hello" focused
      @b1 btn "Save"
    "#);
}

/// Holds swipe.7.
#[tokio::test(start_paused = true)]
async fn a_swipe_does_not_begin_on_the_keyboard() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.android.settings" })).await;
    let typing = changed(&agent, "tap_element", json!({ "text": "Search settings" })).await;
    assert_eq!(typing.json["keyboard"], "shown", "{typing:?}");
    let screen = agent.screen().await;
    assert!(screen.ends_with("\n  keyboard shown"), "{screen}");
    assert!(screen.contains("\"Apps\""), "{screen}");
    changed(&agent, "swipe", json!({ "direction": "up" })).await;
    let swiped = agent.screen().await;
    assert!(!swiped.contains("\"Apps\""), "the list went up: {swiped}");
}
