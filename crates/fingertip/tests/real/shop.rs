//! The Compose shop: what `scenario/shop.rs` asks of the declared one.

use serde_json::json;

use crate::agent::Agent;

fn signed_in(agent: &mut Agent) {
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" }));
    agent.done("type_text", json!({ "id": "password", "text": "secret123" }));
    let signed_in = agent.done("tap_element", json!({ "id": "sign_in" }));
    assert_eq!(signed_in.json["effect"], "changed", "{signed_in:?}");
    agent.shows("Walnut desk lamp");
}

#[test]
fn the_compose_shop_from_sign_in_to_proof() {
    let Some(mut agent) = Agent::with("FINGERTIP_SHOP") else { return };
    let first = agent.done("connect", json!({ "packageName": "com.example.composeshop" }));
    for line in [
        "\"Welcome to Shop\"",
        "input \"Email\"",
        "input \"Password\" password",
        "check \"Remember me\"",
        "btn \"Sign in\"",
    ] {
        assert!(first.screen.contains(line), "{line} is not in\n{}", first.screen);
    }

    // Success is not the outcome.
    agent.done("type_text", json!({ "id": "email", "text": "nobody" }));
    let refused = agent.done("tap_element", json!({ "id": "sign_in" }));
    assert_eq!(refused.json["success"], true, "the device took the tap");
    agent.shows("Enter a valid email address");
    let verdict =
        agent.call("expect_element_visible", json!({ "text": "Products", "timeoutMs": 1000 }));
    assert_eq!((verdict.error, &verdict.json["verified"]), (false, &json!(false)));
    agent.done("clear_text", json!({ "id": "email" }));

    // A wrong name is told with what is near.
    let missed = agent.call("tap_element", json!({ "text": "Sing in" }));
    assert!(missed.json.to_string().contains("Sign in"), "{missed:?}");

    signed_in(&mut agent);
    agent.tap("Linen armchair");
    agent.shows("Notifications off");
    agent.done("tap_element", json!({ "id": "notify" }));
    agent.shows("Notifications on");
    let moved = agent.done("adjust_control", json!({ "id": "quantity", "targetValue": 4 }));
    assert_eq!(moved.json["reached"], true, "{moved:?}");
    agent.shows("Quantity: 4");

    // A dialog, a menu, a snackbar.
    agent.tap("Add to cart");
    agent.shows("4 × Linen armchair for €1396.00");
    agent.tap("Add");
    agent.shows("In your cart: 4");
    agent.tap("More options");
    agent.tap("Save for later");
    agent.shows("Save for later: done");
    agent.done("press_back", json!({}));

    // A list that has to be scrolled, and a page that never rests.
    let found = agent.done("scroll_to_element", json!({ "text": "Candle set" }));
    assert!(!found.error, "{found:?}");
    agent.tap("Featured");
    agent.shows("Today: Linen armchair");
    agent.done("press_back", json!({}));

    // A date picker and a bottom sheet.
    agent.tap("Settings");
    agent.tap("Choose delivery day");
    agent.done("tap_element", json!({ "text": "15", "contains": true }));
    agent.tap("OK");
    agent.shows("Delivery on 2026-06-15");
    agent.tap("Help");
    agent.tap("Call us");
    agent.tap("Sign out");
    agent.shows("Welcome to Shop");
    assert!(agent.done("capture_screenshot", json!({})).picture);
}
