//! Reading: the screen in part, its name, its fingerprint, an element by words, a picture.

use serde_json::{Value, json};

use crate::agent::{Agent, find_ref};
use crate::shop::sign_in;
use crate::wire::Wire;

/// Holds get_ui_tree.4, get_ui_tree.5.
#[tokio::test(start_paused = true)]
async fn a_part_of_the_screen_is_told_as_a_part() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let whole = agent.screen().await;
    let shallow = agent.done("get_ui_tree", json!({ "depth": 1 })).await.screen;
    assert!(shallow.lines().count() < whole.lines().count(), "{shallow}");
    assert!(shallow.contains("more interactive elements"), "what is deeper is counted: {shallow}");
    let controls = agent.done("get_ui_tree", json!({ "onlyInteractive": true })).await.screen;
    assert!(whole.contains("\"€") && !controls.contains("\"€"), "{controls}");
    assert!(controls.lines().skip(1).all(|line| line.trim_start().starts_with('@')), "{controls}");
}

/// Holds get_current_screen.1, get_current_screen.2, get_current_screen.3.
#[tokio::test(start_paused = true)]
async fn what_is_in_front_has_a_name() {
    let (agent, _) = Agent::in_shop().await;
    let place = agent.done("get_current_screen", json!({})).await.json;
    assert_eq!(
        place,
        json!({
            "package": "com.example.shop",
            "activity": "com.example.shop.MainActivity",
            "shortActivity": "MainActivity",
        })
    );
    agent.start("com.example.torture", "RestlessActivity").await;
    let place = agent.done("get_current_screen", json!({})).await.json;
    assert_eq!(place["shortActivity"], "RestlessActivity", "no tree is needed for that");
    let error = agent.refused("get_current_screen", json!({ "format": "full" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds get_screen_fingerprint.1, get_screen_fingerprint.2, get_screen_fingerprint.3, get_ui_tree.3.
#[tokio::test(start_paused = true)]
async fn a_fingerprint_is_that_of_the_screen_and_not_of_what_is_on_it() {
    let (agent, first) = Agent::in_shop().await;
    let print = async || agent.done("get_screen_fingerprint", json!({})).await.json;
    let before = print().await;
    let name = before["fingerprint"].as_str().unwrap_or_default();
    assert_eq!(name.len(), 12);
    assert_eq!(before["activity"], "com.example.shop.MainActivity");
    assert_eq!(before["snapshot_revision"], 1);
    let header = first.screen.lines().next().unwrap_or_default();
    assert_eq!(header, format!("screen 1080x2400 com.example.shop #{} r1", &name[..6]));
    agent.done("type_text", json!({ "id": "email", "text": "demo" })).await;
    agent.done("press_back", json!({})).await;
    agent.done("tap_element", json!({ "id": "remember_me" })).await;
    let after = print().await;
    assert_eq!(after["fingerprint"], before["fingerprint"]);
    assert!(after["snapshot_revision"].as_u64() > before["snapshot_revision"].as_u64());
    agent.start("com.example.torture", "SameActivity").await;
    assert_ne!(print().await["fingerprint"], before["fingerprint"]);
    agent.start("com.example.torture", "RestlessActivity").await;
    let error = agent.refused("get_screen_fingerprint", json!({})).await;
    assert_eq!(error["code"], "TREE_UNAVAILABLE");
}

async fn find(agent: &Agent, arguments: Value) -> Value {
    agent.done("find_element", arguments).await.json
}

/// Holds find_element.1, find_element.2, find_element.3, find_element.5, find_element.9.
#[tokio::test(start_paused = true)]
async fn words_find_what_they_name() {
    let (agent, first) = Agent::in_shop().await;
    let mut wire = Wire::of(&agent);
    let token = find_ref(&first.screen, "\"Sign in\"");
    let found = find(&agent, json!({ "query": "Sign in" })).await;
    assert_eq!(found["found"], true);
    assert_eq!(found["element"], format!("{token} btn \"Sign in\""));
    assert_eq!(found["resourceId"], "com.example.shop:id/sign_in");
    assert_eq!(found["class"], "android.widget.Button");
    assert_eq!(found["bounds"].as_array().map(Vec::len), Some(4));
    assert!(found["tapCoordinates"]["x"].is_u64() && found["tapCoordinates"]["y"].is_u64());
    assert_eq!((&found["confidence"], &found["reason"]), (&json!(0.6), &json!("text_match")));
    assert_eq!((&found["matched_count"], &found["snapshot_revision"]), (&json!(1), &json!(1)));
    for (query, reason) in [
        ("sign in", "text_match"),
        ("Shop logo", "content_description"),
        ("sign_in", "resource_id"),
        ("Sign", "partial_text_match"),
        ("sign_i", "partial_resource_id"),
    ] {
        let found = find(&agent, json!({ "query": query })).await;
        assert!(
            found["reason"].as_str().is_some_and(|told| told.starts_with(reason)),
            "{query}: {found}"
        );
    }
    let role = find(&agent, json!({ "query": "check box" })).await;
    assert!(role["element"].as_str().is_some_and(|line| line.contains("Remember me")), "{role}");
    let class = find(&agent, json!({ "query": "ImageView" })).await;
    assert_eq!(class["found"], true, "{class}");
    for part in ["Sign", "sign_i", "check box", "ImageView"] {
        let none = find(&agent, json!({ "query": part, "exact": true, "timeoutMs": 0 })).await;
        assert_eq!(none["found"], false, "{none}");
    }
    for blank in [json!({ "query": " " }), json!({})] {
        assert_eq!(agent.refused("find_element", blank).await["code"], "INVALID_ARGUMENT");
    }
    assert_eq!(wire.inputs(), Vec::<String>::new(), "nothing was touched");
}

/// Holds find_element.4, find_element.6, find_element.7, calls.7.
#[tokio::test(start_paused = true)]
async fn what_is_not_there_is_waited_for_and_then_a_no() {
    let (agent, _) = Agent::in_shop().await;
    let clock = tokio::time::Instant::now();
    let none = agent.done("find_element", json!({ "query": "Sing in" })).await.json;
    assert_eq!(none["found"], false, "{none}");
    assert!(none["nearest"][0].as_str().is_some_and(|line| line.contains("Sign in")), "{none}");
    let waited = clock.elapsed().as_millis();
    assert!((3_000..4_500).contains(&waited), "three seconds, unless told: {waited}");
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap_element", json!({ "id": "sign_in", "settle": "none" })).await;
    let came = find(&agent, json!({ "query": "Linen armchair", "timeoutMs": 10_000 })).await;
    assert_eq!(came["found"], true, "{came}");
    let several = find(&agent, json!({ "query": "Ceramic" })).await;
    assert_eq!(several["alternates"].as_array().map(Vec::len), Some(1), "{several}");
    assert_eq!(several["matched_count"], 2, "{several}");
    let many = find(&agent, json!({ "query": "€" })).await;
    assert_eq!(many["alternates"].as_array().map(Vec::len), Some(3), "{many}");
}

/// Holds find_element.8, targets.16.
#[tokio::test(start_paused = true)]
async fn a_label_leads_to_its_slider() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.android.settings" })).await;
    agent.done("tap_element", json!({ "text": "Display" })).await;
    let found = find(&agent, json!({ "query": "Brightness level" })).await;
    assert!(found["element"].as_str().is_some_and(|line| line.contains("slider")), "{found}");
    let hint = &found["interactionHint"];
    assert_eq!((&hint["kind"], &hint["axis"]), (&json!("slider"), &json!("horizontal")), "{found}");
    assert_eq!(hint["track_bounds"], found["bounds"]);
}

/// Holds capture_screenshot.1, capture_screenshot.2.
#[tokio::test(start_paused = true)]
async fn a_picture_is_as_large_as_asked_for() {
    let (agent, _) = Agent::in_shop().await;
    for edge in [64, 600] {
        let shot = agent.done("capture_screenshot", json!({ "maxEdge": edge })).await;
        assert_eq!(shot.json["resolution"]["height"], edge);
    }
    // Nothing is made larger than it is, and what 50 kB do not hold is made smaller.
    let shot = agent.done("capture_screenshot", json!({ "maxEdge": 4_096 })).await;
    let height = shot.json["resolution"]["height"].as_u64().expect("a height");
    assert!((1_024..=2_400).contains(&height), "{height}");
    let (_, base64) = shot.image.expect("an image block");
    assert!(base64 * 3 / 4 <= 50_000, "{base64} characters of base64");
    for wrong in [63, 4_097] {
        let error = agent.refused("capture_screenshot", json!({ "maxEdge": wrong })).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{wrong}");
    }
}
