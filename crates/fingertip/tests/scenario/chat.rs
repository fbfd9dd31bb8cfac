//! The chat in React Native style, from the list to an answer, with and without a network.

use serde_json::json;

use crate::agent::{Agent, find_ref, still};

#[tokio::test(start_paused = true)]
async fn a_message_is_sent_answered_kept_and_deleted() {
    let agent = Agent::with_phone().await;
    let list = agent.done("connect", json!({ "packageName": "com.example.chat" })).await.screen;
    insta::assert_snapshot!(still(&list), @r#"
    screen 1080x2400 com.example.chat r1
      @b1 btn "Chats" selected
      @b2 btn "Profile"
      @g1 tap "Grace Hopper, The compiler is ready"
      @g2 tap "Alan Turing, Is this a machine? 🤖"
      @g3 tap "Katherine Johnson, I checked the numbers twice"
      @g4 tap "Margaret Hamilton, Printout attached"
      @b3 btn "Linus, Talk is cheap"
    "#);
    let open = agent.done("tap_element", json!({ "textContains": "Grace Hopper" })).await;
    insta::assert_snapshot!(still(&open.screen), @r#"
    screen 1080x2400 com.example.chat r2
      @b4 btn "Navigate up"
        ""
      "Grace Hopper"
      @b5 btn ""
      @f1 input "Message"
      @b6 btn ""
    "#);

    send(&agent, "Hello").await;
    let answered = json!({ "textContains": "The compiler is ready" });
    let answer = agent.done("wait_for_ui", answered).await;
    assert_eq!(answer.json["met"], true, "{answer:?}");
    insta::assert_snapshot!(still(&agent.screen().await), @r#"
    screen 1080x2400 com.example.chat r5
      @b4 btn "Navigate up"
        ""
      "Grace Hopper"
      @b5 btn ""
      "Hello"
      "You · 12:00"
      "The compiler is ready"
      "Grace Hopper · 12:00"
      @f1 input "Message" focused
      @b6 btn ""
      keyboard shown
    "#);

    agent.adb("cmd connectivity airplane-mode enable").await;
    send(&agent, "Anybody there?").await;
    verify(&agent, "Not sent. Check your connection.").await;
    let log = agent.adb("logcat -d -v brief -s ReactNativeJS:E").await;
    assert!(log.contains("'not sent', 'java.net.UnknownHostException: "), "{log}");
    agent.adb("cmd connectivity airplane-mode disable; am force-stop com.example.chat").await;

    // Another process, the same messages.
    agent.done("connect", json!({ "packageName": "com.example.chat" })).await;
    agent.done("tap_element", json!({ "textContains": "Grace Hopper" })).await;
    verify(&agent, "Hello").await;
    agent.done("press_back", json!({})).await;
    agent.done("tap_element", json!({ "text": "Profile" })).await;
    let asked = agent.done("tap_element", json!({ "text": "Delete all messages" })).await;
    insta::assert_snapshot!(still(&asked.screen), @r#"
    screen 1080x2400 com.example.chat r12
      "Delete all messages?"
      "This cannot be undone."
      @b11 btn "CANCEL"
      @b12 btn "DELETE"
    "#);
    agent.done("tap_element", json!({ "text": "DELETE" })).await;
    agent.done("tap_element", json!({ "text": "Chats" })).await;
    agent.done("tap_element", json!({ "textContains": "Grace Hopper" })).await;
    let empty = agent.screen().await;
    assert!(!empty.contains("Hello"), "{empty}");
}

/// Types a message and taps the icon beside the field: it has no name but a letter of an icon font.
async fn send(agent: &Agent, text: &str) {
    let typed = agent.done("type_text", json!({ "id": "composer", "text": text })).await;
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
    let screen = agent.screen().await;
    let (_, behind) = screen.split_once(text).expect("the field holds it");
    agent.done("tap_element", json!({ "ref": find_ref(behind, " btn ") })).await;
}

async fn verify(agent: &Agent, text: &str) {
    let verdict = agent.done("expect_element_visible", json!({ "text": text })).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
}
