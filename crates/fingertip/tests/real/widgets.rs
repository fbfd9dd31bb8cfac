//! Every widget of the framework, in an app of plain views.

use serde_json::json;

use crate::agent::Agent;

#[test]
fn every_widget_of_the_framework() {
    let Some(mut agent) = Agent::with("FINGERTIP_WIDGETS") else { return };
    let first = agent.done("connect", json!({ "packageName": "com.example.widgets" }));
    assert!(first.screen.contains("\"Texts\""), "{}", first.screen);
    for (page, visit) in PAGES {
        agent.tap(page);
        visit(&mut agent);
        agent.back_to("Choosing");
    }
    dying(&mut agent);
}

type Page = (&'static str, fn(&mut Agent));

const PAGES: [Page; 6] = [
    ("Texts", texts),
    ("Controls", controls),
    ("Choosing", choosing),
    ("Lists", lists),
    ("Windows", windows),
    ("Moving", moving),
];

fn texts(agent: &mut Agent) {
    let typed = agent.done("type_text", json!({ "id": "name", "text": "Grace Hopper" }));
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
    agent.shows("Hello Grace Hopper");
    agent.done("type_text", json!({ "id": "secret", "text": "hush" }));
    let digits = agent.done("type_text", json!({ "id": "number", "text": "42" }));
    assert_eq!(digits.json["arrived"], true, "{digits:?}");
    let screen = agent.screen();
    assert!(!screen.contains("hush"), "{screen}");
    assert!(screen.contains("\"Cannot be changed\" disabled"), "{screen}");
    agent.done("clear_text", json!({ "id": "name" }));
    agent.shows("Hello ");
}

fn controls(agent: &mut Agent) {
    agent.tap("COUNT");
    agent.tap("COUNT");
    agent.shows("Count: 2");
    let refused = agent.call("tap_element", json!({ "text": "NOT NOW" }));
    assert!(refused.error, "{refused:?}");
    for id in ["check_box", "wifi", "toggle", "large"] {
        agent.done("tap_element", json!({ "id": id }));
        let state = json!({ "id": id, "property": "checked", "expected": true });
        let checked = agent.done("expect_state", state);
        assert_eq!(checked.json["verified"], true, "{id}: {checked:?}");
    }
    agent.done("long_press", json!({ "id": "image_button" }));
    agent.shows("Camera, held");
    let moved = agent.done("adjust_control", json!({ "id": "volume", "targetValue": 8 }));
    assert_eq!(moved.json["reached"], true, "{moved:?}");
}

fn choosing(agent: &mut Agent) {
    agent.done("tap_element", json!({ "id": "planet" }));
    agent.tap("Mars");
    agent.shows("Chosen: Mars");
    agent.tap("PICK A DATE");
    agent.done("tap_element", json!({ "text": "15 June 2026" }));
    agent.tap("OK");
    agent.shows("Chosen: 2026-06-15");
}

fn lists(agent: &mut Agent) {
    agent.done("scroll_to_element", json!({ "text": "Row 40" }));
    agent.tap("Row 40");
    agent.tap("GROUPS");
    agent.tap("Fruit");
    agent.shows("Fruit 2");
    agent.tap("GRID");
    agent.shows("Cell 7");
}

fn windows(agent: &mut Agent) {
    agent.tap("DIALOG");
    agent.shows("This cannot be undone.");
    agent.tap("DELETE");
    agent.shows("Result: deleted");
    agent.tap("CHOICES");
    agent.tap("Blue");
    agent.shows("Result: Blue");
    agent.tap("POPUP MENU");
    agent.tap("Copy");
    agent.shows("Result: Copy");
    agent.tap("More options");
    agent.tap("About");
    agent.shows("Result: About");
    agent.tap("ASK");
    agent.shows("Tea or coffee?");
    agent.tap("COFFEE");
    agent.shows("Result: Coffee");
}

fn moving(agent: &mut Agent) {
    agent.tap("FLIP");
    agent.shows("Second side");
}

/// An exception is a crash as on a phone, and the phone goes on.
fn dying(agent: &mut Agent) {
    agent.tap("Windows");
    let crashed = agent.call("tap_element", json!({ "text": "CRASH" }));
    let told = format!("{} {}", crashed.json, crashed.screen);
    assert!(told.contains("IllegalStateException") || told.contains("crash"), "{told}");
    let again = agent.done("connect", json!({ "packageName": "com.example.widgets" }));
    assert!(again.screen.contains("\"Texts\""), "{}", again.screen);
}
