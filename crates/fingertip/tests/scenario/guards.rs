//! What whoever starts the server forbids is refused, and does not reach the phone.

use std::sync::Arc;

use engine::{Fleet, Guard, Source};
use fingertip::host::Host;
use fingertip::mcp::{Options, Server};
use fingertip::tools::{ALL, Entry, Registry};
use phone::Phone;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::cable::Cable;
use crate::record::{Record, phone, server};

const SHOP: &str = "com.example.shop";
const TORTURE: &str = "com.example.torture";

fn apps(patterns: &[&str]) -> Guard {
    let apps = patterns.iter().map(|pattern| pattern.parse().expect("a pattern")).collect();
    Guard { apps, ..Guard::default() }
}

async fn guarded(guard: Guard) -> (Agent, Record, Arc<Phone>) {
    let phone = phone();
    let agent = Agent::served(&server(&phone, guard, None), &phone).await;
    (agent, Record::of(&phone), phone)
}

/// Holds guards.1, guards.2.
#[tokio::test(start_paused = true)]
async fn who_may_only_look_is_offered_no_more_and_refused_everything_else() {
    let guard = Guard { read_only: true, ..Guard::default() };
    let (agent, mut record, _phone) = guarded(guard).await;
    let offered = agent.offered().await;
    for tool in ["connect", "list_devices", "get_ui_tree", "wait_for_ui", "expect_state"] {
        assert!(offered.iter().any(|one| one == tool), "{tool}: {offered:?}");
    }
    let hidden: Vec<&'static str> =
        ALL.iter().map(Entry::name).filter(|name| !offered.iter().any(|one| one == name)).collect();
    for tool in ["tap", "tap_element", "type_text", "swipe", "press_back", "adjust_control"] {
        assert!(hidden.contains(&tool), "{tool}: {hidden:?}");
    }
    for tool in hidden {
        let error = agent.refused(tool, json!({})).await;
        assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
        assert_eq!(error["details"]["guard"], "--read-only", "{error}");
        assert_eq!(error["retryable"], false);
    }
    // The hint: connect without an app, and the tools that look.
    let error = agent.refused("connect", json!({ "packageName": SHOP })).await;
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    let seen = agent.done("connect", json!({})).await;
    assert!(seen.screen.contains("com.android.launcher3"), "{}", seen.screen);
    agent.done("expect_element_visible", json!({ "text": "Shop" })).await;
    let reached = record.begun("");
    let acts = |command: &&String| {
        ["input ", "monkey ", "dismiss-keyguard"].iter().any(|word| command.contains(word))
    };
    assert!(!reached.is_empty());
    assert_eq!(reached.iter().find(acts), None, "it reached the phone");
}

/// Holds guards.3, guards.4.
#[tokio::test(start_paused = true)]
async fn an_input_is_refused_while_another_app_is_in_front() {
    let (agent, mut record, _phone) = guarded(apps(&[SHOP])).await;
    agent.done("connect", json!({})).await;
    record.marks("");
    let refused: [(&str, Value); 9] = [
        ("tap", json!({ "x": 500, "y": 900, "settle": "none" })),
        ("tap_element", json!({ "text": "Shop" })),
        ("tap_element", json!({ "text": "Nothing of this name" })),
        ("long_press", json!({ "text": "Shop" })),
        ("swipe", json!({ "direction": "up" })),
        ("type_text", json!({ "text": "abc", "settle": "none" })),
        ("press_back", json!({})),
        ("press_key", json!({ "key": "home" })),
        ("scroll_to_element", json!({ "text": "Far" })),
    ];
    for (tool, arguments) in refused {
        let error = agent.refused(tool, arguments).await;
        assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
        let details = &error["details"];
        assert_eq!(details["guard"], "--allow-app", "{error}");
        assert!(details["inFront"].as_str().is_some_and(|app| app.contains("launcher")), "{error}");
        assert_eq!(details["allowed"], json!([SHOP]));
    }
    assert_eq!(record.begun("input "), [""; 0], "nothing reached the phone");
    // Nor is another app started.
    let error = agent.refused("connect", json!({ "packageName": "com.example.chat" })).await;
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    assert_eq!(record.begun("monkey"), [""; 0]);

    // What the refusal proposes works.
    let answer = agent.call("press_back", json!({})).await;
    let next = &answer.json["recovery"]["suggested_next"];
    assert_eq!(next, &json!({ "tool": "connect", "arguments": { "packageName": SHOP } }));
    agent.done("connect", next["arguments"].clone()).await;
    agent.done("tap_element", json!({ "id": "remember_me" })).await;
    agent.done("type_text", json!({ "id": "email", "text": "me@example.com" })).await;
    let back = agent.done("press_key", json!({ "key": "home" })).await;
    assert_eq!(back.json["success"], true, "an app may be left");
    let error = agent.refused("press_back", json!({})).await;
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
}

/// Holds guards.5.
#[tokio::test(start_paused = true)]
async fn what_the_system_puts_over_an_allowed_app_is_not_the_apps() {
    let (agent, _, _phone) = guarded(apps(&["com.example.*"])).await;
    agent.start(TORTURE, "NetworkActivity").await;
    // A question for a permission is an app of its own.
    agent.done("tap_element", json!({ "text": "Camera" })).await;
    let error = agent.refused("tap_element", json!({ "text": "While using the app" })).await;
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    let seen = error["details"]["inFront"].to_string();
    assert!(seen.contains("com.android.permissioncontroller"), "{error}");

    // A dialog of the system lies over the app, which stays in front.
    let (agent, _, _phone) = guarded(apps(&["com.example.*"])).await;
    agent.start(TORTURE, "CrashActivity").await;
    agent.done("tap_element", json!({ "text": "Hang", "settle": "none" })).await;
    agent.done("tap", json!({ "x": 540, "y": 1200, "settle": "none" })).await;
    agent.done("expect_element_visible", json!({ "text": "Close app" })).await;
    let error = agent.refused("tap_element", json!({ "text": "Close app" })).await;
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("\"Application Not Responding: com.example.torture\""), "{message}");
    assert!(message.contains("a window of \"android\" over \"com.example.torture\""), "{message}");
}

/// Holds guards.5.
#[tokio::test(start_paused = true)]
async fn a_package_that_is_allowed_too_may_be_answered() {
    let (agent, _, _phone) = guarded(apps(&[TORTURE, "com.android.permissioncontroller"])).await;
    agent.start(TORTURE, "NetworkActivity").await;
    agent.done("tap_element", json!({ "text": "Camera" })).await;
    agent.done("tap_element", json!({ "text": "While using the app" })).await;
    agent.done("expect_element_visible", json!({ "text": "Camera granted" })).await;
}

/// Holds guards.5.
#[tokio::test(start_paused = true)]
async fn dialogs_of_the_app_itself_are_the_app() {
    let (agent, _, _phone) = guarded(apps(&[TORTURE])).await;
    agent.start(TORTURE, "CoveredActivity").await;
    agent.done("tap_element", json!({ "text": "No thanks" })).await;
    agent.done("expect_element_visible", json!({ "text": "Newsletter: no" })).await;
}

/// Holds guards.6.
#[tokio::test(start_paused = true)]
async fn a_long_text_stops_where_another_app_comes_to_the_front() {
    let (agent, mut record, phone) = guarded(apps(&[SHOP])).await;
    agent.done("connect", json!({ "packageName": SHOP })).await;
    agent.done("tap_element", json!({ "id": "email" })).await;
    let text = "0123456789".repeat(40);
    let typing = agent.refused("type_text", json!({ "text": text, "settle": "none" }));
    let leaving = async {
        record.ends("input text").await;
        phone.android().go_home();
    };
    let (error, ()) = tokio::join!(typing, leaving);
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    let sent = error["details"]["inputsSent"].as_u64().unwrap_or_default();
    assert!((1..=2).contains(&sent), "{error}");
    let begun = record.begun("input text").len() as u64;
    assert_eq!(begun + 1, sent, "what was not counted was not sent");
}

/// Holds guards.6.
#[tokio::test(start_paused = true)]
async fn a_goal_of_several_steps_looks_before_each() {
    let (agent, mut record, phone) = guarded(apps(&[SHOP])).await;
    agent.done("connect", json!({ "packageName": SHOP })).await;
    crate::shop::sign_in(&agent).await;
    record.marks("");
    let scrolling = agent.refused("scroll_to_element", json!({ "text": "Nowhere to be found" }));
    let leaving = async {
        record.ends("input swipe").await;
        phone.android().go_home();
    };
    let (error, ()) = tokio::join!(scrolling, leaving);
    assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
    assert_eq!(record.begun("input swipe"), [""; 0], "the launcher was not swiped");
}

/// Holds guards.7.
#[tokio::test(start_paused = true)]
async fn devices_that_are_not_allowed_are_not_there() {
    let phones: Vec<Arc<Phone>> = ["left", "right"]
        .iter()
        .map(|name| Arc::new(Phone::builder().serial(name).build().expect("a phone")))
        .collect();
    let source = |(name, phone): (&&str, &Arc<Phone>)| -> Arc<dyn Source> {
        let cable = Cable { phone: Arc::clone(phone), delay: std::time::Duration::ZERO };
        Arc::new(device::android::Single::new(name, "Fingertip Phone", cable))
    };
    let sources = ["left", "right"].iter().zip(&phones).map(source).collect();
    let devices = vec!["le*".parse().expect("a pattern")];
    let fleet = Fleet::new(sources, None).with_guard(Guard { devices, ..Guard::default() });
    let host = Arc::new(Host::of(fleet));
    let server = Server::new(Arc::new(Registry::new(ALL)), host, Options::default());
    let agent = Agent::served(&server, &phones[0]).await;
    let mut record = Record::of(&phones[1]);
    let listed = agent.done("list_devices", json!({})).await;
    let ids: Vec<&Value> =
        listed.json["devices"].as_array().into_iter().flatten().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&json!("left")]);
    agent.done("get_ui_tree", json!({})).await;
    for tool in ["get_ui_tree", "connect", "press_back"] {
        let error = agent.refused(tool, json!({ "deviceId": "right" })).await;
        assert_eq!(error["code"], "GUARD_REFUSED", "{error}");
        assert_eq!(error["details"]["guard"], "--allow-device", "{error}");
        assert_eq!(error["details"]["allowed"], json!(["le*"]));
    }
    assert_eq!(record.begun(""), [""; 0], "it was never asked anything");

    let devices = vec!["up*".parse().expect("a pattern")];
    let sources = ["left", "right"].iter().zip(&phones).map(source).collect();
    let fleet = Fleet::new(sources, None).with_guard(Guard { devices, ..Guard::default() });
    let host = Arc::new(Host::of(fleet));
    let server = Server::new(Arc::new(Registry::new(ALL)), host, Options::default());
    let none = Agent::served(&server, &phones[0]).await.done("list_devices", json!({})).await.json;
    let hint = none["hint"].as_str().unwrap_or_default();
    assert!(hint.contains("--allow-device permits up* only"), "{none}");
}
