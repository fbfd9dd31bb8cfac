//! The menu of the torture app leads to its cases and back.

use serde_json::json;

use super::case::{TORTURE, changed, prove};
use crate::agent::{Agent, still};

#[tokio::test(start_paused = true)]
async fn leads_to_every_case_and_back() {
    let agent = Agent::with_phone().await;
    let menu = agent.done("connect", json!({ "packageName": TORTURE })).await.screen;
    insta::assert_snapshot!(still(&menu), @r#"
    screen 1080x2400 com.example.torture r1
      "Torture"
      @b1 btn "Hostile labels"
      @b2 btn "Slow to load"
      @b3 btn "Moving target"
      @b4 btn "Same labels"
      @b5 btn "Unlabeled icons"
      @b6 btn "Off the screen"
      @b7 btn "Covered by a dialog"
      @b8 btn "Covered by the keyboard"
      @b9 btn "Changes in place"
      @b10 btn "Clock"
      @b11 btn "Never at rest"
      @b12 btn "All controls"
      @b13 btn "Web page"
      @b14 btn "Network"
      @b15 btn "Crashes and hangs"
    "#);
    let labels = menu.lines().filter_map(|line| line.split_once(" btn \""));
    for label in labels.map(|(_, label)| label.trim_end_matches('"')) {
        // What cannot be read has a scenario of its own.
        if label == "Never at rest" {
            continue;
        }
        changed(&agent, "tap_element", json!({ "text": label })).await;
        let opened = agent.screen().await;
        assert!(!opened.contains("\"Torture\""), "{label}: {opened}");
        if label == "Covered by a dialog" {
            changed(&agent, "tap_element", json!({ "text": "No thanks" })).await;
        }
        changed(&agent, "press_back", json!({})).await;
        prove(&agent, "Torture").await;
    }
}
