//! An app whose fields do to texts what fields do, and what is told of it.

use phone::apps::{Installable, declared};
use serde_json::{Value, json};

use crate::agent::{Agent, Answer};

/// Fields that keep, change, cut, format and lose what is typed.
const APP: &str = r#"
package: com.x.texts
label: Texts
state: {plain: "", many: "", up: "", short: "", kept: "", tel: "", lossy: "", before: "", sick: true, sent: "", sum: 5, box: ""}
activities:
  .Main:
    launcher: true
    body:
      scroll:
        id: page
        padding: 16
        gap: 8
        children:
          - field: {id: plain, bind: plain, hint: Name, on_submit: [set: {sent: "{plain}"}]}
          - text: {id: sent, text: "Sent {sent}", visible: sent}
          - field: {id: many, bind: many, hint: Story, input: multiline}
          - field: {id: up, bind: up, hint: Code, on_change: [set: {up: "{upper(up)}"}]}
          - field: {id: short, bind: short, hint: Zip, on_change: [if: {when: len(short) > 5, then: [set: {short: "{kept}"}], else: [set: {kept: "{short}"}]}]}
          - field: {id: tel, bind: tel, hint: Phone, on_change: [if: {when: len(tel) == 3, then: [set: {tel: "{tel}-"}]}]}
          - field: {id: lossy, bind: lossy, hint: Country, on_change: [if: {when: sick and len(lossy) == 4, then: [set: {lossy: "{before}", sick: false}], else: [set: {before: "{lossy}"}]}]}
          - field: {id: secret, bind: box, hint: Secret, input: password}
          - row:
              id: amount
              class: android.widget.NumberPicker
              children:
                - button: {text: Less, on_tap: [set: {sum: "{sum - 2}"}]}
                - text: {text: "{sum}"}
                - button: {text: More, on_tap: [set: {sum: "{sum + 2}"}]}
          - button: {id: go, text: Go, on_tap: [toast: Gone]}
"#;

pub(crate) fn app() -> Installable {
    declared(APP).expect("an app")
}

pub(crate) async fn agent() -> Agent {
    let agent = Agent::with_app(app()).await;
    agent.done("connect", json!({ "packageName": "com.x.texts" })).await;
    agent
}

async fn typed(agent: &Agent, id: &str, text: &str) -> Answer {
    agent.done("type_text", json!({ "id": id, "text": text })).await
}

/// What a mismatch says, without its hint.
fn mismatch(answer: &Answer) -> Value {
    assert_eq!((&answer.json["success"], &answer.json["arrived"]), (&json!(true), &json!(false)));
    let told = &answer.json["mismatch"];
    assert_eq!(told["code"], "VERIFICATION_FAILED");
    json!([told["expected"], told["observed"], told["from"], told["reason"]])
}

/// Holds type_text.1, type_text.3.
#[tokio::test(start_paused = true)]
async fn what_is_typed_is_read_back() {
    let agent = agent().await;
    let answer = typed(&agent, "plain", "Ada").await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
    let answer = typed(&agent, "plain", " Lovelace").await;
    assert_eq!(answer.json["arrived"], true, "behind what was there: {answer:?}");
    let answer =
        agent.done("type_text", json!({ "label": "Code", "text": "A B", "clear": true })).await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
    let answer = agent.done("type_text", json!({ "text": "C" })).await;
    assert_eq!(answer.json["arrived"], true, "into what has the focus: {answer:?}");
    assert!(agent.screen().await.contains("A BC"));
}

/// Holds type_text.4.
#[tokio::test(start_paused = true)]
async fn a_field_that_changes_what_is_typed_is_told_with_both_texts() {
    let agent = agent().await;
    let upper = typed(&agent, "up", "abc").await;
    let reason = "the field changes upper and lower case";
    assert_eq!(mismatch(&upper), json!(["abc", "ABC", 0, reason]));
    let short = typed(&agent, "short", "1234567").await;
    let reason = "the field stopped at 5 characters";
    assert_eq!(mismatch(&short), json!(["1234567", "12345", 5, reason]));
    let tel = typed(&agent, "tel", "5551234").await;
    assert_eq!(mismatch(&tel)[3], "the field formats what is typed");
    assert!(!tel.is_error, "the device took it: an answer, not an error");
}

/// Holds type_text.5.
#[tokio::test(start_paused = true)]
async fn lost_characters_are_typed_once_more() {
    let agent = agent().await;
    let answer = typed(&agent, "lossy", "France").await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
    assert!(agent.screen().await.contains("\"France\""));
}

/// Holds type_text.8.
#[tokio::test(start_paused = true)]
async fn a_newline_is_a_line_more_or_a_submit() {
    let agent = agent().await;
    let many = typed(&agent, "many", "one\ntwo\n\nfour").await;
    assert_eq!(many.json["arrived"], true, "{many:?}");
    let plain = typed(&agent, "plain", "Ada\nand more").await;
    assert_eq!(mismatch(&plain)[3].as_str().map(|why| why.contains("submits")), Some(true));
    let screen = agent.screen().await;
    assert!(screen.contains("Sent Ada") && !screen.contains("more"), "{screen}");
    let answer =
        agent.done("type_text", json!({ "id": "plain", "text": "Bob\n", "clear": true })).await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
    assert!(agent.screen().await.contains("Sent Bob"));
}

/// Holds type_text.7.
#[tokio::test(start_paused = true)]
async fn only_what_arrived_is_submitted() {
    let agent = agent().await;
    let answer =
        agent.done("type_text", json!({ "id": "plain", "text": "Eve", "submit": true })).await;
    assert_eq!(answer.json["arrived"], true);
    assert!(answer.screen.contains("Sent Eve"), "{answer:?}");
    let answer =
        agent.done("type_text", json!({ "id": "short", "text": "1234567", "submit": true })).await;
    let told = mismatch(&answer);
    assert!(told[3].as_str().is_some_and(|why| why.contains("Enter was not pressed")), "{told}");
    assert!(agent.screen().await.contains("12345\" focused"), "the field still has the focus");
}

/// Holds type_text.9, clear_text.3.
#[tokio::test(start_paused = true)]
async fn thousands_of_characters_arrive() {
    let agent = agent().await;
    let text: String = ('!'..='~').filter(|c| *c != '%').cycle().take(2_000).collect();
    let answer = typed(&agent, "many", &text).await;
    assert_eq!(answer.json["arrived"], true, "{:?}", answer.json);
    let cleared = agent.done("clear_text", json!({ "id": "many" })).await;
    assert_eq!(cleared.json["cleared"], true, "{:?}", cleared.json);
    let long = format!("{}{}", "a".repeat(3), "b".repeat(400));
    let told = mismatch(&typed(&agent, "short", &long).await);
    assert!(told[0].as_str().is_some_and(|text| text.ends_with("…(+203)")), "{told}");
}

/// Holds type_text.11, type_text.12, settle.1.
#[tokio::test(start_paused = true)]
async fn what_nobody_looked_at_is_not_observed() {
    let agent = agent().await;
    let answer =
        agent.done("type_text", json!({ "id": "plain", "text": "x", "settle": "none" })).await;
    assert_eq!(answer.json["arrived"], "not_observed", "{answer:?}");
    let answer = typed(&agent, "secret", "hunter2").await;
    assert_eq!(answer.json["arrived"], "not_observed", "{answer:?}");
    assert!(!format!("{answer:?}").contains("hunter2"));
}

/// Holds clear_text.1, clear_text.2, clear_text.3.
#[tokio::test(start_paused = true)]
async fn an_emptied_field_is_read_back() {
    let agent = agent().await;
    typed(&agent, "plain", "Name of the rose").await;
    let answer = agent.done("clear_text", json!({ "id": "plain" })).await;
    assert_eq!(answer.json["cleared"], true, "its hint is a part of what it held: {answer:?}");
    let again = agent.done("clear_text", json!({ "id": "plain" })).await;
    assert_eq!(again.json["cleared"], "not_observed", "only the hint was there: {again:?}");
    typed(&agent, "many", "two\nlines").await;
    let answer = agent.done("clear_text", json!({})).await;
    assert_eq!(answer.json["cleared"], true, "{answer:?}");
}

/// Holds type_text.13, type_text.14, type_text.10.
#[tokio::test(start_paused = true)]
async fn wrong_use_of_typing_is_taught() {
    let agent = agent().await;
    let error = agent.refused("type_text", json!({ "id": "go", "text": "x" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE");
    let error = agent.refused("type_text", json!({ "text": "x" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "nothing has the focus");
    let nearest = error["details"]["nearest"][0].as_str().unwrap_or_default();
    assert!(nearest.contains("Name"), "{error}");
    let token = nearest.split(' ').next().unwrap_or_default();
    agent.done("type_text", json!({ "ref": token, "text": "x" })).await;
    let error = agent.refused("type_text", json!({ "id": "plain", "text": "naïve 🙂" })).await;
    assert_eq!(error["code"], "INPUT_UNSUPPORTED");
    assert!(error["hint"].as_str().is_some_and(|hint| hint.contains("press_key")), "{error}");
    agent.phone.as_ref().expect("a phone").android().set_clipboard("naïve 🙂");
    agent.done("press_key", json!({ "key": "paste" })).await;
    assert!(agent.screen().await.contains("naïve 🙂"), "the remedy works");
}

/// Holds type_text.2, targets.8, targets.10.
#[tokio::test(start_paused = true)]
async fn a_field_is_found_in_every_way() {
    let agent = agent().await;
    for target in [
        json!({ "label": "Name" }),
        json!({ "textContains": "Nam" }),
        json!({ "labelContains": "Nam" }),
        json!({ "resourceId": "com.x.texts:id/plain" }),
        json!({ "role": "input", "index": 0 }),
        json!({ "className": "EditText", "index": 0 }),
        json!({ "label": "name", "ignoreCase": true }),
    ] {
        let mut arguments = target.clone();
        arguments["text"] = json!("q");
        let answer = agent.done("type_text", arguments).await;
        assert_eq!(answer.json["arrived"], true, "{target}: {answer:?}");
        agent.done("clear_text", json!({ "id": "plain" })).await;
    }
}

/// Holds type_text.16.
#[tokio::test(start_paused = true)]
async fn text_arrives_in_fields_of_every_toolkit() {
    for activity in ["Controls", "ComposeControls", "ReactNativeControls", "FlutterControls"] {
        let (agent, _) =
            Agent::in_activity("com.example.torture", &format!("{activity}Activity")).await;
        for text in ["first", " and second"] {
            let answer =
                agent.done("type_text", json!({ "role": "input", "index": 0, "text": text })).await;
            assert_eq!(answer.json["arrived"], true, "{activity}: {answer:?}");
        }
    }
    let (agent, _) = Agent::in_activity("com.example.torture", "WebActivity").await;
    let answer = agent.done("type_text", json!({ "id": "q", "text": "refund" })).await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
}

/// Holds type_text.1, type_text.3.
#[tokio::test(start_paused = true)]
async fn text_goes_where_the_cursor_is() {
    let agent = agent().await;
    typed(&agent, "plain", "world").await;
    agent.done("press_key", json!({ "key": "MOVE_HOME" })).await;
    let answer = agent.done("type_text", json!({ "text": "hello " })).await;
    assert_eq!(answer.json["arrived"], true, "{answer:?}");
    assert!(agent.screen().await.contains("hello world"));
}
