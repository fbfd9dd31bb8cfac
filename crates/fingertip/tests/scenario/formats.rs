//! The same screen in other formats.

use fingertip::host::Devices;
use serde_json::{Value, json};

use crate::agent::{Agent, find_ref};

/// Holds get_ui_tree.10, calls.1.
#[tokio::test(start_paused = true)]
async fn the_full_tree_is_one_json_line_with_the_same_refs() {
    let (agent, first) = Agent::in_shop().await;
    let full = agent.done("get_ui_tree", json!({ "format": "full" })).await;
    assert_eq!(full.screen, "", "no text beside it");
    assert_eq!(full.json["device"]["id"], "phone");
    assert_eq!(full.json["resolution"], json!({ "width": 1080, "height": 2400 }));
    assert_eq!(full.json["snapshot_revision"], 1);
    assert_eq!(full.json["screenFingerprint"].as_str().map(str::len), Some(12));
    assert!(full.json["captured_at_ms"].is_u64());
    assert!(full.json["screen"].as_str().is_some_and(|name| name.contains("Activity")));
    let sign_in = find_ref(&first.screen, "btn \"Sign in\"");
    let node = find(&full.json["tree"], &|node| node.to_string().contains("\"Sign in\""));
    assert!(node.expect("the button").to_string().contains(&sign_in), "{}", full.json);
}

/// Holds get_ui_tree.11, targets.6.
#[tokio::test(start_paused = true)]
async fn elements_are_a_flat_list() {
    let (agent, first) = Agent::in_shop().await;
    let flat = agent.done("get_ui_tree", json!({ "format": "elements" })).await;
    let elements = flat.json["elements"].as_array().expect("a list");
    let semantic = &flat.json["semantic"];
    assert_eq!(semantic["signals"]["has_clickable_elements"], true, "{semantic}");
    assert_eq!(semantic["screen"], "Main", "{semantic}");
    let named = |label: &str| elements.iter().find(|each| each["text"] == label);
    let sign_in = named("Sign in").expect("the button");
    assert_eq!(sign_in["element_id"], find_ref(&first.screen, "btn \"Sign in\""));
    agent.done("tap_element", json!({ "ref": sign_in["element_id"] })).await;
}

/// Holds get_ui_tree.8.
#[tokio::test(start_paused = true)]
async fn who_read_json_is_not_told_of_lines() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("get_ui_tree", json!({ "format": "full" })).await;
    let same = agent.done("get_ui_tree", json!({ "since": 1 })).await.screen;
    assert!(same.starts_with("screen unchanged"), "{same}");
    agent.done("type_text", json!({ "id": "email", "text": "x" })).await;
    let after = agent.done("get_ui_tree", json!({ "since": 1 })).await.screen;
    assert!(!after.contains(" since "), "{after}");
}

/// Holds get_ui_tree.12.
#[tokio::test(start_paused = true)]
async fn what_is_for_text_is_refused_for_json() {
    let (agent, _) = Agent::in_shop().await;
    for (name, value) in [
        ("depth", json!(2)),
        ("onlyInteractive", json!(true)),
        ("budget", json!(500)),
        ("since", json!(1)),
    ] {
        let error = agent.refused("get_ui_tree", json!({ "format": "full", name: value })).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{name}");
    }
    let error = agent.refused("get_ui_tree", json!({ "format": "xml" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds calls.5.
#[tokio::test(start_paused = true)]
async fn programs_get_the_same_object() {
    let agent = Agent::for_programs(Devices { phone: true }).await;
    let arguments = json!({ "deviceId": "phone", "format": "elements" });
    let flat = agent.done("get_ui_tree", arguments).await;
    assert_eq!(flat.structured, flat.json);
}

/// The deepest node below `node` that `fits`.
fn find<'t>(node: &'t Value, fits: &dyn Fn(&Value) -> bool) -> Option<&'t Value> {
    let mut children = node["children"].as_array().into_iter().flatten();
    let below = children.find_map(|child| find(child, fits));
    below.or_else(|| fits(node).then_some(node))
}
