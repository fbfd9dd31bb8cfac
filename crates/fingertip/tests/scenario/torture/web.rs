//! A page in a web view.

use serde_json::json;

use super::case::{case, changed, prove, tap};
use crate::agent::still;

#[tokio::test(start_paused = true)]
async fn a_web_page_is_read_typed_into_and_touched() {
    let (agent, screen) = case("WebActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      @b1 btn "Navigate up"
      "Help"
      "Help center"
      "How can we help?"
      @f1 input
      @b2 btn "Search"
      @b3 btn "Contact us"
      @c1 check "I am no robot"
      @g1 tap
      "A diagram"
    "#);
    changed(&agent, "type_text", json!({ "id": "q", "text": "refund" })).await;
    changed(&agent, "press_back", json!({})).await;
    tap(&agent, "Search").await;
    prove(&agent, "No results for refund").await;
    tap(&agent, "Contact us").await;
    prove(&agent, "No results for contact").await;
    let robot = tap(&agent, "I am no robot").await;
    assert!(robot.screen.contains("check \"I am no robot\" checked"), "{}", robot.screen);
    changed(&agent, "tap_element", json!({ "id": "topic" })).await;
    tap(&agent, "Two").await;
    prove(&agent, "Two").await;
}
