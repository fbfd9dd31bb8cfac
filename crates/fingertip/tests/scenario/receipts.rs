//! What an action caused, told with it: only what is unusual, unless asked for more.

use phone::android::{Buffer, Component, Intent, Level, Namespace, Writer};
use phone::apps::declared;
use serde_json::{Value, json};

use crate::agent::Agent;

const TORTURE: &str = "com.example.torture";

async fn dying() -> Agent {
    Agent::in_activity(TORTURE, "CrashActivity").await.0
}

async fn start(agent: &Agent, class: &str) {
    let component = Component { package: TORTURE.to_owned(), class: format!("{TORTURE}.{class}") };
    let android = agent.phone.as_ref().expect("a phone").android();
    android.start_activity(&Intent::explicit(component), 2000).await.expect("it starts");
}

/// The members of an answer.
fn members(json: &Value) -> Vec<&str> {
    json.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

/// Holds envelope.10.
#[tokio::test(start_paused = true)]
async fn a_crash_is_told_with_the_action_that_caused_it() {
    let agent = dying().await;
    let tapped = agent.done("tap_element", json!({ "id": "crash" })).await;
    assert_eq!(tapped.json["success"], true, "the device took it");
    insta::assert_snapshot!(serde_json::to_string_pretty(&tapped.json["crash"]).unwrap(), @r#"
    {
      "packageName": "com.example.torture",
      "lines": [
        "FATAL EXCEPTION: main",
        "Process: com.example.torture, PID: 1210",
        "java.lang.IllegalStateException: on request",
        "at com.example.torture.CrashActivity.onClick(CrashActivity.java:42)",
        "at android.os.Handler.handleCallback(Handler.java:958)"
      ],
      "more": 7
    }
    "#);
    assert!(tapped.json["errorLines"].is_null() && tapped.json["died"].is_null(), "told once");
    assert_eq!(tapped.json["foregroundChanged"]["from"], TORTURE);
    let after = agent.done("tap", json!({ "x": 540, "y": 1000 })).await;
    assert!(after.json["crash"].is_null(), "told once: {}", after.json);
}

/// Holds expect.5.
#[tokio::test(start_paused = true)]
async fn a_crash_is_not_the_change_that_was_expected() {
    let agent = dying().await;
    let expect = json!({ "id": "crash", "expect": { "changed": true } });
    let tapped = agent.done("tap_element", expect).await;
    assert_eq!(tapped.json["expect"]["verified"], false, "{}", tapped.json);
    assert_eq!(tapped.json["expect"]["code"], "APP_CRASHED");
    start(&agent, "CrashActivity").await;
    let expect = json!({ "id": "crash", "expect": { "text": "Saved" } });
    let tapped = agent.done("tap_element", expect).await;
    assert_eq!(tapped.json["expect"]["verified"], false);
    let reason = tapped.json["expect"]["reason"].as_str().unwrap_or_default();
    assert!(reason.starts_with("com.example.torture crashed; "), "{reason}");
}

/// Holds envelope.13.
#[tokio::test(start_paused = true)]
async fn the_dialog_of_a_second_crash_is_told_too() {
    let agent = dying().await;
    agent.done("tap_element", json!({ "id": "crash" })).await;
    start(&agent, "CrashActivity").await;
    let tapped = agent.done("tap_element", json!({ "id": "crash" })).await;
    assert_eq!(tapped.json["crash"]["packageName"], TORTURE);
    insta::assert_snapshot!(tapped.json["systemDialogs"], @r#"[{"packageName":"android","title":"Torture keeps stopping","buttons":["App info","Close app"]}]"#);
    let close = agent.done("tap_element", json!({ "text": "Close app" })).await;
    assert!(close.json["systemDialogs"].is_null() && close.json["crash"].is_null());
}

/// Holds envelope.11.
#[tokio::test(start_paused = true)]
async fn a_crash_between_two_actions_is_told_with_the_next() {
    let agent = dying().await;
    agent.done("tap", json!({ "x": 540, "y": 2000 })).await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    // Somebody else makes it crash.
    let dump = android.dump(false).await.expect("a screen");
    let (_, button) = dump.split_once("id/crash\"").expect("the button");
    let (_, bounds) = button.split_once("bounds=\"[").expect("its place");
    let (left, rest) = bounds.split_once(',').expect("a corner");
    let (top, _) = rest.split_once(']').expect("a corner");
    let corner = (left.parse::<f32>().expect("x") + 9.0, top.parse::<f32>().expect("y") + 9.0);
    android.tap(corner.0, corner.1).await;
    assert!(!agent.screen().await.contains(TORTURE), "it is gone");
    let next = agent.done("tap", json!({ "x": 540, "y": 1000 })).await;
    assert_eq!(next.json["crash"]["earlier"], true, "{}", next.json);
    assert_eq!(next.json["crash"]["packageName"], TORTURE);
}

/// Holds envelope.12.
#[tokio::test(start_paused = true)]
async fn an_app_that_does_not_respond_is_told() {
    let agent = dying().await;
    agent.done("tap_element", json!({ "id": "hang", "settle": "none" })).await;
    let tapped = agent.done("tap", json!({ "x": 540, "y": 1200 })).await;
    let told = &tapped.json["notResponding"];
    assert_eq!(told["packageName"], TORTURE, "{}", tapped.json);
    let lines = told["lines"].to_string();
    assert!(lines.contains("ANR in com.example.torture"), "{lines}");
    assert!(lines.contains("Reason: Input dispatching timed out"), "{lines}");
    insta::assert_snapshot!(tapped.json["systemDialogs"], @r#"[{"packageName":"android","title":"Torture isn't responding","buttons":["Close app","Wait"]}]"#);
}

/// Holds envelope.13, envelope.16.
#[tokio::test(start_paused = true)]
async fn a_permission_prompt_is_a_dialog_and_no_crash() {
    let (agent, _) = Agent::in_activity(TORTURE, "NetworkActivity").await;
    let tapped = agent.done("tap_element", json!({ "id": "camera" })).await;
    insta::assert_snapshot!(tapped.json["systemDialogs"], @r#"[{"packageName":"com.android.permissioncontroller","title":"Allow Torture to take pictures and record video?","buttons":["While using the app","Only this time","Don’t allow"]}]"#);
    assert!(tapped.json["crash"].is_null() && tapped.json["foregroundChanged"].is_null());
    let answered = agent.done("tap_element", json!({ "text": "Only this time" })).await;
    assert_eq!(answered.json["foregroundChanged"]["to"], TORTURE);
}

/// Holds envelope.14.
#[tokio::test(start_paused = true)]
async fn error_lines_of_the_app_are_told() {
    let (agent, _) = Agent::in_activity(TORTURE, "NetworkActivity").await;
    let broken = agent.done("tap_element", json!({ "id": "load_broken" })).await;
    let lines = broken.json["errorLines"].to_string();
    assert!(lines.contains("<-- 500 Internal Server Error https://api.example.com/"), "{lines}");
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    android.put_setting(Namespace::Global, "airplane_mode_on", "1");
    let failed = agent.done("tap_element", json!({ "id": "load" })).await;
    let lines = failed.json["errorLines"].to_string();
    assert!(lines.contains("HTTP FAILED: java.net.UnknownHostException"), "{lines}");
    assert!(!lines.contains("500"), "what was told before is not told again: {lines}");
}

/// Holds envelope.14.
#[tokio::test(start_paused = true)]
async fn what_others_write_is_not_told_and_much_is_cut() {
    let (agent, _) = Agent::in_shop().await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    let shop = android.resumed_activity().and_then(|top| top.pid).expect("the shop runs");
    let write = |pid: u32, tag: &str, text: &str| {
        let who = Writer { pid, tid: pid, uid: 10_123 };
        android.append_log(Buffer::Main, Level::Error, who, tag, text);
    };
    let tapping = agent.done("tap_element", json!({ "id": "remember_me" }));
    let writing = async {
        let mut changed = android.changed();
        while !android.dump(false).await.is_some_and(|dump| dump.contains("checked=\"true\"")) {
            changed.changed().await.expect("the phone is on");
        }
        write(9_999, "Other", "nobody asked");
        // The shop pretends that another app crashed, and that it did not.
        write(shop, "am_crash", "[0,1,com.victim,0,java.lang.X,y,Z.java,1]");
        write(shop, "ActivityManager", "ANR in com.example.shop");
        (0..10).for_each(|_| write(shop, "Shop", &"a\"\u{202e}b ".repeat(500)));
    };
    let (tapped, ()) = tokio::join!(tapping, writing);
    let lines = tapped.json["errorLines"].as_array().cloned().unwrap_or_default();
    assert_eq!((lines.len(), &tapped.json["moreErrorLines"]), (4, &json!(8)), "{}", tapped.json);
    assert!(tapped.json["crash"].is_null() && tapped.json["notResponding"].is_null());
    let long = lines.last().and_then(Value::as_str).unwrap_or_default();
    assert!(long.contains("…(+") && !long.contains('\u{202e}'), "{long}");
    let cost = judge::tokens(&tapped.json.to_string()) + judge::tokens(&tapped.screen);
    assert!(cost < 2_000, "{cost} tokens");
}

/// Holds envelope.15.
#[tokio::test(start_paused = true)]
async fn focus_and_keyboard_are_told() {
    let (agent, _) = Agent::in_shop().await;
    let tapped = agent.done("tap_element", json!({ "id": "email", "verbose": true })).await;
    assert_eq!(tapped.json["keyboard"], "shown", "{}", tapped.json);
    assert_eq!(tapped.json["focus"]["to"], "@f1 input \"Email\" focused");
    let moved = agent.done("tap_element", json!({ "id": "password", "verbose": true })).await;
    assert!(moved.json["keyboard"].is_null(), "it was there before");
    assert_eq!(moved.json["focus"]["from"], "@f1 input \"Email\" focused", "{}", moved.json);
    let back = agent.done("press_back", json!({})).await;
    assert_eq!(
        (&back.json["keyboard"], &back.json["effect"]),
        (&json!("hidden"), &json!("changed"))
    );
}

/// Holds envelope.16, settle.3.
#[tokio::test(start_paused = true)]
async fn another_activity_is_told_shortly() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    let signed_in = agent.done("tap_element", json!({ "id": "sign_in", "verbose": true })).await;
    assert_eq!(signed_in.json["activity"], ".ProductsActivity", "{}", signed_in.json);
    assert_eq!(signed_in.json["place"]["from"], "com.example.shop/.MainActivity");
    assert_eq!(signed_in.json["place"]["to"], "com.example.shop/.ProductsActivity");
    assert!(signed_in.json["foregroundChanged"].is_null());
    assert!(signed_in.json["loadingDetected"].is_string() && signed_in.json["waited_ms"].is_u64());
    let home = agent.done("press_back", json!({})).await;
    assert_eq!(members(&home.json), ["success", "action", "effect", "foregroundChanged"]);
}

/// Holds calls.1, envelope.2, envelope.3, envelope.4, expect.4.
#[tokio::test(start_paused = true)]
async fn what_is_usual_is_not_told() {
    let (agent, _) = Agent::in_shop().await;
    let tapped = agent.done("tap_element", json!({ "id": "remember_me" })).await;
    assert_eq!(members(&tapped.json), ["success", "action", "target", "effect"]);
    let nothing = agent.done("tap_element", json!({ "text": "Welcome to Shop" })).await;
    assert_eq!(nothing.json["effect"], "none");
    assert!(nothing.screen.is_empty());
    let expect =
        json!({ "text": "Welcome to Shop", "expect": { "changed": true, "timeoutMs": 10 } });
    let nothing = agent.done("tap_element", expect).await;
    assert_eq!(nothing.json["expect"]["verified"], false, "{}", nothing.json);
}

/// Holds envelope.5, envelope.6, envelope.7.
#[tokio::test(start_paused = true)]
async fn all_of_it_is_told_on_request() {
    let (agent, _) = Agent::in_shop().await;
    let arguments = json!({ "id": "remember_me", "verbose": true, "expect": { "changed": true } });
    let json = agent.done("tap_element", arguments).await.json;
    let id = json["action_id"].as_str().unwrap_or_default();
    assert!(id.starts_with("tap_element_") && id.split('_').count() == 4, "{id}");
    let time = json["timestamp"].as_str().unwrap_or_default();
    assert!(time.ends_with('Z') && time.contains('T'), "{time}");
    assert_eq!(json["lifecycle_state"], "verified");
    assert_eq!(json["ui_fingerprint_before"], json["ui_fingerprint_after"], "the same screen");
    assert_eq!(
        (&json["snapshot_revision_before"], &json["snapshot_revision_after"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(json["wait_ended"], "settled");
    assert_eq!(json["device"]["platform"], "android", "{json}");
    assert!(json["duration_ms"].as_u64() >= json["waited_ms"].as_u64(), "{json}");
    let stages = json["trace"]["steps"].as_array().cloned().unwrap_or_default();
    let stages: Vec<&str> = stages.iter().filter_map(|step| step["stage"].as_str()).collect();
    assert_eq!(stages, ["resolve", "execute", "stabilize", "verify"]);
    assert_eq!(json["trace"]["final_outcome"], "success");
    let pending = agent.done("tap_element", json!({ "id": "remember_me", "verbose": true })).await;
    assert_eq!(pending.json["lifecycle_state"], "pending_verification");
}

/// Holds envelope.7, envelope.8.
#[tokio::test(start_paused = true)]
async fn a_failure_says_how_far_it_came_and_what_to_do_next() {
    let (agent, _) = Agent::in_shop().await;
    let missing = agent.call("tap_element", json!({ "text": "Nowhere" })).await;
    assert!(missing.is_error);
    let json = missing.json;
    assert_eq!(json["lifecycle_state"], "failed");
    assert_eq!(json["trace"]["steps"][0]["stage"], "resolve");
    assert_eq!(json["trace"]["steps"][0]["result"], "failure");
    assert_eq!(json["trace"]["final_outcome"], "failure");
    assert_eq!(json["recovery"]["failure_class"], "TargetResolutionFailure");
    assert_eq!(json["recovery"]["suggested_next"]["tool"], "get_ui_tree");
    crate::shop::sign_in(&agent).await;
    let several = agent.call("tap_element", json!({ "textContains": "€" })).await.json;
    let next = &several["recovery"]["suggested_next"];
    assert_eq!(next["tool"], "tap_element", "{several}");
    agent.done("tap_element", next["arguments"].clone()).await;
}

/// Each control is there twice.
const TWICE: &str = r#"
package: com.x.twice
label: Twice
state: {near: 1, far: 1, here: "", there: "", hidden: "", secret: "", long: "", longer: ""}
activities:
  .Main:
    launcher: true
    toolbar: {title: Twice}
    body:
      column:
        gap: 8
        children:
          - text: {text: "Near {near}"}
          - slider: {desc: How much, bind: near, min: 0, max: 10, step: 1}
          - text: {text: "Far {far}"}
          - slider: {desc: How much, bind: far, min: 0, max: 10, step: 1}
          - field: {bind: here, hint: Words}
          - field: {bind: there, hint: Words}
          - field: {bind: long, hint: Notes}
          - field: {bind: longer, hint: Notes}
          - field: {bind: hidden, desc: Word, input: password}
          - field: {bind: secret, desc: Word, input: password}
"#;

/// Holds envelope.22.
#[tokio::test(start_paused = true)]
async fn the_call_to_make_next_is_whole() {
    let agent = Agent::with_app(declared(TWICE).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.twice" })).await;
    let expect = json!({ "textContains": "well", "condition": "visible" });
    for (tool, arguments) in [
        ("adjust_control", json!({ "description": "How much", "targetValue": 4, "tolerance": 1 })),
        ("adjust_control", json!({ "selector": { "contentDesc": "How much" }, "target_value": 7 })),
        ("type_text", json!({ "label": "Words", "text": "well", "expect": expect })),
        (
            "long_press",
            json!({ "contentDesc": "How much", "duration_ms": 700, "deviceId": "phone" }),
        ),
    ] {
        let several = agent.call(tool, arguments.clone()).await.json;
        assert_eq!(several["error"]["code"], "AMBIGUOUS_TARGET", "{several}");
        let next = &several["recovery"]["suggested_next"];
        assert_eq!(next["tool"], tool, "{several}");
        let taken = agent.done(tool, next["arguments"].clone()).await.json;
        assert_eq!(taken["success"], true, "{taken}");
        if tool == "type_text" {
            assert_eq!(taken["expect"]["verified"], true, "{taken}");
        }
    }
    // Neither a password nor a long text is said again.
    for (label, text) in [("Word", "hunter2".to_owned()), ("Notes", "a".repeat(400))] {
        let several = agent.call("type_text", json!({ "label": label, "text": text })).await.json;
        assert_eq!(several["error"]["code"], "AMBIGUOUS_TARGET", "{several}");
        assert!(several["recovery"]["suggested_next"].is_null(), "{several}");
        assert!(!several.to_string().contains(&text), "{several}");
    }
}
