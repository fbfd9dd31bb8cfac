//! A screen that takes its time.

use serde_json::json;

use super::case::{TORTURE, case, changed, prove, tap};
use crate::agent::{Agent, still};

/// Opens what loads for six seconds, in two steps.
pub(super) async fn wait_out_loading(agent: &Agent) {
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    tap(agent, "Slow to load").await;
    tap(agent, "Open report").await;
    prove(agent, "Report opened").await;
}

/// Holds settle.3, settle.4.
#[tokio::test(start_paused = true)]
async fn loading_is_waited_out() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    let opened = tap(&agent, "Slow to load").await;
    insta::assert_snapshot!(still(&opened.screen), @r#"
    screen 1080x2400 com.example.torture r4
      "Your report"
      "42 results"
      @b16 btn "Open report"
    "#);
}

/// Holds settle.1, get_ui_tree.1.
#[tokio::test(start_paused = true)]
async fn who_does_not_want_to_wait_sees_it_loading() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    agent.done("tap_element", json!({ "text": "Slow to load", "settle": "none" })).await;
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.example.torture r2 loading:progress_indicator
      "Loading…"
    "#);
    let early = agent.refused("tap_element", json!({ "text": "Open report" })).await;
    assert_eq!(early["code"], "ELEMENT_NOT_FOUND");
    assert_eq!(early["retryable"], true, "{early}");
    let arguments = json!({ "text": "Open report", "condition": "clickable" });
    let waited = agent.done("wait_for_ui", arguments).await;
    assert_eq!(waited.json["met"], true, "{:?}", waited.json);
    tap(&agent, "Open report").await;
    prove(&agent, "Report opened").await;
}

/// Holds waiting.2.
#[tokio::test(start_paused = true)]
async fn a_wait_that_is_too_short_says_what_there_was() {
    let (agent, _) = case("InPlaceActivity").await;
    changed(&agent, "tap_element", json!({ "text": "Start", "settle": "light" })).await;
    let waited = agent.done("wait_for_ui", json!({ "text": "Open", "timeoutMs": 500 })).await;
    assert_eq!(waited.json["met"], false);
    insta::assert_snapshot!(still(&waited.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @b1 btn "50 %" disabled
    "#);
}
