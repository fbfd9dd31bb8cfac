//! An agent in front of one hard case.

use serde_json::{Value, json};

use crate::agent::{Agent, Answer};

pub(super) const TORTURE: &str = "com.example.torture";

pub(super) async fn case(class: &str) -> (Agent, String) {
    let agent = Agent::with_phone().await;
    let screen = open(&agent, class).await;
    (agent, screen)
}

/// Puts a case in front; hands back what the agent sees of it.
pub(super) async fn open(agent: &Agent, class: &str) -> String {
    let connected = agent.start(TORTURE, class).await;
    assert!(!connected.is_error, "{connected:?}");
    connected.screen
}

/// Taps what has this label, which must have an effect.
pub(super) async fn tap(agent: &Agent, label: &str) -> Answer {
    changed(agent, "tap_element", json!({ "text": label })).await
}

/// An action that must have an effect.
pub(super) async fn changed(agent: &Agent, tool: &'static str, arguments: Value) -> Answer {
    let answer = agent.done(tool, arguments).await;
    assert_eq!(answer.json["effect"], "changed", "{answer:?}");
    answer
}

/// The proof that a label is on the screen.
pub(super) async fn prove(agent: &Agent, label: &str) {
    let verdict = agent.done("expect_element_visible", json!({ "text": label })).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
}

/// The proof that it is not, and stays away for a while.
pub(super) async fn disprove(agent: &Agent, label: &str) {
    let arguments = json!({ "text": label, "timeoutMs": 2000 });
    let verdict = agent.done("expect_element_visible", arguments).await;
    assert_eq!(verdict.json["verified"], false, "{verdict:?}");
}
