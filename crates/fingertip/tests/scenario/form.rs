//! The form in Compose style: filled in, refused, corrected, sent.

use serde_json::json;

use crate::agent::{Agent, still};

#[tokio::test(start_paused = true)]
async fn is_filled_in_corrected_and_sent() {
    let agent = Agent::with_phone().await;
    let empty = agent.done("connect", json!({ "packageName": "com.example.form" })).await.screen;
    insta::assert_snapshot!(still(&empty), @r#"
    screen 1080x2400 com.example.form r1
      @f1 input "Name"
      @f2 input "Email"
      @f3 input "Birthday"
      @b1 btn "Country"
      "Plan"
      @c1 radio "Free" checked
      @c2 radio "Pro"
      @c3 switch "Newsletter"
      @b2 btn "Use my location"
      @c4 check "I accept the terms"
      @b3 btn "Sign up"
      "Sign up"
      @b4 btn "Browse"
      @b5 btn
    "#);
    agent.done("type_text", json!({ "id": "name", "text": "Ada" })).await;
    agent.done("type_text", json!({ "id": "email", "text": "ada@taken.example" })).await;
    agent.done("press_back", json!({})).await;
    tap(&agent, json!({ "id": "birthday" })).await;
    tap(&agent, json!({ "textContains": "02 November 2026" })).await;
    tap(&agent, json!({ "text": "OK" })).await;
    let menu = tap(&agent, json!({ "id": "country" })).await;
    insta::assert_snapshot!(still(&menu), @r#"
    screen 1080x2400 com.example.form r8
      @c5 check "Austria"
      @c6 check "Brazil"
      @c7 check "Canada"
      @c8 check "Germany"
      @c9 check "Japan"
      @c10 check "Kenya"
      @c11 check "Norway"
    "#);
    tap(&agent, json!({ "text": "Kenya" })).await;
    tap(&agent, json!({ "text": "Pro" })).await;
    agent.done("swipe", json!({ "direction": "up" })).await;
    let refused = tap(&agent, json!({ "id": "submit" })).await;
    insta::assert_snapshot!(still(&refused), @r#"
    screen 1080x2400 com.example.form r11 since r10 hierarchy_diff
    +   "You have to accept them" after @c4
    "#);
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.example.form r11
      @f1 input "Name" = "Ada"
      @f2 input "Email" = "ada@taken.example" focused
      @f3 input "Birthday" = "2026-11-02"
      @b1 btn "Kenya"
      "Plan"
      @c1 radio "Free"
      @c2 radio "Pro" checked
      @c3 switch "Newsletter"
      @b2 btn "Use my location"
      @c4 check "I accept the terms"
      "You have to accept them"
      @b3 btn "Sign up"
      "Sign up"
      @b4 btn "Browse"
      @b5 btn
    "#);
    tap(&agent, json!({ "id": "terms" })).await;
    tap(&agent, json!({ "id": "submit" })).await;
    verify(&agent, "This address is taken").await;
    agent.done("swipe", json!({ "direction": "down" })).await;
    let email = json!({ "id": "email", "text": "ada@free.example", "clear": true });
    agent.done("type_text", email).await;
    agent.done("press_back", json!({})).await;
    agent.done("swipe", json!({ "direction": "up" })).await;
    let welcome = tap(&agent, json!({ "id": "submit" })).await;
    insta::assert_snapshot!(still(&welcome), @r#"
    screen 1080x2400 com.example.form r18
      "Welcome, Ada"
      "You are number 1 on the Pro plan."
      @b74 btn "OK"
    "#);
    tap(&agent, json!({ "text": "OK" })).await;
    let database = agent.adb("run-as com.example.form cat databases/form.db").await;
    for kept in ["Ada", "ada@free.example", "2026-11-02", "Kenya", "Pro"] {
        assert!(database.contains(kept), "{kept} in {database:?}");
    }
}

/// Holds envelope.4.
#[tokio::test(start_paused = true)]
async fn a_thousand_entries_are_filtered() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.example.form" })).await;
    tap(&agent, json!({ "text": "Browse" })).await;
    agent.done("type_text", json!({ "label": "Filter", "text": "777" })).await;
    let opened = tap(&agent, json!({ "text": "Entry 777" })).await;
    insta::assert_snapshot!(still(&opened), @r#"
    screen 1080x2400 com.example.form r4 since r3 hierarchy_diff
    +   "Opened entry 777" after @f4
    "#);
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.example.form r4
      @f4 input "Filter" = "777" focused
      "Opened entry 777"
      @b26 btn "Entry 777"
        @b27 btn "Like entry 777"
      @b25 btn "Navigate up"
      "Entries"
      keyboard shown
    "#);
    verify(&agent, "Opened entry 777").await;
}

async fn tap(agent: &Agent, target: serde_json::Value) -> String {
    let tapped = agent.done("tap_element", target).await;
    assert_eq!(tapped.json["effect"], "changed", "{tapped:?}");
    tapped.screen
}

async fn verify(agent: &Agent, text: &str) {
    let verdict = agent.done("expect_element_visible", json!({ "text": text })).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
}
