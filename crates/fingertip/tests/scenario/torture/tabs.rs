//! Tabs, in the words of four toolkits.

use serde_json::json;

use super::case::{case, changed, disprove, prove};
use crate::agent::still;

/// Goes to the other tab and back; hands back what the agent saw there.
async fn turn(class: &str) -> String {
    let (agent, _) = case(class).await;
    prove(&agent, "At home").await;
    let history = changed(&agent, "tap_element", json!({ "textContains": "History" })).await;
    prove(&agent, "Long ago").await;
    disprove(&agent, "At home").await;
    let home = json!({ "textContains": "Home" });
    changed(&agent, "tap_element", home).await;
    prove(&agent, "At home").await;
    still(&history.screen)
}

#[tokio::test(start_paused = true)]
async fn framework() {
    insta::assert_snapshot!(turn("TabsActivity").await, @r#"
    screen 1080x2400 com.example.torture r2
      @b2 btn "Home"
      "History" selected
      "Long ago"
    "#);
}

#[tokio::test(start_paused = true)]
async fn compose() {
    insta::assert_snapshot!(turn("ComposeTabsActivity").await, @r#"
    screen 1080x2400 com.example.torture r2
      @b3 btn "Home"
      "History" selected
      "Long ago"
      @b2 btn "Navigate up"
      "Tabs"
    "#);
}

#[tokio::test(start_paused = true)]
async fn react_native() {
    insta::assert_snapshot!(turn("ReactNativeTabsActivity").await, @r#"
    screen 1080x2400 com.example.torture r2
      @b1 btn "Navigate up"
        ""
      "Tabs"
      @b2 btn "Home"
      @b3 btn "History" selected
      "Long ago"
    "#);
}

#[tokio::test(start_paused = true)]
async fn flutter() {
    insta::assert_snapshot!(turn("FlutterTabsActivity").await, @r#"
    screen 1080x2400 com.example.torture r2
      @b1 btn "Back"
      "Tabs"
      @b2 btn "Home Tab 1 of 2"
      @b3 btn "History Tab 2 of 2" selected
      "Long ago"
    "#);
}
