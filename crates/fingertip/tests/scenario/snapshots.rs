//! `capture_debug_snapshot`: everything at once, and what is missing costs only itself.

use std::time::Duration;

use phone::android::{Buffer, Level, Writer};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::agent::{Agent, Answer, still};
use crate::texts;

const TOOL: &str = "capture_debug_snapshot";
const SHOP: &str = "com.example.shop";

fn begin(agent: &Agent, fault: &str) {
    agent.phone.as_ref().expect("a phone").faults().begin_text(fault).expect("a fault");
}

/// The app in front writes into the log.
fn write(agent: &Agent, level: Level, text: &str) {
    let android = agent.phone.as_ref().expect("a phone").android();
    let pid = android.resumed_activity().and_then(|top| top.pid).expect("an app in front");
    let who = Writer { pid, tid: pid, uid: 10_123 };
    android.append_log(Buffer::Main, level, who, "Shop", text);
}

fn messages(answer: &Answer) -> Vec<&str> {
    let logs = answer.json["raw"]["logs"].as_array();
    logs.into_iter().flatten().filter_map(|line| line["message"].as_str()).collect()
}

/// Holds capture_debug_snapshot.1, capture_debug_snapshot.2, capture_debug_snapshot.3, capture_debug_snapshot.11.
#[tokio::test(start_paused = true)]
async fn everything_is_gathered() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("tap_element", json!({ "id": "email" })).await;
    write(&agent, Level::Error, "payment failed");
    let snapshot = agent.done(TOOL, json!({ "reason": "stuck" })).await;
    let raw = &snapshot.json["raw"];
    assert_eq!(raw["reason"], "stuck");
    assert_eq!(raw["package"], SHOP);
    assert_eq!(raw["activity"], "com.example.shop.MainActivity");
    assert_eq!(
        (&raw["keyboard"], &raw["focus"]),
        (&json!(true), &json!("@f1 input \"Email\" focused"))
    );
    assert_eq!(raw["device"]["platform"], "android");
    assert_eq!(raw["device_state"], "device");
    assert_eq!(raw["app"], json!({ "package": SHOP, "in_front": true, "state": "running" }));
    let did = raw["last_actions"][0].as_str().unwrap_or_default();
    assert!(did.starts_with("tap @f1 input \"Email\": done, begun "), "{did}");
    assert!(messages(&snapshot).contains(&"Shop: payment failed"), "{raw}");
    let line = raw["logs"].as_array().and_then(|logs| logs.last()).expect("a line");
    assert!(line["timestamp"].is_u64() && line["level"] == "ERROR", "{line}");
    assert_eq!(raw["screenshot"]["resolution"], json!({ "width": 460, "height": 1024 }));
    let (mime, base64) = snapshot.image.as_ref().expect("an image block");
    assert!(mime == "image/jpeg" && base64 * 3 / 4 <= 50_000);
    let errors = raw.as_object().into_iter().flatten().filter(|(name, _)| name.ends_with("_error"));
    assert_eq!(errors.count(), 0, "{raw}");

    // One reading: text, fingerprint and revision are of the same screen.
    let seen = agent.done("get_ui_tree", json!({})).await;
    assert_eq!(still(&snapshot.screen), still(&seen.screen));
    let header = snapshot.screen.lines().next().unwrap_or_default();
    let fingerprint = raw["fingerprint"].as_str().expect("a fingerprint");
    assert!(header.contains(&format!("#{}", &fingerprint[..6])), "{header} {fingerprint}");
    assert!(header.contains(&format!("r{}", raw["snapshot_revision"])), "{header}");

    let semantic = &snapshot.json["semantic"];
    assert_eq!(semantic["screen"], "Main");
    assert_eq!(semantic["signals"]["has_screenshot"], true);
    assert_eq!(semantic["signals"]["has_error_logs"], true);
    assert_eq!(semantic["warnings"], json!(["error signals in the app's logs"]));
    // The picture is one that can be pointed into.
    agent.done("tap", json!({ "x": 5, "y": 5, "space": "screenshot" })).await;
}

/// Holds capture_debug_snapshot.4.
#[tokio::test(start_paused = true)]
async fn a_part_that_hangs_costs_only_itself() {
    for (fault, part, code) in [
        ("hang:screencap", "screenshot", "TIMEOUT"),
        ("hang:uiautomator", "ui_tree", "TIMEOUT"),
        ("dump=no-idle", "ui_tree", "TREE_UNAVAILABLE"),
        ("hang:logcat", "logs", "TIMEOUT"),
    ] {
        let agent = Agent::with_phone().await;
        let android = agent.phone.as_ref().expect("a phone").android().clone();
        let shop = phone::android::Component {
            package: SHOP.into(),
            class: format!("{SHOP}.MainActivity"),
        };
        let shop = phone::android::Intent::explicit(shop);
        android.start_activity(&shop, 2000).await.expect("it starts");
        begin(&agent, fault);
        let began = Instant::now();
        let snapshot = agent.done(TOOL, json!({})).await;
        assert!(began.elapsed() <= Duration::from_secs(25), "{fault}: {:?}", began.elapsed());
        let raw = &snapshot.json["raw"];
        let error = &raw[format!("{part}_error")];
        assert_eq!(error["code"], code, "{fault}: {raw}");
        assert!(error["hint"].is_string() && error["retryable"].is_boolean(), "{error}");
        let errors =
            raw.as_object().into_iter().flatten().filter(|(name, _)| name.ends_with("_error"));
        assert_eq!(errors.count(), 1, "the rest arrives: {raw}");
        assert_eq!((&raw["package"], &raw["keyboard"]), (&json!(SHOP), &json!(false)), "{fault}");
        assert_eq!(snapshot.image.is_none(), part == "screenshot", "{fault}");
        assert_eq!(raw["screenshot"].is_null(), part == "screenshot", "{fault}");
        assert_eq!(snapshot.screen.is_empty(), part == "ui_tree", "{fault}");
        assert_eq!(raw["fingerprint"].is_null(), part == "ui_tree", "{fault}");
        let semantic = &snapshot.json["semantic"];
        assert_eq!(semantic["signals"]["has_ui_tree"], part != "ui_tree", "{fault}: {semantic}");
    }
}

/// Holds capture_debug_snapshot.5.
#[tokio::test(start_paused = true)]
async fn a_device_that_is_gone_fails_the_call() {
    let (agent, _) = Agent::in_shop().await;
    begin(&agent, "hang");
    assert_eq!(agent.refused(TOOL, json!({})).await["code"], "TIMEOUT");
    agent.phone.as_ref().expect("a phone").faults().clear();
    agent.done(TOOL, json!({})).await;
}

/// Holds capture_debug_snapshot.7.
#[tokio::test(start_paused = true)]
async fn lines_from_before_anybody_read_are_told() {
    let agent = Agent::with_phone().await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    let shop =
        phone::android::Component { package: SHOP.into(), class: format!("{SHOP}.MainActivity") };
    android.start_activity(&phone::android::Intent::explicit(shop), 2000).await.expect("it starts");
    write(&agent, Level::Info, "long before");
    let snapshot = agent.done(TOOL, json!({})).await;
    assert!(messages(&snapshot).contains(&"Shop: long before"), "{}", snapshot.json);
}

/// Holds capture_debug_snapshot.6, capture_debug_snapshot.8, capture_debug_snapshot.12.
#[tokio::test(start_paused = true)]
async fn the_log_is_that_of_the_app_as_much_as_wanted_and_as_fits() {
    let (agent, _) = Agent::in_shop().await;
    for at in 0..300 {
        write(&agent, Level::Debug, &format!("step {at} {}", "x".repeat(300)));
    }
    let without = agent.done(TOOL, json!({ "includeLogs": false })).await;
    assert_eq!(without.json["raw"]["logs"], json!([]));
    let three = agent.done(TOOL, json!({ "logLines": 3 })).await;
    assert_eq!(messages(&three).len(), 3);
    assert!(messages(&three)[2].starts_with("Shop: step 299 xxx"), "{:?}", messages(&three));
    let all = agent.done(TOOL, json!({})).await;
    let told = messages(&all).len();
    assert_eq!(all.json["raw"]["logs_omitted"], 200 - told, "as many as fit: {told}");
    let cost = |answer: &Answer| {
        judge::tokens(&answer.json["raw"]["logs"].to_string()) + judge::tokens(&answer.screen)
    };
    assert!(told > 5 && cost(&all) <= 4_000, "{told} lines, {} tokens", cost(&all));
    let small = agent.done(TOOL, json!({ "budget": 400 })).await;
    assert!(cost(&small) <= 400, "{} tokens", cost(&small));
    let other = agent.done(TOOL, json!({ "appId": "com.example.torture" })).await;
    assert_eq!(other.json["raw"]["logs"], json!([]));
    assert_eq!(
        other.json["raw"]["app"],
        json!({ "package": "com.example.torture", "in_front": false })
    );
    for wrong in [json!({ "budget": 5 }), json!({ "appId": "rm -rf" })] {
        assert_eq!(agent.refused(TOOL, wrong).await["code"], "INVALID_ARGUMENT");
    }
    // An older client names its stream, and writes as it did.
    agent.done(TOOL, json!({ "session_id": "default", "log_lines": 1 })).await;
}

/// Holds capture_debug_snapshot.9.
#[tokio::test(start_paused = true)]
async fn an_app_that_crashed_is_told() {
    let torture = "com.example.torture";
    let (agent, _) = Agent::in_activity(torture, "CrashActivity").await;
    agent.done("tap_element", json!({ "id": "crash" })).await;
    let snapshot = agent.done(TOOL, json!({ "appId": torture })).await;
    let raw = &snapshot.json["raw"];
    assert_eq!(raw["app"], json!({ "package": torture, "in_front": false, "state": "crashed" }));
    assert!(messages(&snapshot).iter().any(|line| line.contains("FATAL EXCEPTION")), "{raw}");
}

/// Holds capture_debug_snapshot.10.
#[tokio::test(start_paused = true)]
async fn a_secret_is_masked_even_where_a_line_is_cut() {
    let vars = [("FINGERTIP_SECRET_WORD", "correct horse battery")];
    let agent = Agent::with_secrets(texts::app(), &vars).await;
    agent.done("connect", json!({ "packageName": "com.x.texts" })).await;
    agent.done("type_text", json!({ "id": "plain", "text": "{{secret:WORD}}" })).await;
    for before in 170..200 {
        let line = format!("{}correct horse battery staple", "-".repeat(before));
        write(&agent, Level::Error, &line);
    }
    let snapshot = agent.done(TOOL, json!({})).await;
    let told = format!("{}{}{}", snapshot.json, snapshot.screen, snapshot.structured);
    assert!(told.contains("{{secret:WORD}}"), "{told}");
    assert!(!told.contains("correct") && !told.contains("horse"), "{told}");
    assert_ne!(snapshot.structured, Value::Null);
}
