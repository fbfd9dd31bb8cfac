//! What is typed is what arrives, whatever it looks like to a shell.

use serde_json::json;

use crate::agent::Agent;

/// Types into the email field and reads it back.
async fn typed(agent: &Agent, text: &str) -> String {
    agent.done("type_text", json!({ "id": "email", "text": text, "clear": true })).await;
    let shown = agent.screen().await;
    let line = shown.lines().find(|line| line.trim_start().starts_with("@f1 ")).unwrap_or_default();
    // A field that holds text and has no hint is shown by what it holds.
    line.trim().trim_start_matches("@f1 input ").trim_end_matches(" focused").to_owned()
}

/// Holds type_text.9, calls.22.
#[tokio::test(start_paused = true)]
async fn metacharacters_do_nothing_but_what_they_say() {
    let (agent, _) = Agent::in_shop().await;
    let words = [
        "%s",
        "%%s",
        "100% sure",
        "#x",
        "-n",
        "~",
        "$HOME",
        "`id`",
        "a'b",
        "a\"b",
        "a\\",
        "$(reboot)",
        "a;reboot",
        "a&b|c",
        "<x>",
        "(y)",
        "*?[z]",
        "!bang",
        "a=b",
        "^up",
        "{a,b}",
        "two  spaces",
    ];
    for word in words {
        // Labels show white space folded, as everywhere.
        let shown = word.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = format!("\"{}\"", shown.replace('\\', "\\\\").replace('"', "\\\""));
        assert_eq!(typed(&agent, word).await, expected, "{word}");
    }
}

/// Holds type_text.9.
#[tokio::test(start_paused = true)]
async fn every_printable_character_arrives() {
    let (agent, _) = Agent::in_shop().await;
    let all: String = ('!'..='~').collect();
    let expected = format!("\"{}\"", all.replace('\\', "\\\\").replace('"', "\\\""));
    assert_eq!(typed(&agent, &all).await, expected);
}

/// Holds type_text.10.
#[tokio::test(start_paused = true)]
async fn what_plain_adb_cannot_type_is_refused_and_nothing_is_typed() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("type_text", json!({ "id": "email", "text": "héllo" })).await;
    assert_eq!(error["code"], "INPUT_UNSUPPORTED");
    assert!(agent.screen().await.contains("@f1 input \"Email\""), "not even a part of it");
}

/// Holds type_text.11, get_ui_tree.13.
#[tokio::test(start_paused = true)]
async fn a_password_is_never_shown() {
    let (agent, _) = Agent::in_shop().await;
    let answer = agent.done("type_text", json!({ "id": "password", "text": "hunter2" })).await;
    assert!(
        !answer.screen.contains("hunter2") && !answer.json.to_string().contains("hunter2"),
        "{answer:?}"
    );
}
