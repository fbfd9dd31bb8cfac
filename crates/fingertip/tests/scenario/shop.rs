//! The demo shop, from sign-in to proof.

use serde_json::json;

use crate::agent::{Agent, find_ref, still};

/// Holds connect.1, connect.4, get_ui_tree.2, get_ui_tree.3.
#[tokio::test(start_paused = true)]
async fn the_first_screen_is_small_text_with_refs() {
    let (_agent, connected) = Agent::in_shop().await;
    assert_eq!(connected.json["device"]["id"], "phone");
    assert_eq!(connected.json["packageName"], "com.example.shop");
    insta::assert_snapshot!(still(&connected.screen), @r#"
    screen 1080x2400 com.example.shop r1
      "Shop logo"
      "Welcome to Shop"
      "Demo account: demo@example.com with password secret123"
      @f1 input "Email"
      @f2 input password
      @c1 check "Remember me"
      @b1 btn "Sign in"
    "#);
}

/// Holds settle.3, expect_element_visible.1, envelope.3.
#[tokio::test(start_paused = true)]
async fn signing_in_opens_an_item_flips_its_switch_and_proves_it() {
    let (agent, first) = Agent::in_shop().await;
    agent
        .done(
            "type_text",
            json!({ "ref": find_ref(&first.screen, "\"Email\""), "text": "demo@example.com" }),
        )
        .await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    let signed_in = agent.done("tap_element", json!({ "text": "Sign in" })).await;
    assert_eq!(signed_in.json["effect"], "changed");
    assert!(
        signed_in.screen.contains("Walnut desk lamp"),
        "the tap waited out the spinner:\n{}",
        signed_in.screen
    );
    assert!(!signed_in.screen.contains("loading:"), "{}", signed_in.screen);

    let detail = agent.done("tap_element", json!({ "text": "Linen armchair" })).await;
    assert!(detail.screen.contains("Linen armchair"), "{}", detail.screen);
    let before = agent
        .call("expect_element_visible", json!({ "text": "Notifications on", "timeoutMs": 100 }))
        .await;
    assert_eq!((before.is_error, &before.json["verified"]), (false, &json!(false)));
    let flipped = agent.done("tap_element", json!({ "id": "notify" })).await;
    assert!(flipped.screen.contains("switch \"Notify me\" checked"), "{}", flipped.screen);
    let after = agent.done("expect_element_visible", json!({ "text": "Notifications on" })).await;
    assert_eq!(after.json["verified"], true);
}

/// Holds envelope.1, calls.7, expect_element_visible.2.
#[tokio::test(start_paused = true)]
async fn success_is_not_the_outcome() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("type_text", json!({ "id": "email", "text": "nobody" })).await;
    let tapped = agent.done("tap_element", json!({ "id": "sign_in" })).await;
    assert_eq!(tapped.json["success"], true, "the device took the tap");
    assert!(tapped.screen.contains("Enter a valid email address"), "{}", tapped.screen);
    let verdict = agent
        .call("expect_element_visible", json!({ "text": "Products", "timeoutMs": 2000 }))
        .await;
    assert_eq!((verdict.is_error, &verdict.json["verified"]), (false, &json!(false)));
    assert!(
        verdict.screen.contains("Enter a valid email address"),
        "a no shows what was there instead"
    );
}

/// Holds targets.3, targets.4, targets.5.
#[tokio::test(start_paused = true)]
async fn a_ref_of_another_screen_is_refused_and_never_redirected() {
    let (agent, first) = Agent::in_shop().await;
    let sign_in = find_ref(&first.screen, "btn \"Sign in\"");
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    let after = agent.screen().await;
    assert_eq!(find_ref(&after, "btn \"Sign in\""), sign_in, "typing elsewhere keeps a ref");
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap", json!({ "ref": sign_in })).await;
    let error = agent.refused("tap_element", json!({ "ref": sign_in })).await;
    assert_eq!(error["code"], "STALE_REFERENCE");
    assert!(error["message"].as_str().unwrap_or_default().contains("Sign in"), "{error}");
    let unknown = json!({ "ref": "@b999" });
    for tool in ["tap", "tap_element", "scroll_to_element", "wait_for_ui", "expect_element_visible"]
    {
        let began = tokio::time::Instant::now();
        let error = agent.refused(tool, unknown.clone()).await;
        assert_eq!(error["code"], "STALE_REFERENCE", "{tool}: {error}");
        assert!(began.elapsed().as_secs() < 3, "{tool} looked for what it cannot know");
    }
}

/// Holds targets.13, waiting.2, calls.7.
#[tokio::test(start_paused = true)]
async fn what_is_not_there_is_named_with_what_is_near() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("tap_element", json!({ "text": "Sing in" })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_FOUND");
    assert!(error["message"].as_str().unwrap_or_default().contains("btn \"Sign in\""), "{error}");
    let waited = agent.done("wait_for_ui", json!({ "text": "Sing in", "timeoutMs": 3000 })).await;
    assert_eq!(waited.json["met"], false);
    assert!(
        waited.json["nearest"][0].as_str().unwrap_or_default().contains("Sign in"),
        "{:?}",
        waited.json
    );
}

/// Holds waiting.1, wait_for_ui.2, wait_for_ui.4.
#[tokio::test(start_paused = true)]
async fn waiting_ends_when_the_condition_comes_true() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap_element", json!({ "id": "sign_in", "settle": "none" })).await;
    let waited = agent
        .done("wait_for_ui", json!({ "text": "Linen armchair", "condition": "clickable" }))
        .await;
    assert_eq!(waited.json["met"], true, "{:?}", waited.json);
    let gone = agent
        .done(
            "wait_for_ui",
            json!({ "selector": { "resource_id": "loading" }, "condition": "not_exists" }),
        )
        .await;
    assert_eq!(gone.json["met"], true, "the old spellings work, too");
}

/// Holds waiting.7.
#[tokio::test(start_paused = true)]
async fn a_check_without_time_still_looks_once() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("tap_element", json!({ "id": "remember_me", "settle": "none" })).await;
    let now = agent
        .done("expect_element_visible", json!({ "text": "Remember me", "timeoutMs": 0 }))
        .await;
    assert_eq!(now.json["verified"], true, "{:?}", now.json);
}

/// Holds swipe.1, swipe.2, swipe.5.
#[tokio::test(start_paused = true)]
async fn swiping_reveals_rows_until_the_end_of_the_list() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let before = agent.screen().await;
    assert!(!before.contains("Candle set"), "{before}");
    let list = find_ref(&before, "scroll");
    let mut swipes = 0;
    loop {
        let swiped = agent.done("swipe", json!({ "direction": "up", "ref": list })).await;
        swipes += 1;
        assert!(swipes < 12, "the list does not end");
        if swiped.json["effect"] == "none" {
            break;
        }
    }
    assert!(agent.screen().await.contains("Candle set"));
}

/// Holds press_back.1.
#[tokio::test(start_paused = true)]
async fn back_closes_a_dialog_and_then_leaves_the_screen() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    agent.done("tap_element", json!({ "text": "Ceramic mug" })).await;
    let asked = agent.done("tap_element", json!({ "id": "add_to_cart" })).await;
    assert!(asked.screen.contains("Add to cart?"), "{}", asked.screen);
    // Screens that were there before: receipts only name them.
    agent.done("press_back", json!({})).await;
    let closed = agent.screen().await;
    assert!(!closed.contains("Add to cart?") && closed.contains("Ceramic mug"), "{closed}");
    agent.done("press_back", json!({})).await;
    let left = agent.screen().await;
    assert!(left.contains("Linen armchair"), "{left}");
}

/// Holds capture_screenshot.1, capture_screenshot.4, calls.4.
#[tokio::test(start_paused = true)]
async fn a_picture_is_small_and_an_image_block() {
    let (agent, _) = Agent::in_shop().await;
    let shot = agent.done("capture_screenshot", json!({})).await;
    let (mime, base64) = shot.image.expect("an image block");
    assert_eq!(mime, "image/jpeg");
    assert!(base64 * 3 / 4 <= 50_000, "{base64} characters of base64");
    assert_eq!(shot.json["resolution"], json!({ "width": 460, "height": 1024 }));
    assert_eq!(shot.json["screen"], json!({ "width": 1080, "height": 2400 }));
    let other_name = agent.done("screenshot", json!({ "max_edge": 512 })).await;
    assert_eq!(other_name.json["resolution"], json!({ "width": 230, "height": 512 }));
}

/// Holds targets.11, targets.12.
#[tokio::test(start_paused = true)]
async fn several_candidates_are_listed_and_never_guessed_between() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.example.shop" })).await;
    sign_in(&agent).await;
    let error = agent.refused("tap_element", json!({ "textContains": "Ceramic" })).await;
    assert_eq!(error["code"], "AMBIGUOUS_TARGET");
    assert!(error["details"]["candidates"].as_array().is_some_and(|all| all.len() >= 2), "{error}");
    let chosen = agent.done("tap_element", json!({ "textContains": "Ceramic", "index": 0 })).await;
    assert!(chosen.screen.contains("Ceramic mug"), "{}", chosen.screen);
}

pub(crate) async fn sign_in(agent: &Agent) {
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap_element", json!({ "id": "sign_in" })).await;
}
