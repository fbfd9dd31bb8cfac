//! The same screen in the words of four toolkits: one script drives them all.

use serde_json::json;

use super::case::{case, changed, prove, tap};
use crate::agent::{find_ref, still};

/// Types, taps, checks, chooses and dates; hands back what the agent saw first.
async fn drive(class: &str) -> String {
    let (agent, screen) = case(class).await;
    let field = find_ref(&screen, " input");
    let typed = changed(&agent, "type_text", json!({ "ref": field, "text": "hello" })).await;
    let shown = typed.screen.lines().find(|line| line.contains(&field)).unwrap_or_default();
    assert!(shown.ends_with("\"hello\" focused"), "{}", typed.screen);
    changed(&agent, "press_back", json!({})).await;
    let closed = agent.screen().await;
    let unnamed = closed.lines().skip_while(|line| !line.contains("\"Like\""));
    let unnamed = unnamed.skip(1).find(|line| line.contains(" btn")).expect("an icon");
    agent.done("tap_element", json!({ "ref": find_ref(unnamed, "btn") })).await;
    let set = tap(&agent, "Remember").await;
    assert!(set.screen.contains("check \"Remember\" checked"), "{}", set.screen);
    let chosen = tap(&agent, "Second").await;
    assert!(chosen.screen.contains("radio \"Second\" checked"), "{}", chosen.screen);
    tap(&agent, "Two").await;
    tap(&agent, "Three").await;
    prove(&agent, "Three").await;
    let day = agent.screen().await;
    let day = day.lines().rev().find(|line| line.contains(" input")).expect("the date field");
    changed(&agent, "tap_element", json!({ "ref": find_ref(day, "input") })).await;
    changed(&agent, "tap_element", json!({ "textContains": "24 November 2026" })).await;
    tap(&agent, "OK").await;
    prove(&agent, "2026-11-24").await;
    changed(&agent, "swipe", json!({ "direction": "up" })).await;
    prove(&agent, "Said: added").await;
    tap(&agent, "Do it").await;
    prove(&agent, "Said: done").await;
    still(&screen)
}

#[tokio::test(start_paused = true)]
async fn framework() {
    insta::assert_snapshot!(drive("ControlsActivity").await, @r#"
    screen 1080x2400 com.example.torture r1 loading:progress_indicator
      @s1 scroll
        "Controls"
        @f1 input "Note"
        @b1 btn "Do it"
        @b2 btn "Like"
        @b3 btn
        @c1 check "Remember"
        @c2 switch "Lamp"
        @c3 radio "Second"
        @g1 slider "Level"
        @b4 btn "Pick one"
        @f2 input "Day"
        "A photo"
        "In a card"
        "Two lines"
    "#);
}

#[tokio::test(start_paused = true)]
async fn compose() {
    insta::assert_snapshot!(drive("ComposeControlsActivity").await, @r#"
    screen 1080x2400 com.example.torture r1 loading:progress_indicator
      @s1 scroll
        "Controls"
        @f1 input "Note"
        @b1 btn "Do it"
        @b2 btn "Like"
        @b3 btn
        @c1 check "Remember"
        @c2 switch "Lamp"
        @c3 radio "Second"
        @g1 slider "Level"
        @b4 btn "Pick one"
        @f2 input "Day"
        "A photo"
        "In a card"
        "Two lines"
    "#);
}

#[tokio::test(start_paused = true)]
async fn react_native() {
    insta::assert_snapshot!(drive("ReactNativeControlsActivity").await, @r#"
    screen 1080x2400 com.example.torture r1 loading:progress_indicator
      @s1 scroll
        "Controls"
        @f1 input "Note"
        @b1 btn "Do it"
        @b2 btn "Like"
          ""
        @b3 btn ""
        @c1 check "Remember"
        @c2 switch "Lamp"
        @c3 radio "Second"
        @g1 slider "Level"
        @b4 btn "Pick one"
        @f2 input "Day"
        "A photo"
        "In a card"
        "Two lines"
    "#);
}

#[tokio::test(start_paused = true)]
async fn flutter() {
    insta::assert_snapshot!(drive("FlutterControlsActivity").await, @r#"
    screen 1080x2400 com.example.torture r1
      @s1 scroll
        "Controls"
        @f1 input
        @b1 btn "Do it"
        @b2 btn "Like"
        @b3 btn
        @c1 check "Remember"
        @c2 switch "Lamp"
        @c3 radio "Second"
        @g1 slider "40%"
        "40%"
        @b4 btn "Pick one"
        @f2 input
        "A photo"
        "In a card Two lines"
    "#);
}
