//! Sliders, date fields, menus and everything that has a state.

use serde_json::json;

use super::case::{case, changed, prove, tap};
use crate::agent::{find_ref, still};

#[tokio::test(start_paused = true)]
async fn checks_switches_and_radios_show_their_state() {
    let (agent, screen) = case("ControlsActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
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
    let set = tap(&agent, "Remember").await;
    assert!(set.screen.contains("check \"Remember\" checked"), "{}", set.screen);
    assert!(set.screen.contains("switch \"Lamp\" checked"), "they share a variable");
    tap(&agent, "Lamp").await;
    let unset = agent.screen().await;
    assert!(!unset.contains("\" checked"), "{unset}");
    let chosen = tap(&agent, "Second").await;
    assert!(chosen.screen.contains("radio \"Second\" checked"), "{}", chosen.screen);
}

#[tokio::test(start_paused = true)]
async fn a_menu_is_a_window_to_choose_from() {
    let (agent, _) = case("ControlsActivity").await;
    let open = tap(&agent, "Pick one").await;
    insta::assert_snapshot!(still(&open.screen), @r#"
    screen 1080x2400 com.example.torture r2
      @c4 check "One"
      @c5 check "Two"
      @c6 check "Three"
    "#);
    let picked = tap(&agent, "Three").await;
    assert!(picked.screen.contains("\"Three\""), "{}", picked.screen);
    prove(&agent, "Three").await;
    tap(&agent, "Three").await;
    changed(&agent, "press_back", json!({})).await;
    let closed = agent.screen().await;
    assert!(closed.contains("\"Three\""), "nothing else was chosen: {closed}");
}

#[tokio::test(start_paused = true)]
async fn a_date_is_chosen_in_a_calendar() {
    let (agent, _) = case("ControlsActivity").await;
    let open = tap(&agent, "Day").await;
    insta::assert_snapshot!(still(&open.screen), @r#"
    screen 1080x2400 com.example.torture r2
      "2026"
      "Sun, Nov 15"
      @b5 btn "Previous month"
      "November 2026"
      @b6 btn "Next month"
      @b7 btn "1" desc="01 November 2026"
      @b8 btn "2" desc="02 November 2026"
      @b9 btn "3" desc="03 November 2026"
      @b10 btn "4" desc="04 November 2026"
      @b11 btn "5" desc="05 November 2026"
      @b12 btn "6" desc="06 November 2026"
      @b13 btn "7" desc="07 November 2026"
      @b14 btn "8" desc="08 November 2026"
      @b15 btn "9" desc="09 November 2026"
      @b16 btn "10 November 2026"
      @b17 btn "11 November 2026"
      @b18 btn "12 November 2026"
      @b19 btn "13 November 2026"
      @b20 btn "14 November 2026"
      @b21 btn "15 November 2026" checked
      @b22 btn "16 November 2026"
      @b23 btn "17 November 2026"
      @b24 btn "18 November 2026"
      @b25 btn "19 November 2026"
      @b26 btn "20 November 2026"
      @b27 btn "21 November 2026"
      @b28 btn "22 November 2026"
      @b29 btn "23 November 2026"
      @b30 btn "24 November 2026"
      @b31 btn "25 November 2026"
      @b32 btn "26 November 2026"
      @b33 btn "27 November 2026"
      @b34 btn "28 November 2026"
      @b35 btn "29 November 2026"
      @b36 btn "30 November 2026"
      @b37 btn "Cancel"
      @b38 btn "OK"
    "#);
    tap(&agent, "Next month").await;
    changed(&agent, "tap_element", json!({ "description": "24 December 2026" })).await;
    tap(&agent, "OK").await;
    prove(&agent, "2026-12-24").await;
}

/// Over plain adb the value of a slider is not in the tree: what shows it here is Flutter's label.
#[tokio::test(start_paused = true)]
async fn a_slider_follows_the_finger() {
    let (agent, screen) = case("FlutterControlsActivity").await;
    let slider = find_ref(&screen, "slider \"40%\"");
    let moved = changed(&agent, "swipe", json!({ "direction": "right", "ref": slider })).await;
    insta::assert_snapshot!(still(&moved.screen).lines().find(|line| line.contains("slider")).unwrap_or_default(), @r#"~ @g1 slider "84%""#);
    let back = changed(&agent, "swipe", json!({ "direction": "left", "ref": slider })).await;
    insta::assert_snapshot!(still(&back.screen).lines().find(|line| line.contains("slider")).unwrap_or_default(), @r#"~ @g1 slider "16%""#);
}
