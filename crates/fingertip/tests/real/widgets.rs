//! Every widget of the framework, in an app of plain views, through every tool.

use serde_json::json;

use crate::agent::Agent;
use crate::desk::{Case, Desk};
use crate::phones::{Phones, apks, has_level};

const PACKAGE: &str = "com.example.widgets";

#[test]
fn every_widget_of_the_framework() {
    Desk::run("FINGERTIP_WIDGETS", PACKAGE, ".MainActivity", &CASES);
}

/// The levels at which real apps run beside the usual one.
#[test]
fn every_widget_of_other_releases() {
    let Some(apks) = apks(&["FINGERTIP_WIDGETS"]) else { return };
    for (api, release) in [(28, 9), (31, 12), (35, 15)] {
        if has_level(api, release) {
            Desk::run_on(Phones::of_level(api, 1, &apks), PACKAGE, ".MainActivity", &CASES);
        }
    }
}

/// As a newcomer has it: one command, no adb.
#[test]
fn an_app_on_the_programs_own_phone() {
    let Some(mut agent) = Agent::with("FINGERTIP_WIDGETS") else { return };
    let first = agent.patiently("connect", json!({ "packageName": PACKAGE }));
    assert!(first.screen.contains("\"Texts\""), "{}", first.screen);
    agent.changes("tap_element", json!({ "text": "Controls" }));
    // Once a first tap was told to have had no effect.
    for count in 1..=30 {
        agent.changes("tap_element", json!({ "text": "COUNT" }));
        agent.is("count", "text", json!(format!("Count: {count}")));
    }
}

const CASES: [Case; 12] = [
    ("texts are typed, cleared and read back", |desk| {
        desk.agent.tap("Texts");
        let typed =
            desk.agent.changes("type_text", json!({ "id": "name", "text": "Grace Hopper" }));
        assert_eq!(typed.json["arrived"], true, "{typed:?}");
        desk.agent.shows("Hello Grace Hopper");
        desk.agent.done("clear_text", json!({ "id": "name" }));
        assert_eq!(desk.text("echo"), "Hello ");
        desk.agent.done("type_text", json!({ "id": "secret", "text": "hush" }));
        let digits = desk.agent.done("type_text", json!({ "id": "number", "text": "42" }));
        assert_eq!(digits.json["arrived"], true, "{digits:?}");
        let screen = desk.agent.screen();
        assert!(!screen.contains("hush"), "{screen}");
        assert!(screen.contains("\"Cannot be changed\" disabled"), "{screen}");
        assert!(desk.agent.call("type_text", json!({ "id": "disabled_field", "text": "x" })).error);
    }),
    ("keys move, delete and break lines", |desk| {
        desk.agent.tap("Texts");
        desk.agent.done("type_text", json!({ "id": "name", "text": "abc" }));
        desk.agent.done("press_key", json!({ "key": "del" }));
        desk.agent.shows("Hello ab");
        desk.agent.done("press_key", json!({ "key": "tab" }));
        desk.agent.is("secret", "focused", json!(true));
        desk.agent.done("type_text", json!({ "id": "notes", "text": "one" }));
        desk.agent.done("press_key", json!({ "key": "enter" }));
        desk.agent.done("type_text", json!({ "id": "notes", "text": "two" }));
        assert_eq!(desk.text("notes"), "one\ntwo");
    }),
    (
        "what is disabled is refused, and what is hidden by the keyboard is not tapped blindly",
        |desk| {
            desk.agent.tap("Controls");
            let refused = desk.agent.refused("tap_element", json!({ "text": "NOT NOW" }));
            assert_eq!(refused, "ELEMENT_NOT_INTERACTABLE");
            desk.agent.is("disabled", "enabled", json!(false));
        },
    ),
    ("everything that is checked", |desk| {
        desk.agent.tap("Controls");
        for id in ["check_box", "wifi", "toggle", "checked_text", "large"] {
            desk.agent.changes("tap_element", json!({ "id": id }));
            desk.agent.is(id, "checked", json!(true));
        }
        desk.agent.changes("tap_element", json!({ "id": "small" }));
        desk.agent.is("large", "checked", json!(false));
        desk.agent.changes("double_tap", json!({ "text": "COUNT" }));
        desk.agent.shows("Count: 2");
        desk.agent.changes("long_press", json!({ "id": "image_button" }));
        desk.agent.shows("Camera, held");
        desk.agent.changes("tap_element", json!({ "description": "Camera" }));
        assert_eq!(desk.text("count"), "Camera");
    }),
    ("bars are moved to a value", |desk| {
        desk.agent.tap("Controls");
        for value in [8, 0, 10] {
            let set = json!({ "id": "volume", "targetValue": value });
            let moved = desk.agent.done("adjust_control", set);
            assert_eq!(moved.json["reached"], true, "{moved:?}");
            desk.agent.shows(&format!("Volume: {value}"));
        }
    }),
    ("one of several, a date and a time", |desk| {
        desk.agent.tap("Choosing");
        desk.agent.changes("tap_element", json!({ "id": "planet" }));
        desk.agent.changes("tap_element", json!({ "text": "Mars" }));
        desk.agent.shows("Chosen: Mars");
        desk.agent.changes("tap_element", json!({ "text": "PICK A DATE" }));
        desk.agent.changes("tap_element", json!({ "text": "15 June 2026" }));
        desk.agent.changes("tap_element", json!({ "text": "OK" }));
        desk.agent.shows("Chosen: 2026-06-15");
        let clock = desk.agent.changes("tap_element", json!({ "text": "PICK A TIME" }));
        assert!(clock.screen.contains("\"09\"") || clock.screen.contains("\"9\""), "{clock:?}");
        desk.agent.changes("tap_element", json!({ "text": "OK" }));
        desk.agent.shows("Chosen: 09:30");
    }),
    ("rows, groups and cells behind tabs", |desk| {
        desk.agent.tap("Lists");
        desk.agent.done("scroll_to_element", json!({ "text": "Row 40" }));
        desk.agent.done("tap_element", json!({ "text": "Row 40" }));
        desk.agent.changes("swipe", json!({ "direction": "down" }));
        desk.agent.changes("tap_element", json!({ "text": "GROUPS" }));
        desk.agent.changes("tap_element", json!({ "text": "Fruit" }));
        desk.agent.shows("Fruit 2");
        desk.agent.changes("tap_element", json!({ "text": "GRID" }));
        desk.agent.shows("Cell 7");
    }),
    ("dialogs, menus, a toast and an answer", |desk| {
        desk.agent.tap("Windows");
        for (open, choose, told) in [
            ("DIALOG", "DELETE", "Result: deleted"),
            ("DIALOG", "KEEP", "Result: kept"),
            ("CHOICES", "Blue", "Result: Blue"),
            ("POPUP MENU", "Copy", "Result: Copy"),
            ("More options", "About", "Result: About"),
            ("ASK", "COFFEE", "Result: Coffee"),
        ] {
            desk.agent.changes("tap_element", json!({ "text": open }));
            desk.agent.changes("tap_element", json!({ "text": choose }));
            desk.agent.shows(told);
        }
        desk.agent.changes("tap_element", json!({ "text": "DIALOG" }));
        desk.agent.changes("press_back", json!({}));
        desk.agent.shows("Result: Coffee");
        desk.agent.done("tap_element", json!({ "text": "TOAST" }));
        let windows = desk.phones.shell(0, "dumpsys window windows");
        assert!(windows.contains("Toast"), "{windows}");
    }),
    ("what ticks is never silent: it is told, pictured and left", |desk| {
        let opened = desk.agent.done("tap_element", json!({ "text": "Moving" }));
        assert_eq!(opened.json["effect"], "not_observed", "{opened:?}");
        assert_eq!(desk.agent.refused("get_ui_tree", json!({})), "TREE_UNAVAILABLE");
        assert_eq!(desk.front(), ".MovingActivity", "no tree is needed for that");
        assert!(desk.agent.done("capture_screenshot", json!({})).picture);
        desk.agent.done("press_back", json!({ "settle": "none" }));
        desk.agent.shows("Choosing");
    }),
    ("turned, the page is drawn anew and keeps its count", |desk| {
        desk.agent.tap("Controls");
        desk.agent.changes("tap_element", json!({ "text": "COUNT" }));
        desk.turn(1);
        let screen = desk.agent.screen();
        assert!(screen.starts_with("screen 2400x1080 "), "{screen}");
        assert_eq!(desk.text("count"), "Count: 1");
        desk.turn(0);
        desk.agent.shows("Count: 1");
    }),
    ("an exception is a crash as on a phone, and the phone goes on", |desk| {
        desk.agent.tap("Windows");
        let crashed = desk.agent.call("tap_element", json!({ "text": "CRASH" }));
        let told = format!("{} {}", crashed.json, crashed.screen);
        assert!(told.contains("IllegalStateException"), "{told}");
        let log = desk.phones.shell(0, "logcat -d -b crash");
        for line in [
            "FATAL EXCEPTION: main",
            "Process: com.example.widgets, PID: ",
            "asked to crash",
            ".java:",
        ] {
            assert!(log.contains(line), "{log}");
        }
        let again = desk.agent.patiently("connect", json!({ "packageName": PACKAGE }));
        assert!(again.screen.contains("\"Texts\""), "{}", again.screen);
    }),
    ("a thread that hangs does not respond, and can be closed", |desk| {
        desk.agent.tap("Windows");
        let pid = desk.phones.shell(0, &format!("pidof {PACKAGE}"));
        desk.agent.call("tap_element", json!({ "text": "HANG" }));
        let screen = desk.phones.shows(0, "isn't responding");
        assert!(screen.contains("Close app"), "{screen}");
        desk.agent.done("tap_element", json!({ "text": "Close app" }));
        // What lies below it on the stack comes to the front in a new process.
        desk.agent.patiently("connect", json!({ "packageName": PACKAGE }));
        assert_ne!(desk.phones.shell(0, &format!("pidof {PACKAGE}")), pid);
    }),
];
