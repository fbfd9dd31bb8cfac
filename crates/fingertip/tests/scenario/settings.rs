//! The settings clone: what is switched there is the phone's own.

use serde_json::json;

use crate::agent::{Agent, find_ref, still};

#[tokio::test(start_paused = true)]
async fn a_search_a_switch_a_slider_a_menu_and_a_dialog_change_the_phone() {
    let agent = Agent::with_phone().await;
    let arguments = json!({ "packageName": "com.android.settings" });
    let all = agent.done("connect", arguments).await.screen;
    insta::assert_snapshot!(still(&all), @r#"
    screen 1080x2400 com.android.settings r1
      @f1 input "Search settings"
      @s1 scroll
        @b1 btn "Network & internet"
          "Wi-Fi, mobile, airplane mode"
        @b2 btn "Apps"
          "Default apps, all apps"
        @b3 btn "Notifications"
          "Notification history, conversations"
        @b4 btn "Battery"
          "100%"
        @b5 btn "Storage"
          "37% used - 40 GB free"
        @b6 btn "Sound & vibration"
          "Volume, haptics, Do Not Disturb"
        @b7 btn "Display"
          "Brightness, font size, rotation"
        @b8 btn "Wallpaper & style"
          "Colors, themed icons, app grid"
        @b9 btn "Accessibility"
          "Display, interaction, audio"
        @b10 btn "Security & privacy"
          "App security, device lock, permissions"
        @b11 btn "Location"
          "On - 3 apps have access to location"
    "#);

    agent.done("tap_element", json!({ "text": "Network & internet" })).await;
    let offline = agent.done("tap_element", json!({ "text": "Airplane mode" })).await;
    insta::assert_snapshot!(still(&offline.screen), @r#"
    screen 1080x2400 com.android.settings r3 since r2 text_change
    ~ L5 "Not connected"
    ~ @c3 switch "Airplane mode" checked
    "#);
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.android.settings r3
      @b12 btn "Navigate up"
      "Network & internet"
      @c1 switch "Wi-Fi" checked
      "Not connected"
      @c2 switch "Mobile data" checked
      @c3 switch "Airplane mode" checked
    "#);
    assert_eq!(agent.adb("settings get global airplane_mode_on").await, "1\n");
    agent.done("tap_element", json!({ "text": "Airplane mode" })).await;
    verify(&agent, "Connected").await;
    agent.done("tap_element", json!({ "description": "Navigate up" })).await;

    agent.done("type_text", json!({ "label": "Search settings", "text": "disp" })).await;
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.android.settings r6
      @f1 input "disp" focused
      @b13 btn "Display"
        "Brightness, font size, rotation"
      keyboard shown
    "#);
    let display = agent.done("tap_element", json!({ "text": "Display" })).await.screen;
    insta::assert_snapshot!(still(&display), @r#"
    screen 1080x2400 com.android.settings r7
      @b14 btn "Navigate up"
      "Display"
      "Brightness level"
      @g1 slider "Display brightness"
      "40%"
      @c4 switch "Auto-rotate screen"
      "Font size"
      @b15 btn "1.0"
      "Theme"
      @c5 radio "Light" checked
      @c6 radio "Dark"
    "#);
    let slider = find_ref(&display, "slider");
    agent.done("swipe", json!({ "direction": "right", "ref": slider })).await;
    let brighter = agent.screen().await;
    let share = |screen: &str| {
        let word = screen.lines().find_map(|line| line.trim().trim_matches('"').strip_suffix('%'));
        word.and_then(|share| share.parse::<u32>().ok()).expect("a percentage")
    };
    assert!(share(&brighter) > share(&display), "{brighter}");
    agent.done("tap_element", json!({ "id": "font_size" })).await;
    agent.done("tap_element", json!({ "text": "1.3" })).await;
    assert_eq!(agent.adb("settings get system font_scale").await, "1.3\n");
    agent.done("press_back", json!({})).await;

    agent
        .done(
            "type_text",
            json!({ "id": "search_action_bar_title", "text": "about", "clear": true }),
        )
        .await;
    agent.done("tap_element", json!({ "text": "About phone" })).await;
    agent.done("tap_element", json!({ "text": "Rename" })).await;
    agent
        .done("type_text", json!({ "id": "android:id/edit", "text": "Lab phone 7", "clear": true }))
        .await;
    agent.done("tap_element", json!({ "text": "OK" })).await;
    verify(&agent, "Lab phone 7").await;
    assert_eq!(agent.adb("settings get global device_name").await, "Lab phone 7\n");
}

async fn verify(agent: &Agent, text: &str) {
    let verdict = agent.done("expect_element_visible", json!({ "text": text })).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
}
