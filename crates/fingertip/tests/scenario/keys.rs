//! Keys by every name they have.

use serde_json::json;

use crate::texts;

/// Holds press_key.1.
#[tokio::test(start_paused = true)]
async fn one_key_has_many_names() {
    let agent = texts::agent().await;
    agent.done("type_text", json!({ "id": "plain", "text": "abcdef" })).await;
    for key in [json!("KEYCODE_DEL"), json!("del"), json!("delete"), json!("67"), json!(67)] {
        let answer = agent.done("press_key", json!({ "key": key })).await;
        assert_eq!(answer.json["effect"], "changed", "{key}: {answer:?}");
    }
    let answer = agent.done("press_key", json!({ "keycode": "KEYCODE_ENTER" })).await;
    assert!(answer.screen.contains("Sent a\""), "{answer:?}");
    let answer = agent.done("press_key", json!({ "key": "back" })).await;
    assert_eq!(answer.json["success"], true);
    let home = agent.done("press_key", json!({ "key": "HOME" })).await;
    assert!(!home.screen.contains("com.x.texts"), "{home:?}");
}

/// Holds press_key.2.
#[tokio::test(start_paused = true)]
async fn a_key_that_nobody_has_is_told_with_the_nearest() {
    let agent = texts::agent().await;
    let error = agent.refused("press_key", json!({ "key": "KEYCODE_ENTR" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("did you mean enter?")));
    for key in [json!(""), json!("99999"), json!(-1), json!(null)] {
        let error = agent.refused("press_key", json!({ "key": key })).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{key}");
    }
}
