//! Scrolling until something is in sight.

use phone::Phone;
use phone::faults::Profile;
use serde_json::{Value, json};

use crate::agent::{Agent, find_ref};
use crate::shop::sign_in;
use crate::wire::Wire;

async fn far() -> (Agent, String) {
    let (agent, answer) = Agent::in_activity("com.example.torture", "FarActivity").await;
    (agent, answer.screen)
}

/// Holds scroll_to_element.1, scroll_to_element.2, scroll_to_element.3, scroll_to_element.4.
#[tokio::test(start_paused = true)]
async fn it_reads_on_until_the_element_is_in_sight() {
    let (agent, _) = far().await;
    let here = agent.done("scroll_to_element", json!({ "text": "Row 3" })).await;
    assert_eq!((&here.json["success"], &here.json["scrolls_performed"]), (&json!(true), &json!(0)));
    assert_eq!(here.screen, "", "nothing changed");
    let down = agent.done("scroll_to_element", json!({ "text": "Row 60" })).await;
    assert!(down.json["target"].as_str().is_some_and(|line| line.ends_with(" btn \"Row 60\"")));
    assert!(down.json["scrolls_performed"].as_u64().is_some_and(|count| count > 1));
    assert!(down.screen.contains("\"Row 60\""), "{}", down.screen);
    let touched = agent.done("tap_element", json!({ "text": "Row 60" })).await;
    assert!(touched.screen.contains("Chosen: row 60"), "{}", touched.screen);
    let up = json!({ "text": "Row 2", "direction": "up" });
    assert_eq!(agent.done("scroll_to_element", up).await.json["success"], true);
    assert!(agent.screen().await.contains("\"Row 2\""));
}

/// Holds scroll_to_element.3, scroll_to_element.8.
#[tokio::test(start_paused = true)]
async fn a_direction_is_that_of_reading() {
    let (agent, _) = far().await;
    let mut wire = Wire::of(&agent);
    for (direction, dx, dy) in [("down", 0, -1), ("up", 0, 1), ("right", -1, 0), ("left", 1, 0)] {
        let one = json!({ "text": "Nowhere", "direction": direction, "maxScrolls": 1 });
        agent.refused("scroll_to_element", one).await;
        let touch = wire.touch();
        let way = ((touch[2] - touch[0]).signum(), (touch[3] - touch[1]).signum());
        assert_eq!(way, (dx, dy), "{direction}: {touch:?}");
    }
    let mut strokes = Vec::new();
    for amount in [json!(null), json!(0.2)] {
        let one = json!({ "text": "Nowhere", "scrollAmount": amount, "maxScrolls": 1 });
        agent.refused("scroll_to_element", one).await;
        let touch = wire.touch();
        strokes.push(touch[1] - touch[3]);
    }
    assert_eq!(strokes[0] * 2 / 7, strokes[1], "0.7 unless told: {strokes:?}");
    for wrong in
        [json!({ "scrollAmount": 0.95 }), json!({ "maxScrolls": 0 }), json!({ "maxScrolls": 101 })]
    {
        let mut wrong = wrong;
        wrong["text"] = json!("Row 3");
        assert_eq!(agent.refused("scroll_to_element", wrong).await["code"], "INVALID_ARGUMENT");
    }
}

/// Holds scroll_to_element.6, scroll_to_element.7.
#[tokio::test(start_paused = true)]
async fn it_ends_with_its_budget_or_with_the_list() {
    let (agent, _) = far().await;
    let mut wire = Wire::of(&agent);
    let error = agent.refused("scroll_to_element", json!({ "text": "Row 1000" })).await;
    assert_eq!((&error["code"], &error["retryable"]), (&json!("ELEMENT_NOT_FOUND"), &json!(true)));
    assert_eq!(wire.inputs().len(), 10, "unless told");
    let up = json!({ "text": "Row 1000", "direction": "up", "maxScrolls": 100 });
    let error = agent.refused("scroll_to_element", up).await;
    assert_eq!(
        (&error["code"], &error["retryable"]),
        (&json!("NAVIGATION_NO_CHANGE"), &json!(true))
    );
}

/// Holds scroll_to_element.6.
#[tokio::test(start_paused = true)]
async fn there_is_time_for_its_budget_on_a_slow_phone() {
    for profile in Profile::ALL {
        let agent = Agent::on(Phone::builder().profile(profile)).await;
        agent.start("com.example.torture", "FarActivity").await;
        let error = agent.refused("scroll_to_element", json!({ "text": "Row 1000" })).await;
        assert_eq!(error["code"], "ELEMENT_NOT_FOUND", "{profile}: {error}");
        assert_eq!(error["details"]["scrolls_performed"], 10, "{profile}: {error}");
    }
}

/// Holds scroll_to_element.5.
#[tokio::test(start_paused = true)]
async fn a_list_can_be_named() {
    let (agent, screen) = far().await;
    let list = find_ref(&screen, "scroll");
    let within = json!({ "text": "Row 40", "within": list });
    assert_eq!(agent.done("scroll_to_element", within).await.json["success"], true);
    let error =
        agent.refused("scroll_to_element", json!({ "text": "Row 90", "within": "@s99" })).await;
    assert_eq!(error["code"], "STALE_REFERENCE", "{error}");
    let error =
        agent.refused("scroll_to_element", json!({ "text": "Row 90", "within": "list" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds scroll_to_element.9, scroll_to_element.10.
#[tokio::test(start_paused = true)]
async fn a_ref_that_was_scrolled_away_is_found_again() {
    let (agent, screen) = far().await;
    let row = find_ref(&screen, "\"Row 3\"");
    agent.done("scroll_to_element", json!({ "text": "Row 40" })).await;
    let back = json!({ "ref": row, "direction": "up" });
    let back = agent.done("scroll_to_element", back).await;
    assert_eq!(back.json["target"], format!("{row} btn \"Row 3\""));
    let error = agent.refused("scroll_to_element", json!({ "textContains": "Row" })).await;
    assert_eq!(error["code"], "AMBIGUOUS_TARGET");
}

/// Holds envelope.20, settle.8.
#[tokio::test(start_paused = true)]
async fn a_scroll_answers_as_every_action_does() {
    let (agent, _) = far().await;
    let claim = json!({ "text": "Row 60", "condition": "clickable" });
    let there = json!({ "text": "Row 60", "expect": claim, "verbose": true });
    let there = agent.done("scroll_to_element", there).await.json;
    assert_eq!(
        (&there["effect"], &there["lifecycle_state"]),
        (&json!("changed"), &json!("verified"))
    );
    assert_eq!(there["expect"]["verified"], true, "{there}");
    assert!(there["action_id"].as_str().is_some_and(|id| id.starts_with("scroll_to_element_")));
    assert_eq!((&there["wait_ended"], &there["via"]), (&json!("settled"), &json!("adb")));
    assert_eq!(there["device"]["platform"], "android");
    assert!(there["duration_ms"].as_u64() > there["waited_ms"].as_u64(), "{there}");
    assert_eq!(stages(&there), ["execute", "stabilize", "resolve", "verify"]);
    let usual = agent.done("scroll_to_element", json!({ "text": "Row 60" })).await.json;
    assert_eq!(usual["effect"], "none");
    for part in ["action_id", "trace", "device", "lifecycle_state", "duration_ms", "expect"] {
        assert!(usual[part].is_null(), "{part} is not usual: {usual}");
    }
    let wrong = json!({ "text": "Chosen: row 9", "timeoutMs": 100 });
    let wrong = json!({ "text": "Row 70", "expect": wrong, "verbose": true });
    let wrong = agent.done("scroll_to_element", wrong).await.json;
    assert_eq!((&wrong["success"], &wrong["lifecycle_state"]), (&json!(true), &json!("failed")));
    assert_eq!(wrong["expect"]["verified"], false, "{wrong}");
    let unclear = json!({ "text": "Row 3", "expect": {} });
    assert_eq!(agent.refused("scroll_to_element", unclear).await["code"], "INVALID_ARGUMENT");
    let blind = json!({ "text": "Row 3", "settle": "none" });
    assert_eq!(agent.refused("scroll_to_element", blind).await["code"], "INVALID_ARGUMENT");
    let light = json!({ "text": "Row 3", "settle": "light", "direction": "up" });
    assert_eq!(agent.done("scroll_to_element", light).await.json["success"], true);
}

/// Holds envelope.20, scroll_to_element.11.
#[tokio::test(start_paused = true)]
async fn a_scroll_that_fails_says_how_far_it_came() {
    let (agent, _) = far().await;
    let fails = async |arguments: Value, code: &str, class: &str| {
        let answer = agent.call("scroll_to_element", arguments).await;
        let json = answer.json;
        assert!(answer.is_error && json["success"] == false, "{json}");
        assert_eq!(json["error"]["code"], code);
        let details = &json["error"]["details"];
        assert_eq!(details["found"], false, "{json}");
        assert_eq!(details["scrolls_performed"], json["scrolls_performed"]);
        assert_eq!(json["lifecycle_state"], "failed");
        assert_eq!(json["trace"]["final_outcome"], "failure");
        assert_eq!(json["recovery"]["failure_class"], class, "{json}");
        assert!(json["recovery"]["suggested_next"].is_object() && json["duration_ms"].is_u64());
        json
    };
    let spent = json!({ "text": "Row 1000", "maxScrolls": 2 });
    let spent = fails(spent, "ELEMENT_NOT_FOUND", "TargetResolutionFailure").await;
    assert_eq!(spent["scrolls_performed"], 2);
    assert_eq!(stages(&spent), ["execute", "stabilize", "resolve"]);
    let end = json!({ "text": "Row 1000", "direction": "up", "maxScrolls": 50 });
    let end = fails(end, "NAVIGATION_NO_CHANGE", "ExecutionFailure").await;
    assert!(end["scrolls_performed"].as_u64() > Some(1), "{end}");
    let near = json!({ "text": "row 1", "direction": "up" });
    let near = fails(near, "NAVIGATION_NO_CHANGE", "ExecutionFailure").await;
    assert!(near["error"]["details"]["nearest"].to_string().contains("Row 1"), "{near}");
    let several = json!({ "textContains": "Row" });
    let several = fails(several, "AMBIGUOUS_TARGET", "TargetResolutionFailure").await;
    assert_eq!(several["scrolls_performed"], 0);
    assert!(several["error"]["details"]["candidates"].is_array(), "beside what it knew: {several}");
    agent.phone.as_ref().expect("a phone").faults().begin_text("hang:input").expect("a fault");
    let stuck = fails(json!({ "text": "Row 90" }), "TIMEOUT", "ExecutionFailure").await;
    assert_eq!(stages(&stuck), ["execute", "resolve"], "{stuck}");
}

/// Holds settle.5, settle.8.
#[tokio::test(start_paused = true)]
async fn what_turned_before_holds_no_scroll_up() {
    let (agent, answer) = Agent::in_activity("com.example.torture", "ControlsActivity").await;
    assert!(answer.screen.contains("loading:progress_indicator"), "{}", answer.screen);
    let arguments = json!({ "text": "Nowhere", "maxScrolls": 1 });
    let began = tokio::time::Instant::now();
    agent.refused("scroll_to_element", arguments).await;
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}

fn stages(json: &Value) -> Vec<&str> {
    let steps = json["trace"]["steps"].as_array();
    steps.into_iter().flatten().filter_map(|step| step["stage"].as_str()).collect()
}

/// Holds tap_element.3.
#[tokio::test(start_paused = true)]
async fn a_tap_may_scroll_first() {
    let (agent, _) = far().await;
    let tapped = agent.done("tap_element", json!({ "text": "Row 50", "scroll": true })).await;
    assert!(agent.screen().await.contains("Chosen: row 50"), "{tapped:?}");
    // Above as well: the list is read down first, and its end sends it up.
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    agent.done("scroll_to_element", json!({ "text": "Candle set" })).await;
    let lamp = json!({ "text": "Walnut desk lamp" });
    assert_eq!(agent.refused("tap_element", lamp).await["code"], "ELEMENT_NOT_FOUND");
    agent.done("tap_element", json!({ "text": "Walnut desk lamp", "scroll": true })).await;
    assert!(agent.screen().await.contains("Notify me"));
}
