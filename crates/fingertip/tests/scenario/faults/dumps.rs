//! Dumps that are damaged or refused.

use serde_json::json;

use super::pair::Pair;

/// Holds get_ui_tree.17.
#[tokio::test(start_paused = true)]
async fn each_damage_is_an_unreadable_screen() {
    let pair = Pair::new().await;
    for (fault, within) in [("truncated", 10), ("no-idle", 15), ("no-root", 10)] {
        pair.begin(&format!("dump={fault}"));
        let error = pair.fails("get_ui_tree", json!({}), "TREE_UNAVAILABLE", within).await;
        assert_eq!(error["retryable"], true, "{error}");
        pair.clear();
        let screen = pair.recovers().await;
        assert!(screen.contains("Sign in"), "{screen}");
    }
}

/// Holds get_ui_tree.17.
#[tokio::test(start_paused = true)]
async fn a_dump_damaged_once_is_read_again() {
    let pair = Pair::new().await;
    for fault in ["truncated", "garbled", "no-root"] {
        pair.begin(&format!("dump={fault} times 1"));
        let screen = pair.recovers().await;
        assert!(screen.contains("Sign in"), "{screen}");
    }
}

/// Holds waiting.4.
#[tokio::test(start_paused = true)]
async fn waiting_outlasts_a_fault() {
    let pair = Pair::new().await;
    for fault in ["truncated", "garbled", "no-idle", "no-root"] {
        pair.begin(&format!("dump={fault} for 4s"));
        let wanted = json!({ "label": "Sign in", "timeoutMs": 30_000 });
        let (answer, _) = pair.call("wait_for_ui", wanted).await;
        assert!(!answer.is_error, "{fault}: {answer:?}");
    }
}

/// Holds capture_screenshot.5.
#[tokio::test(start_paused = true)]
async fn a_picture_needs_no_dump() {
    let pair = Pair::new().await;
    pair.begin("dump=no-idle");
    let (answer, _) = pair.call("capture_screenshot", json!({})).await;
    assert!(!answer.is_error, "{answer:?}");
}

/// What could not be read may be what was looked for.
///
/// Holds waiting.12.
#[tokio::test(start_paused = true)]
async fn a_garbled_dump_proves_no_absence_and_no_change() {
    let pair = Pair::new().await;
    let known = pair.agent.done("get_screen_fingerprint", json!({ "deviceId": "left" })).await;
    let known = known.json["fingerprint"].as_str().expect("a fingerprint").to_owned();
    let claims = [
        ("wait_for_ui", json!({ "text": "Sign in", "condition": "not_exists" }), "met"),
        ("wait_for_ui", json!({ "id": "email", "condition": "not_exists" }), "met"),
        ("wait_for_screen_change", json!({ "previousFingerprint": known }), "met"),
        ("wait_for_ui_change", json!({}), "met"),
    ];
    for (tool, mut claim, verdict) in claims {
        pair.begin("dump=garbled");
        claim["timeoutMs"] = json!(2500);
        let (answer, _) = pair.call(tool, claim.clone()).await;
        if answer.is_error {
            assert_eq!(answer.json["error"]["code"], "TREE_UNAVAILABLE", "{tool}: {answer:?}");
        } else {
            assert_eq!(answer.json[verdict], false, "{tool} {claim}: {answer:?}");
        }
        pair.clear();
        // Where it is damaged only once, the answer comes all the same.
        pair.begin("dump=garbled times 1");
        let gone = json!({ "text": "No such thing", "condition": "not_exists" });
        let (answer, _) = pair.call("wait_for_ui", gone).await;
        assert_eq!(answer.json["met"], true, "{answer:?}");
        pair.clear();
    }
}

/// Holds envelope.19.
#[tokio::test(start_paused = true)]
async fn an_effect_is_not_told_from_damage() {
    let pair = Pair::new().await;
    pair.call("tap", json!({ "label": "Email" })).await;
    let same = json!({ "label": "Email" });
    pair.begin("dump=garbled times 1");
    let (answer, _) = pair.call("tap", same.clone()).await;
    if !answer.is_error {
        assert_eq!(answer.json["effect"], "none", "it was looked at once more: {answer:?}");
    }
    pair.clear();
}

/// Holds get_ui_tree.17.
#[tokio::test(start_paused = true)]
async fn a_garbled_dump_is_refused_or_says_what_is_missing() {
    let pair = Pair::new().await;
    pair.begin("dump=garbled");
    for _ in 0..8 {
        let (answer, took) = pair.call("get_ui_tree", json!({})).await;
        if answer.is_error {
            assert_eq!(answer.json["error"]["code"], "TREE_UNAVAILABLE", "{answer:?}");
        } else {
            // A line for the screen, one for what is missing, and at least one that can be read.
            assert!(answer.screen.contains(" gap"), "{}", answer.screen);
            assert!(answer.screen.lines().count() > 2, "{}", answer.screen);
        }
        assert!(took.as_secs() <= 10, "{took:?}");
    }
    pair.clear();
    let screen = pair.recovers().await;
    assert!(screen.contains("Sign in") && !screen.contains(" gap"), "{screen}");
}

#[tokio::test(start_paused = true)]
async fn a_claim_that_held_is_not_denied_because_the_next_read_fails() {
    let pair = Pair::new().await;
    for fault in ["no-root for 1s", "truncated for 1s"] {
        pair.recovers().await;
        pair.begin(&format!("dump={fault}"));
        // The screen was read just now: one read that agrees is missing, and comes when the fault is over.
        let wanted = json!({ "text": "Sign in", "timeoutMs": 0 });
        let (answer, took) = pair.call("expect_element_visible", wanted).await;
        assert_eq!(answer.json["verified"], true, "{fault}: {answer:?}");
        assert!(took.as_secs() <= 5, "{took:?}");
        pair.clear();
    }
    pair.recovers().await;
    pair.begin("dump=no-root");
    let wanted = json!({ "text": "Sign in", "timeoutMs": 0 });
    let error = pair.fails("expect_element_visible", wanted, "TREE_UNAVAILABLE", 10).await;
    assert_eq!(error["retryable"], true, "{error}");
}
