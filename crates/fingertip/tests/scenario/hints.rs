//! Wrong use is taught: for every code that a tool can raise, an agent that does what the hint says gets on.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use device::android::Single;
use device::{Attached, Deadline, Device, State};
use engine::{Claims, Fleet, Guard, Source};
use fingertip::host::Host;
use fingertip::tools::{ALL, Cx, Registry};
use phone::Phone;
use phone::apps::declared;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::agent::{Agent, Answer, find_ref};
use crate::cable::Cable;
use crate::faults::Pair;
use crate::record;
use crate::shop::sign_in;
use crate::{texts, touching};

const TORTURE: &str = "com.example.torture";
const SHOP: &str = "com.example.shop";

/// What no call can be made to raise, and why.
const NOT_RAISABLE: [(&str, &str); 1] =
    [("INTERNAL_ERROR", "only a defect raises it; tests/mcp has a tool with one")];

/// Codes and rules are one list: the rules' own test finds a code whose hint nobody follows.
#[test]
fn every_code_that_can_be_raised_has_a_rule() {
    let rules = include_str!("../../src/tools/rules/hints.txt");
    let lines = rules.lines().filter_map(|line| line.strip_prefix("hints.")?.split(' ').next());
    let mut listed: Vec<&str> = lines.collect();
    listed.extend(NOT_RAISABLE.iter().map(|(code, _)| *code));
    listed.sort_unstable();
    let all: Vec<&str> = engine::Error::all().into_iter().map(|(code, _, _)| code).collect();
    assert_eq!(listed, all);
}

/// The error has this code, and its hint these words, which the test goes on to follow.
fn taught(error: &Value, code: &str, words: &[&str]) {
    assert_eq!(error["code"], code, "{error}");
    let hint = error["hint"].as_str().unwrap_or_default();
    for word in words {
        assert!(hint.contains(word), "{code}: {word} is not in {hint}");
    }
}

async fn at(class: &str) -> Agent {
    Agent::in_activity(TORTURE, class).await.0
}

/// The ref at the beginning of a line.
fn token(line: &Value) -> String {
    line.as_str().and_then(|line| line.split(' ').next()).unwrap_or_default().to_owned()
}

async fn proved(agent: &Agent, text: &str) {
    let verdict = agent.done("expect_element_visible", json!({ "text": text })).await;
    assert_eq!(verdict.json["verified"], true, "{text}: {verdict:?}");
}

/// Holds hints.INVALID_ARGUMENT.
#[tokio::test(start_paused = true)]
async fn a_wrong_argument() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("tap_element", json!({ "txet": "Remember me" })).await;
    taught(&error, "INVALID_ARGUMENT", &["did you mean text?"]);
    agent.done("tap_element", json!({ "text": "Remember me" })).await;
    let error = agent.refused("capture_screenshot", json!({ "maxEdge": 5_000 })).await;
    taught(&error, "INVALID_ARGUMENT", &["pass an integer from 64 to 4096 for maxEdge"]);
    agent.done("capture_screenshot", json!({ "maxEdge": 4_096 })).await;
    let error = agent.refused("tap", json!({ "x": 1, "y": 9_999 })).await;
    taught(&error, "INVALID_ARGUMENT", &["correct the argument"]);
    assert!(error["message"].as_str().is_some_and(|why| why.contains("of 1080x2400")), "{error}");
    agent.done("tap", json!({ "x": 1, "y": 2_000 })).await;
}

/// Holds hints.AMBIGUOUS_TARGET.
#[tokio::test(start_paused = true)]
async fn several_candidates() {
    let agent = at("SameActivity").await;
    let error = agent.refused("tap_element", json!({ "text": "Delete" })).await;
    taught(&error, "AMBIGUOUS_TARGET", &["the ref of one candidate", "index"]);
    agent.done("tap_element", json!({ "ref": token(&error["details"]["candidates"][2]) })).await;
    proved(&agent, "Last: delete plums").await;
    agent.done("tap_element", json!({ "text": "Delete", "index": 0 })).await;
    proved(&agent, "Last: delete apples").await;
}

/// Holds hints.ELEMENT_NOT_FOUND.
#[tokio::test(start_paused = true)]
async fn nothing_fits() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("tap_element", json!({ "text": "Remember" })).await;
    taught(
        &error,
        "ELEMENT_NOT_FOUND",
        &["get_ui_tree", "wait_for_ui", "scroll_to_element", "swipe"],
    );
    let remember = find_ref(&agent.screen().await, "Remember me");
    agent.done("tap_element", json!({ "ref": remember })).await;

    let agent = at("InPlaceActivity").await;
    agent.done("tap_element", json!({ "text": "Start", "settle": "none" })).await;
    let error = agent.refused("tap_element", json!({ "text": "Open" })).await;
    taught(&error, "ELEMENT_NOT_FOUND", &["wait for the element with wait_for_ui"]);
    let wait = json!({ "text": "Open", "condition": "clickable" });
    assert_eq!(agent.done("wait_for_ui", wait).await.json["met"], true);
    agent.done("tap_element", json!({ "text": "Open" })).await;

    let agent = at("FarActivity").await;
    agent.refused("tap_element", json!({ "text": "Row 40" })).await;
    agent.done("scroll_to_element", json!({ "text": "Row 40" })).await;
    agent.done("tap_element", json!({ "text": "Row 40" })).await;
    // The same as a verdict.
    let no = json!({ "text": "Row 80", "timeoutMs": 100 });
    let no = agent.done("expect_element_visible", no).await;
    taught(&no.json, "ELEMENT_NOT_FOUND", &["the screen below the answer", "scroll_to_element"]);
    assert!(no.screen.contains("Row 40"));
    agent.done("scroll_to_element", json!({ "text": "Row 80" })).await;
    proved(&agent, "Row 80").await;
}

/// Holds hints.STALE_REFERENCE.
#[tokio::test(start_paused = true)]
async fn a_ref_of_yesterday() {
    let (agent, first) = Agent::in_shop().await;
    let gone = find_ref(&first.screen, "\"Sign in\"");
    sign_in(&agent).await;
    let error = agent.refused("tap_element", json!({ "ref": gone })).await;
    taught(&error, "STALE_REFERENCE", &["get_ui_tree", "use a ref from it"]);
    let chair = find_ref(&agent.screen().await, "Linen armchair");
    agent.done("tap_element", json!({ "ref": chair })).await;
}

/// Holds hints.ELEMENT_NOT_INTERACTABLE.
#[tokio::test(start_paused = true)]
async fn something_in_the_way() {
    let refused = async |agent: &Agent, tool: &'static str, arguments: Value, words: &[&str]| {
        let error = agent.refused(tool, arguments).await;
        taught(&error, "ELEMENT_NOT_INTERACTABLE", words);
    };
    // Disabled.
    let agent = at("InPlaceActivity").await;
    agent.done("tap_element", json!({ "id": "action" })).await;
    refused(&agent, "tap_element", json!({ "id": "action" }), &["wait_for_ui condition clickable"])
        .await;
    agent.done("wait_for_ui", json!({ "id": "action", "condition": "clickable" })).await;
    agent.done("tap_element", json!({ "id": "action" })).await;
    proved(&agent, "You opened it").await;
    // Under the keyboard.
    let agent = at("KeyboardActivity").await;
    agent.done("type_text", json!({ "id": "note", "text": "x" })).await;
    refused(&agent, "tap_element", json!({ "text": "Save" }), &["press_back", "call again"]).await;
    agent.done("press_back", json!({})).await;
    agent.done("tap_element", json!({ "text": "Save" })).await;
    // Under something else.
    let agent = touching::agent().await;
    let error = agent.refused("tap_element", json!({ "id": "below" })).await;
    taught(&error, "ELEMENT_NOT_INTERACTABLE", &["act on what covers it first"]);
    let message = error["message"].as_str().unwrap_or_default();
    let (_, cover) = message.split_once("cannot be acted on: ").expect("the cover is named");
    agent.done("tap_element", json!({ "ref": token(&json!(cover)) })).await;
    agent.done("tap_element", json!({ "id": "below" })).await;
    proved(&agent, "Said below").await;
    // In motion.
    refused(&agent, "tap_element", json!({ "id": "swing" }), &["tap by x and y with settle none"])
        .await;
    let mut at =
        agent.done("find_element", json!({ "query": "swing" })).await.json["tapCoordinates"]
            .clone();
    at["settle"] = json!("none");
    agent.done("tap", at).await;
    // Of another kind.
    let agent = texts::agent().await;
    refused(
        &agent,
        "type_text",
        json!({ "id": "go", "text": "x" }),
        &["get_ui_tree shows text fields as input"],
    )
    .await;
    let field = find_ref(&agent.screen().await, " input ");
    assert_eq!(
        agent.done("type_text", json!({ "ref": field, "text": "x" })).await.json["arrived"],
        true
    );
    refused(
        &agent,
        "adjust_control",
        json!({ "id": "go", "targetValue": 1 }),
        &["tap what has buttons"],
    )
    .await;
    agent.done("tap_element", json!({ "id": "go" })).await;
}

/// Holds hints.NAVIGATION_NO_CHANGE.
#[tokio::test(start_paused = true)]
async fn the_end_of_a_list() {
    let agent = at("FarActivity").await;
    let error =
        agent.refused("scroll_to_element", json!({ "text": "Row 40", "direction": "up" })).await;
    taught(&error, "NAVIGATION_NO_CHANGE", &["the other way", "within"]);
    agent.done("scroll_to_element", json!({ "text": "Row 40", "direction": "down" })).await;
    let list = find_ref(&agent.screen().await, "scroll");
    let within = json!({ "text": "Row 2", "direction": "up", "within": list });
    agent.done("scroll_to_element", within).await;
}

async fn at_slider() -> Agent {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    agent.done("tap_element", json!({ "textContains": "lamp", "index": 0 })).await;
    agent.done("scroll_to_element", json!({ "id": "quantity" })).await;
    agent
}

/// Holds hints.CONTROL_CONVERGENCE_FAILED.
#[tokio::test(start_paused = true)]
async fn a_value_between_two_steps() {
    let agent = at_slider().await;
    let error =
        agent.refused("adjust_control", json!({ "id": "quantity", "targetValue": 2.5 })).await;
    taught(&error, "CONTROL_CONVERGENCE_FAILED", &["allow a tolerance", "set what it can take"]);
    let tolerant = json!({ "id": "quantity", "targetValue": 2.5, "tolerance": 0.5 });
    agent.done("adjust_control", tolerant).await;
    let actual: f64 =
        error["details"]["actual"].as_str().and_then(|text| text.parse().ok()).expect("a number");
    agent.done("adjust_control", json!({ "id": "quantity", "targetValue": actual })).await;
}

/// Holds hints.STATE_UNAVAILABLE.
#[tokio::test(start_paused = true)]
async fn a_value_that_is_not_told() {
    let agent = at_slider().await;
    let value = json!({ "id": "quantity", "property": "value", "expected": 1, "timeoutMs": 100 });
    let no = agent.done("expect_state", value).await.json;
    taught(&no, "STATE_UNAVAILABLE", &["a label beside it", "capture_screenshot"]);
    proved(&agent, "Quantity: 1").await;
    agent.done("capture_screenshot", json!({})).await;
    // The same of a control that is to be set.
    let agent = at("ControlsActivity").await;
    let error = agent.refused("adjust_control", json!({ "id": "level", "targetValue": 70 })).await;
    taught(&error, "STATE_UNAVAILABLE", &["property percent", "capture_screenshot"]);
    let before = agent.done("capture_screenshot", json!({})).await.picture;
    let percent = json!({ "id": "level", "targetValue": 70, "property": "percent" });
    let moved = agent.call("adjust_control", percent).await.json;
    assert_eq!(moved["attempts"], 1, "{moved}");
    assert_ne!(
        agent.done("capture_screenshot", json!({})).await.picture,
        before,
        "it is seen to have moved"
    );
}

/// Holds hints.EXPECT_STATE_MISMATCH.
#[tokio::test(start_paused = true)]
async fn another_state() {
    let (agent, _) = Agent::in_shop().await;
    let checked =
        json!({ "id": "remember_me", "property": "checked", "expected": true, "timeoutMs": 100 });
    let no = agent.done("expect_state", checked.clone()).await.json;
    taught(&no, "EXPECT_STATE_MISMATCH", &["act on it"]);
    agent.done("tap_element", json!({ "ref": token(&no["element"]) })).await;
    assert_eq!(agent.done("expect_state", checked).await.json["verified"], true);
}

/// Holds hints.VERIFICATION_FAILED.
#[tokio::test(start_paused = true)]
async fn another_screen() {
    let (agent, _) = Agent::in_shop().await;
    let no = agent.done("expect_screen", json!({ "screen": "ProductsActivity" })).await;
    taught(&no.json, "VERIFICATION_FAILED", &["the screen below the answer", "act on it"]);
    assert!(no.screen.contains("Demo account: demo@example.com with password secret123"));
    sign_in(&agent).await;
    let yes = agent.done("expect_screen", json!({ "screen": "ProductsActivity" })).await;
    assert_eq!(yes.json["verified"], true);
    // And of a text that came otherwise than it was typed.
    let agent = texts::agent().await;
    let typed = agent.done("type_text", json!({ "id": "short", "text": "1234567" })).await.json;
    taught(&typed["mismatch"], "VERIFICATION_FAILED", &["type again with clear: true"]);
    let again = json!({ "id": "short", "text": "12345", "clear": true });
    assert_eq!(agent.done("type_text", again).await.json["arrived"], true);
}

/// Holds hints.TIMEOUT.
#[tokio::test(start_paused = true)]
async fn too_slow() {
    let pair = Pair::new().await;
    pair.begin("hang:input");
    let (answer, _) = pair.call("tap", json!({ "label": "Email" })).await;
    taught(&answer.json["error"], "TIMEOUT", &["call again"]);
    pair.clear();
    let (answer, _) = pair.call("tap", json!({ "label": "Email" })).await;
    assert!(!answer.is_error, "{answer:?}");
    // As a verdict: the reason says what is missing.
    let agent = at("KeyboardActivity").await;
    agent.done("type_text", json!({ "id": "note", "text": "x" })).await;
    let wait = json!({ "text": "Save", "condition": "clickable", "timeoutMs": 300 });
    let no = agent.done("wait_for_ui", wait.clone()).await.json;
    taught(&no, "TIMEOUT", &["the reason says what is missing"]);
    assert!(no["reason"].as_str().is_some_and(|why| why.contains("keyboard covers it")), "{no}");
    agent.done("press_back", json!({})).await;
    assert_eq!(agent.done("wait_for_ui", wait).await.json["met"], true);
}

/// Holds hints.TREE_UNAVAILABLE.
#[tokio::test(start_paused = true)]
async fn a_screen_that_cannot_be_read() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    agent.done("tap_element", json!({ "text": "Never at rest", "settle": "none" })).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    taught(&error, "TREE_UNAVAILABLE", &["capture_screenshot", "press_back", "settle none"]);
    agent.done("capture_screenshot", json!({})).await;
    agent.done("tap", json!({ "x": 540, "y": 2000, "settle": "none" })).await;
    agent.done("press_back", json!({})).await;
    assert!(agent.screen().await.contains("Never at rest"), "back at the menu");
}

/// Holds hints.INPUT_UNSUPPORTED.
#[tokio::test(start_paused = true)]
async fn a_text_without_keys() {
    let agent = texts::agent().await;
    let error = agent.refused("type_text", json!({ "id": "plain", "text": "Zoë" })).await;
    taught(&error, "INPUT_UNSUPPORTED", &["printable ASCII", "clipboard", "press_key paste"]);
    assert_eq!(
        agent.done("type_text", json!({ "id": "plain", "text": "Zoe" })).await.json["arrived"],
        true
    );
    agent.done("clear_text", json!({ "id": "plain" })).await;
    agent.phone.as_ref().expect("a phone").android().set_clipboard("Zoë");
    agent.done("press_key", json!({ "key": "paste" })).await;
    proved(&agent, "Zoë").await;
}

/// Holds hints.APP_CRASHED.
#[tokio::test(start_paused = true)]
async fn a_crash() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    agent.done("tap_element", json!({ "text": "Crashes and hangs" })).await;
    let crash = json!({ "text": "Crash", "expect": { "changed": true } });
    let tapped = agent.done("tap_element", crash).await.json;
    taught(
        &tapped["expect"],
        "APP_CRASHED",
        &["read the crash in this answer", "connect starts the app again"],
    );
    assert!(tapped["crash"]["lines"].to_string().contains("IllegalStateException: on request"));
    let again = agent.done("connect", json!({ "packageName": TORTURE })).await;
    assert!(again.screen.contains("Clock"), "{}", again.screen);
    agent.done("tap_element", json!({ "text": "Clock" })).await;
}

/// Holds hints.APP_NOT_INSTALLED, connect.7.
#[tokio::test(start_paused = true)]
async fn an_app_that_is_not_there() {
    let agent = Agent::with_phone().await;
    let error = agent.refused("connect", json!({ "packageName": "com.example.shopp" })).await;
    taught(&error, "APP_NOT_INSTALLED", &["check its package name", "list_devices with appId"]);
    for (name, there) in [("com.example.shopp", false), (SHOP, true)] {
        let listed = agent.done("list_devices", json!({ "appId": name })).await.json;
        assert_eq!(listed["devices"][0]["appInstalled"], there, "{listed}");
    }
    agent.done("connect", json!({ "packageName": SHOP })).await;
}

/// Holds hints.APP_LAUNCH_FAILED.
#[tokio::test(start_paused = true)]
async fn an_app_that_does_not_start() {
    const HIDDEN: &str = "package: com.x.hidden\nlabel: Hidden\nactivities: {.Main: {exported: true, body: {text: {text: Hi}}}}";
    let agent = Agent::with_app(declared(HIDDEN).expect("an app")).await;
    let error = agent.refused("connect", json!({ "packageName": "com.x.hidden" })).await;
    taught(&error, "APP_LAUNCH_FAILED", &["by hand", "connect without packageName"]);
    agent.adb("am start -n com.x.hidden/.Main").await;
    let there = agent.done("connect", json!({})).await;
    assert!(there.screen.contains("com.x.hidden"), "{}", there.screen);
}

/// Holds hints.DEVICE_AMBIGUOUS.
#[tokio::test(start_paused = true)]
async fn two_phones() {
    let agent = Agent::with_phones(&["left", "right"]).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    taught(&error, "DEVICE_AMBIGUOUS", &["pass deviceId", "call connect once"]);
    let id = token(&error["details"]["candidates"][1]);
    agent.done("get_ui_tree", json!({ "deviceId": id })).await;
    agent.done("connect", json!({ "deviceId": id })).await;
    agent.done("get_ui_tree", json!({})).await;
}

/// Holds hints.DEVICE_NOT_FOUND.
#[tokio::test(start_paused = true)]
async fn a_phone_that_is_not_there() {
    let agent = Agent::with_phone().await;
    let error = agent.refused("get_ui_tree", json!({ "deviceId": "telephone" })).await;
    taught(&error, "DEVICE_NOT_FOUND", &["list_devices"]);
    let listed = agent.done("list_devices", json!({})).await.json;
    agent.done("get_ui_tree", json!({ "deviceId": listed["devices"][0]["id"] })).await;
}

/// Holds hints.DEVICE_OFFLINE.
#[tokio::test(start_paused = true)]
async fn a_phone_that_is_off() {
    let pair = Pair::new().await;
    pair.begin("offline");
    let (answer, _) = pair.call("get_ui_tree", json!({})).await;
    taught(&answer.json["error"], "DEVICE_OFFLINE", &["is on and reachable", "call again"]);
    pair.clear();
    pair.recovers().await;
}

/// Holds hints.DEVICE_UNAUTHORIZED.
#[tokio::test(start_paused = true)]
async fn a_phone_that_does_not_know_us() {
    let pair = Pair::new().await;
    pair.begin("unauthorized");
    let (answer, _) = pair.call("get_ui_tree", json!({})).await;
    taught(
        &answer.json["error"],
        "DEVICE_UNAUTHORIZED",
        &["accept the debugging prompt", "call again"],
    );
    pair.clear();
    pair.recovers().await;
}

/// Holds hints.DEVICE_LOST.
#[tokio::test(start_paused = true)]
async fn a_phone_that_goes_away() {
    let pair = Pair::new().await;
    pair.begin("drop:uiautomator times 1");
    let (answer, _) = pair.call("get_ui_tree", json!({})).await;
    taught(&answer.json["error"], "DEVICE_LOST", &["call again", "list_devices"]);
    let (listed, _) = pair.call("list_devices", json!({})).await;
    assert_eq!(listed.json["devices"][0]["state"], "device", "{listed:?}");
    pair.recovers().await;
}

/// Holds hints.DEVICE_LOCKED.
#[tokio::test(start_paused = true)]
async fn a_locked_phone() {
    let (agent, _) = Agent::in_shop().await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    android.set_credential(Some("4711".to_owned()));
    android.set_awake(false);
    let error = agent.refused("connect", json!({})).await;
    taught(&error, "DEVICE_LOCKED", &["unlock the phone by hand", "call again"]);
    assert!(android.unlock("4711"));
    agent.done("connect", json!({})).await;
}

/// Holds hints.BACKEND_FAILED.
#[tokio::test(start_paused = true)]
async fn a_phone_that_refuses() {
    let pair = Pair::new().await;
    pair.begin("reboot=20s");
    // adbd is up again, but what takes fingers and keys is not.
    tokio::time::advance(Duration::from_secs(16)).await;
    let (answer, _) = pair.call("press_back", json!({ "settle": "none" })).await;
    taught(&answer.json["error"], "BACKEND_FAILED", &["call again in a moment", "list_devices"]);
    let (listed, _) = pair.call("list_devices", json!({})).await;
    assert!(listed.json.to_string().contains("\"left\""), "{listed:?}");
    tokio::time::advance(Duration::from_secs(5)).await;
    let (answer, _) = pair.call("press_back", json!({ "settle": "none" })).await;
    assert!(!answer.is_error, "{answer:?}");
}

/// Holds hints.GUARD_REFUSED.
#[tokio::test(start_paused = true)]
async fn what_is_not_allowed() {
    let phone = record::phone();
    let guarded = async |guard| Agent::served(&record::server(&phone, guard, None), &phone).await;
    // Who may only look looks.
    let agent = guarded(Guard { read_only: true, ..Guard::default() }).await;
    let error = agent.refused("press_back", json!({})).await;
    taught(&error, "GUARD_REFUSED", &["only look", "get_ui_tree", "connect without packageName"]);
    agent.done("connect", json!({})).await;
    proved(&agent, "Shop").await;
    agent.done("capture_screenshot", json!({})).await;

    // Another app than the allowed one is in front.
    let apps = vec![SHOP.parse().expect("a pattern")];
    let agent = guarded(Guard { apps, ..Guard::default() }).await;
    let error = agent.refused("tap_element", json!({ "text": "Chat" })).await;
    taught(
        &error,
        "GUARD_REFUSED",
        &["connect with packageName brings an allowed app to the front"],
    );
    agent.done("connect", json!({ "packageName": error["details"]["allowed"][0] })).await;
    agent.done("tap_element", json!({ "text": "Remember me" })).await;
    let error = agent.refused("connect", json!({ "packageName": TORTURE })).await;
    taught(&error, "GUARD_REFUSED", &["connect to an allowed app", "--allow-app"]);
    agent.done("connect", json!({ "packageName": error["details"]["allowed"][0] })).await;

    // A device that is not allowed.
    let devices = vec!["pho*".parse().expect("a pattern")];
    let agent = guarded(Guard { devices, ..Guard::default() }).await;
    let error = agent.refused("get_ui_tree", json!({ "deviceId": "emulator-5554" })).await;
    taught(&error, "GUARD_REFUSED", &["list_devices shows the allowed devices"]);
    let listed = agent.done("list_devices", json!({})).await.json;
    agent.done("get_ui_tree", json!({ "deviceId": listed["devices"][0]["id"] })).await;
}

/// Holds hints.DEVICE_BUSY.
#[tokio::test(start_paused = true)]
async fn a_phone_that_somebody_else_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let claims = || Some(Claims::in_folder(folder.path()));
    let phone = record::phone();
    let first = record::server(&phone, Guard::default(), claims());
    let second = record::server(&phone, Guard::default(), claims());
    let one = Agent::served(&first, &phone).await;
    one.done("connect", json!({ "packageName": SHOP })).await;
    let other = Agent::served(&second, &phone).await;
    let tap = json!({ "text": "Remember me" });
    let error = other.refused("tap_element", tap.clone()).await;
    taught(&error, "DEVICE_BUSY", &["end that one", "use its server", "reading works meanwhile"]);
    proved(&other, "Remember me").await;
    let through = Agent::served(&first, &phone).await;
    through.done("tap_element", tap.clone()).await;
    // It ends when its last client is gone.
    one.leave().await;
    through.leave().await;
    drop(first);
    other.done("tap_element", tap).await;
}

/// Phones that are there when somebody has done something for it.
#[derive(Debug)]
struct Later {
    phone: Single,
    there: watch::Receiver<bool>,
    /// What is wrong until then.
    error: Option<device::Error>,
    unusable: Vec<Attached>,
}

#[async_trait]
impl Source for Later {
    async fn attached(&self, deadline: Deadline) -> device::Result<Vec<Attached>> {
        match &self.error {
            _ if *self.there.borrow() => self.phone.attached(deadline).await,
            Some(error) => Err(error.clone()),
            None => Ok(self.unusable.clone()),
        }
    }

    async fn open(&self, id: &str, deadline: Deadline) -> device::Result<Option<Arc<dyn Device>>> {
        self.phone.open(id, deadline).await
    }
}

async fn later(
    error: Option<device::Error>,
    unusable: Vec<Attached>,
) -> (Agent, watch::Sender<bool>) {
    let phone = Arc::new(Phone::builder().serial("phone").build().expect("a phone"));
    let phone = Single::new("phone", "Phone", Cable { phone, delay: Duration::ZERO });
    let (plug, there) = watch::channel(false);
    let agent =
        Agent::with_sources(vec![Arc::new(Later { phone, there, error, unusable })], None).await;
    (agent, plug)
}

/// Holds hints.NO_DEVICE, devices.6, list_devices.3.
#[tokio::test(start_paused = true)]
async fn no_phone() {
    let (agent, plug) = later(None, Vec::new()).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    taught(&error, "NO_DEVICE", &["plug in a phone"]);
    let listed = agent.done("list_devices", json!({})).await.json;
    assert_eq!(listed["devices"], json!([]));
    assert!(
        listed["hint"].as_str().is_some_and(|hint| hint.contains("plug in a phone")),
        "{listed}"
    );
    plug.send_replace(true);
    agent.done("get_ui_tree", json!({})).await;
    let (id, platform) = ("R58M".to_owned(), "android");
    let locked = Attached { id, platform, state: State::Unauthorized, model: None };
    let (agent, _plug) = later(None, vec![locked]).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    assert_eq!(error["details"]["unusable"], json!(["R58M (unauthorized)"]), "{error}");
}

/// Holds hints.ADB_UNAVAILABLE, devices.17.
#[tokio::test(start_paused = true)]
async fn no_adb() {
    let why = "there is no adb program".to_owned();
    let (agent, plug) = later(Some(device::Error::AdbUnavailable { why }), Vec::new()).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    taught(&error, "ADB_UNAVAILABLE", &["install Android platform-tools", "fingertip mcp --phone"]);
    plug.send_replace(true);
    agent.done("get_ui_tree", json!({})).await;
    let embedded = fingertip::host::Devices { phone: true };
    Agent::with(embedded).await.done("get_ui_tree", json!({})).await;
}

/// A client that cancels gets no answer; whoever runs a tool without one does.
///
/// Holds hints.CANCELLED.
#[tokio::test(start_paused = true)]
async fn a_cancelled_call() {
    let phone = Arc::new(Phone::builder().serial("phone").build().expect("a phone"));
    let phone = Single::new("phone", "Phone", Cable { phone, delay: Duration::ZERO });
    let host = Arc::new(Host::of(Fleet::new(vec![Arc::new(phone)], None)));
    let registry = Registry::new(ALL);
    let cx = Cx::new(Arc::clone(&host));
    let cancel = cx.cancel.clone();
    let waiting = registry.call("wait_for_ui", json!({ "text": "Nobody" }), cx);
    let (reply, ()) = tokio::join!(waiting, async { cancel.cancel() });
    let told: Value = serde_json::from_str(&reply.expect("a tool").json()).expect("JSON");
    taught(&told["error"], "CANCELLED", &["call again when it is needed"]);
    let again = registry.call("get_ui_tree", json!({}), Cx::new(host)).await.expect("a tool");
    assert!(!again.is_error(), "{again:?}");
}

/// Every hint that an answer carries is the one that the page of errors has for its code, or a narrower one.
#[tokio::test(start_paused = true)]
async fn a_no_carries_its_hint() {
    let (agent, _) = Agent::in_shop().await;
    let answer: Answer =
        agent.done("expect_element_visible", json!({ "text": "Nobody", "timeoutMs": 0 })).await;
    assert!(answer.json["hint"].is_string(), "{answer:?}");
    let answer = agent.done("expect_element_visible", json!({ "text": "Sign in" })).await;
    assert!(answer.json["hint"].is_null(), "a yes needs none: {answer:?}");
}
