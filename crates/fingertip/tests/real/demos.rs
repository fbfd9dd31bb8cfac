//! API Demos: twenty cases that Appium's own driver tests on this app, asked through our tools.

use serde_json::json;

use crate::agent::Agent;

const PACKAGE: &str = "io.appium.android.apis";

#[test]
fn api_demos_as_appium_tests_it() {
    let Some(mut agent) = Agent::with("FINGERTIP_APIDEMOS") else { return };
    for (name, case) in CASES {
        agent.done("connect", json!({ "packageName": PACKAGE }));
        agent.back_to("Access'ibility");
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case(&mut agent)));
        assert!(outcome.is_ok(), "{name} failed on\n{}", agent.screen());
    }
}

type Case = (&'static str, fn(&mut Agent));

const CASES: [Case; 20] = [
    ("one element by its description", |agent| {
        let found = agent.done("find_element", json!({ "query": "Animation" }));
        assert!(found.json.to_string().contains("Animation"), "{found:?}");
    }),
    ("the title is the first text", |agent| {
        let tree = agent.screen();
        let first = tree.lines().nth(1).unwrap_or_default();
        assert!(first.contains("API Demos"), "{tree}");
    }),
    ("ten texts and more", |agent| {
        let screen = agent.screen();
        assert!(screen.lines().count() > 10, "{screen}");
    }),
    ("nothing where nothing is", |agent| {
        let none = agent.call("tap_element", json!({ "text": "blargimarg" }));
        assert_eq!(none.json["error"]["code"], "ELEMENT_NOT_FOUND", "{none:?}");
    }),
    ("an empty selector is refused", |agent| {
        assert!(agent.call("tap_element", json!({ "text": "" })).error);
    }),
    ("rows have the framework's id", |agent| {
        let full = agent.done("get_ui_tree", json!({ "format": "full" }));
        let told = format!("{}{}", full.json, full.screen);
        assert!(told.contains("android:id/text1"), "{told}");
    }),
    ("an apostrophe in a name", |agent| agent.shows("Access'ibility")),
    ("waiting for what never comes ends in time", |agent| {
        let waited = agent.done(
            "wait_for_ui",
            json!({ "id": "there_is_nothing_called_this", "timeoutMs": 1500 }),
        );
        assert_eq!(waited.json["met"], false, "{waited:?}");
    }),
    ("a row opens a page", |agent| {
        agent.tap("Views");
        agent.shows("Buttons");
    }),
    ("a page of a page, and back", |agent| {
        agent.tap("Views");
        agent.tap("Controls");
        agent.shows("1. Light Theme");
        agent.done("press_back", json!({}));
        agent.shows("Buttons");
    }),
    ("text is set in a field", |agent| {
        controls(agent);
        let typed = agent.done("type_text", json!({ "id": "edit", "text": "original value" }));
        assert_eq!(typed.json["arrived"], true, "{typed:?}");
    }),
    ("the field that was tapped is the active one", |agent| {
        controls(agent);
        agent.done("tap_element", json!({ "id": "edit" }));
        assert!(agent.screen().contains("focused"), "{}", agent.screen());
    }),
    ("words with a comma and a full stop", |agent| {
        types(agent, "Life, the Universe and Everything.");
    }),
    ("an ampersand and a hyphen", |agent| types(agent, "&-")),
    ("both of them in other text", |agent| {
        types(agent, "In the mid-1990s he ate fish & chips as mayor-elect.");
    }),
    ("digits", |agent| types(agent, "0123456789")),
    ("a check box is checked", |agent| {
        controls(agent);
        agent.done("tap_element", json!({ "id": "check1" }));
        let state = json!({ "id": "check1", "property": "checked", "expected": true });
        assert_eq!(agent.done("expect_state", state).json["verified"], true);
    }),
    ("one of two radio buttons", |agent| {
        controls(agent);
        agent.done("tap_element", json!({ "id": "radio2" }));
        let state = json!({ "id": "radio2", "property": "checked", "expected": true });
        assert_eq!(agent.done("expect_state", state).json["verified"], true);
    }),
    ("a row far down is scrolled to", |agent| {
        agent.tap("Views");
        agent.done("scroll_to_element", json!({ "text": "WebView" }));
    }),
    ("a dialog is answered", |agent| {
        agent.tap("App");
        agent.tap("Alert Dialogs");
        agent.tap("OK Cancel dialog with a message");
        agent.tap("OK");
        agent.shows("OK Cancel dialog with a message");
    }),
];

fn controls(agent: &mut Agent) {
    agent.tap("Views");
    agent.tap("Controls");
    agent.tap("1. Light Theme");
}

fn types(agent: &mut Agent, text: &str) {
    controls(agent);
    let typed = agent.done("type_text", json!({ "id": "edit", "text": text }));
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
    agent.done("press_back", json!({}));
}
