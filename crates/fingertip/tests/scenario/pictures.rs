//! Pictures: with the refs drawn over them, in full as something to read, and as something to point into.

use phone::android::Rotation;
use serde_json::{Value, json};

use crate::agent::Agent;

const TORTURE: &str = "com.example.torture";

/// The middle of an element in a picture that is 460 pixels wide, for a display of 1080.
async fn in_picture(agent: &Agent, id: &str) -> (i64, i64) {
    let seen = agent.done("get_ui_tree", json!({ "format": "elements" })).await;
    let elements = seen.json["elements"].as_array().cloned().unwrap_or_default();
    let is_it =
        |element: &&Value| element["stable_id"].as_str().is_some_and(|all| all.ends_with(id));
    let element = elements.iter().find(is_it).unwrap_or_else(|| panic!("no {id}: {elements:?}"));
    let at = |edge: usize| element["bounds"][edge].as_i64().expect("a number");
    (i64::midpoint(at(0), at(2)) * 460 / 1080, i64::midpoint(at(1), at(3)) * 1024 / 2400)
}

/// Holds capture_screenshot.1, capture_screenshot.6.
#[tokio::test(start_paused = true)]
async fn refs_are_drawn_over_a_picture() {
    let (agent, _) = Agent::in_shop().await;
    let plain = agent.done("capture_screenshot", json!({})).await;
    assert!(plain.json["marks"].is_null(), "nobody asked");
    let marked = agent.done("capture_screenshot", json!({ "marks": true })).await;
    let refs = agent.screen().await.lines().filter(|line| line.trim().starts_with('@')).count();
    assert_eq!(marked.json["marks"], refs, "one for each ref of the text");
    assert_ne!(marked.picture, plain.picture);
    let (mime, base64) = marked.image.expect("an image block");
    assert!(mime == "image/jpeg" && base64 * 3 / 4 <= 50_000, "{mime}, {base64} characters");
    agent.done("tap_element", json!({ "ref": "@f1" })).await;
    let covered = agent.done("capture_screenshot", json!({ "marks": true })).await;
    assert!(covered.json["marks"].as_u64() > Some(0), "the keyboard is up");
}

/// Holds capture_screenshot.7.
#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_costs_the_marks_and_not_the_picture() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    agent.done("tap_element", json!({ "text": "Never at rest" })).await;
    let shot = agent.done("capture_screenshot", json!({ "marks": true })).await;
    assert!(shot.image.is_some() && shot.json["marks"].is_null(), "{}", shot.json);
    assert_eq!(shot.json["unmarked"]["code"], "TREE_UNAVAILABLE");
    let faults = agent.phone.as_ref().expect("a phone").faults();
    faults.begin_text("hang:uiautomator").expect("a fault");
    let shot = agent.done("capture_screenshot", json!({ "marks": true })).await;
    assert_eq!(shot.json["unmarked"]["code"], "TIMEOUT");
    faults.begin_text("hang:screencap").expect("a fault");
    let error = agent.refused("capture_screenshot", json!({ "marks": true })).await;
    assert_eq!(error["code"], "TIMEOUT", "without a picture there is nothing to draw on");
}

/// Holds capture_screenshot.3, capture_screenshot.8.
#[tokio::test(start_paused = true)]
async fn an_original_is_read_by_its_address_for_a_while() {
    let (agent, _) = Agent::in_shop().await;
    assert!(agent.readable().await.is_empty());
    let shot = agent.done("capture_screenshot", json!({ "original": true })).await;
    assert_eq!(shot.image.as_ref().expect("an image block").0, "image/jpeg");
    let (mime, bytes, uri) = shot.link.expect("a link");
    assert_eq!((mime.as_str(), shot.json["original"].as_str()), ("image/png", Some(uri.as_str())));
    let png = agent.read(&uri).await.expect("it is kept");
    assert!(png.starts_with("iVBORw0KGgo"), "a PNG in base64");
    assert_eq!(png.len() as u64, bytes.div_ceil(3) * 4);
    assert_eq!(agent.readable().await, [uri.as_str()]);

    let plain = agent.done("capture_screenshot", json!({})).await;
    assert!(plain.link.is_none() && plain.json["original"].is_null(), "only on request");
    for _ in 0..4 {
        agent.done("capture_screenshot", json!({ "original": true })).await;
    }
    assert_eq!(agent.readable().await.len(), 4);
    for gone in [uri.as_str(), "fingertip://screenshot/1-0.png", "https://example.com/", ""] {
        let error = agent.read(gone).await.expect_err("it is not kept");
        assert!(error.contains("take a new one with capture_screenshot"), "{gone}: {error}");
    }
}

/// Holds targets.25, targets.27.
#[tokio::test(start_paused = true)]
async fn points_of_the_last_picture_are_tapped() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("capture_screenshot", json!({})).await;
    let (x, y) = in_picture(&agent, "remember_me").await;
    let point = json!({ "x": x, "y": y, "space": "screenshot" });
    let checked = |expected: bool| json!({ "id": "remember_me", "property": "checked", "expected": expected });
    let tap = |expected| {
        let mut tap = point.clone();
        tap["expect"] = checked(expected);
        tap
    };
    let tapped = agent.done("tap", tap(true)).await;
    assert_eq!(tapped.json["expect"]["verified"], true, "{}", tapped.json);
    let tapped = agent.done("double_tap", tap(true)).await;
    assert_eq!(tapped.json["expect"]["verified"], true, "twice is back: {}", tapped.json);
    let mut blind = point.clone();
    blind["settle"] = json!("none");
    agent.done("tap", blind).await;
    assert_eq!(agent.done("expect_state", checked(false)).await.json["verified"], true);

    // What is aimed by a name is where it is, whatever the space.
    agent.done("tap", json!({ "id": "remember_me", "space": "screenshot" })).await;
    assert_eq!(agent.done("expect_state", checked(true)).await.json["verified"], true);
}

/// Holds targets.25.
#[tokio::test(start_paused = true)]
async fn points_of_a_picture_of_any_size_are_held_and_swiped_between() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": TORTURE })).await;
    let mut phone = agent.phone.as_ref().expect("a phone").events();
    agent.done("capture_screenshot", json!({ "maxEdge": 240 })).await;
    let swipe = json!({ "x1": 50, "y1": 180, "x2": 50, "y2": 60, "space": "screenshot" });
    agent.done("swipe", swipe).await;
    let press = json!({ "x": 54, "y": 239, "space": "screenshot", "settle": "none" });
    agent.done("long_press", press).await;
    let mut touched = Vec::new();
    while let Ok(event) = phone.try_recv() {
        touched.push(format!("{event:?}"));
    }
    // 108x240 of 1080x2400.
    for command in ["swipe 505 1805 505 605", "swipe 545 2395 545 2395"] {
        let is_there = touched.iter().any(|event| event.contains(command));
        assert!(is_there, "{command} is not in {touched:?}");
    }
}

/// Holds targets.26.
#[tokio::test(start_paused = true)]
async fn without_a_picture_there_is_nothing_to_point_into() {
    let agent = Agent::with_phones(&["left", "right"]).await;
    let point = |device: &str| json!({ "x": 5, "y": 5, "space": "screenshot", "deviceId": device });
    let error = agent.refused("tap", point("left")).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    insta::assert_snapshot!(error["message"].as_str().unwrap_or_default(), @"space: no picture of left was sent to this client");
    insta::assert_snapshot!(error["hint"].as_str().unwrap_or_default(), @"call capture_screenshot first, or give device pixels and leave space out");
    // As the hint says; and the picture of one device is not one of the other.
    agent.done("capture_screenshot", json!({ "deviceId": "left" })).await;
    agent.done("tap", point("left")).await;
    for tool in ["tap", "double_tap", "long_press"] {
        assert_eq!(agent.refused(tool, point("right")).await["code"], "INVALID_ARGUMENT");
    }
    let swipe =
        json!({ "x1": 5, "y1": 5, "x2": 5, "y2": 9, "space": "screenshot", "deviceId": "right" });
    assert_eq!(agent.refused("swipe", swipe).await["code"], "INVALID_ARGUMENT");
    let outside = json!({ "x": 460, "y": 5, "space": "screenshot", "deviceId": "left" });
    let error = agent.refused("tap", outside).await;
    insta::assert_snapshot!(error["message"].as_str().unwrap_or_default(), @"(460,5) is not in the last picture, which is 460x1024");
    let wrong = json!({ "x": 5, "y": 5, "space": "paper" });
    assert_eq!(agent.refused("tap", wrong).await["code"], "INVALID_ARGUMENT");
}

/// Holds targets.26.
#[tokio::test(start_paused = true)]
async fn a_picture_of_a_display_that_was_turned_since_is_refused() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("capture_screenshot", json!({})).await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    android.set_rotation(Rotation::Landscape);
    let mut told = Vec::new();
    for settle in ["none", "light"] {
        let point = json!({ "x": 5, "y": 5, "space": "screenshot", "settle": settle });
        let error = agent.refused("tap", point).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT");
        told.push((error["message"].clone(), error["hint"].clone()));
    }
    assert_eq!(told[0], told[1], "whether or not the screen was read");
    let (message, hint) = &told[0];
    insta::assert_snapshot!(message.as_str().unwrap_or_default(), @"space: the picture shows a display of 1080x2400, which is 2400x1080 now");
    insta::assert_snapshot!(hint.as_str().unwrap_or_default(), @"take a new picture with capture_screenshot and point into that one");
    let shot = agent.done("capture_screenshot", json!({})).await;
    assert_eq!(shot.json["resolution"], json!({ "width": 1024, "height": 460 }));
    agent.done("tap", json!({ "x": 900, "y": 5, "space": "screenshot" })).await;
}
