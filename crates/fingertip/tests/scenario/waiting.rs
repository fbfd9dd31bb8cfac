//! Waits: what ends them, and what is told when nothing does.

use std::sync::Arc;

use phone::apps::declared;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::shop::sign_in;

/// Something happens two seconds after the button was touched.
const APP: &str = r#"
package: com.x.later
label: Later
style: compose
state: {said: "", on: false, box: "", busy: false}
activities:
  .Main:
    launcher: true
    body:
      column:
        padding: 16
        gap: 8
        children:
          - button: {id: text, text: Text, on_tap: [after: {ms: 2000, do: [set: {said: late}]}]}
          - button: {id: state, text: State, on_tap: [after: {ms: 2000, do: [set: {on: true}]}]}
          - text: {id: said, text: "Said {choose(empty(said), 'nothing', said)}"}
          - switch: {id: lamp, text: Lamp, bind: on}
          - text: {id: on, text: Lit, visible: said == 'late'}
          - field: {id: box, bind: box, hint: Box}
          - button: {id: load, text: Load, on_tap: [set: {busy: true}]}
          - spinner: {id: busy, visible: busy}
          - clock: {id: clock, format: "%H:%M:%S"}
"#;

async fn later() -> Agent {
    let agent = Agent::with_app(declared(APP).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.later" })).await;
    agent
}

async fn wait(agent: &Agent, tool: &'static str, arguments: Value) -> Value {
    agent.done(tool, arguments).await.json
}

/// Holds wait_for_ui.1, wait_for_ui.2, wait_for_ui.3, wait_for_ui.7, waiting.6.
#[tokio::test(start_paused = true)]
async fn each_condition_says_what_it_says() {
    let (agent, _) = Agent::in_activity("com.example.torture", "UnlabeledActivity").await;
    let never = async |condition: &str| {
        let arguments = json!({ "text": "Never", "condition": condition, "timeoutMs": 100 });
        wait(&agent, "wait_for_ui", arguments).await
    };
    let there = wait(&agent, "wait_for_ui", json!({ "text": "Never" })).await;
    assert_eq!(there["met"], true, "exists, unless told");
    for part in ["element", "confidence", "reason", "snapshot_revision", "waited_ms"] {
        assert!(!there[part].is_null(), "{part} in {there}");
    }
    assert_eq!(never("exists").await["met"], true);
    assert_eq!(never("visible").await["met"], true);
    let disabled = never("clickable").await;
    assert_eq!((&disabled["met"], &disabled["code"]), (&json!(false), &json!("TIMEOUT")));
    assert!(disabled["reason"].as_str().is_some_and(|why| why.contains("it is disabled")));
    let there = never("not_exists").await;
    assert_eq!((&there["met"], &there["code"]), (&json!(false), &json!("TIMEOUT")), "{there}");
    let gone = json!({ "text": "Nobody", "condition": "not_exists", "timeoutMs": 100 });
    assert_eq!(wait(&agent, "wait_for_ui", gone).await["met"], true);
    let missing = wait(&agent, "wait_for_ui", json!({ "text": "Nobody", "timeoutMs": 100 })).await;
    assert_eq!(missing["code"], "ELEMENT_NOT_FOUND");
    assert!(missing["hint"].as_str().is_some_and(|hint| hint.contains("scroll_to_element")));
    let same = wait(&agent, "wait_for_ui", json!({ "text": "Same" })).await;
    assert_eq!(same["matched"], 2, "{same}");
    let wrong = json!({ "text": "Never", "condition": "shiny" });
    assert_eq!(agent.refused("wait_for_ui", wrong).await["code"], "INVALID_ARGUMENT");
}

/// Holds wait_for_ui.5, wait_for_ui.8, waiting.2.
#[tokio::test(start_paused = true)]
async fn idle_is_nothing_loading_and_nothing_moving() {
    let (agent, _) = Agent::in_shop().await;
    assert_eq!(wait(&agent, "wait_for_ui", json!({ "condition": "idle" })).await["met"], true);
    agent.start("com.example.torture", "SpinningActivity").await;
    let arguments = json!({ "condition": "idle", "timeoutMs": 2000 });
    let busy = agent.done("wait_for_ui", arguments).await;
    assert_eq!((&busy.json["met"], &busy.json["code"]), (&json!(false), &json!("TIMEOUT")));
    assert_eq!(busy.json["reason"], "still loading: progress_indicator");
    assert!(busy.screen.contains("\"Please wait\""), "what there was: {}", busy.screen);
    let error = agent.refused("wait_for_ui", json!({ "condition": "visible" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds wait_for_ui.6, expect_element_visible.2, expect.6, waiting.9, waiting.11.
#[tokio::test(start_paused = true)]
async fn a_wait_ends_when_its_time_is_up() {
    let (agent, first) = Agent::in_shop().await;
    let ms = |json: &Value| json["waited_ms"].as_u64().unwrap_or_default();
    let waited = wait(&agent, "wait_for_ui", json!({ "text": "Nobody" })).await;
    assert!((10_000..11_500).contains(&ms(&waited)), "ten seconds, unless told: {waited}");
    assert_eq!(waited["snapshot_revision"], 1);
    let verdict = agent.done("expect_element_visible", json!({ "text": "Nobody" })).await;
    assert!((5_000..6_500).contains(&ms(&verdict.json)), "five, unless told: {}", verdict.json);
    assert_eq!(verdict.screen, first.screen, "a no shows the screen");
    let short = wait(&agent, "wait_for_ui", json!({ "text": "Nobody", "timeoutMs": 700 })).await;
    assert!((700..2_000).contains(&ms(&short)), "{short}");
    // Who asks for more than there is gets what there is.
    for long in [60_000, u64::MAX] {
        for tool in ["wait_for_ui", "expect_element_visible"] {
            let waited = agent.done(tool, json!({ "text": "Nobody", "timeoutMs": long })).await;
            assert!((55_000..56_500).contains(&ms(&waited.json)), "{tool}: {}", waited.json);
        }
    }
    let found = json!({ "query": "Sign in", "timeout_ms": 60_000 });
    assert_eq!(agent.done("find_element", found).await.json["found"], true);
    let claim = json!({ "text": "Sign in", "timeoutMs": 60_000 });
    let tapped = agent.done("tap_element", json!({ "id": "email", "expect": claim })).await;
    assert_eq!(tapped.json["expect"]["verified"], true, "{tapped:?}");
    // An action takes as long as what is expected of it may.
    let claim = json!({ "text": "Nobody", "timeoutMs": 40_000 });
    let began = tokio::time::Instant::now();
    let tapped = agent.done("tap_element", json!({ "id": "email", "expect": claim })).await;
    assert_eq!(tapped.json["expect"]["verified"], false, "{tapped:?}");
    assert!((40..50).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
}

/// Holds waiting.5.
#[tokio::test(start_paused = true)]
async fn a_screen_that_cannot_be_read_to_the_end_is_said_to_be_so() {
    let (agent, _) = Agent::in_activity("com.example.torture", "RestlessActivity").await;
    let error = agent.refused("wait_for_ui", json!({ "text": "x", "timeoutMs": 12_000 })).await;
    assert_eq!(error["code"], "TREE_UNAVAILABLE");
    let error = agent.refused("expect_element_visible", json!({ "text": "x" })).await;
    assert_eq!(error["code"], "TREE_UNAVAILABLE");
}

/// Holds wait_for_screen_change.1, wait_for_screen_change.2, wait_for_screen_change.3, wait_for_screen_change.4.
#[tokio::test(start_paused = true)]
async fn another_screen_is_waited_for() {
    let (agent, _) = Agent::in_shop().await;
    let print = agent.done("get_screen_fingerprint", json!({})).await.json["fingerprint"].clone();
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    let same =
        wait(&agent, "wait_for_screen_change", json!({ "previousFingerprint": print })).await;
    assert_eq!((&same["met"], &same["code"]), (&json!(false), &json!("VERIFICATION_FAILED")));
    assert!(same["waited_ms"].as_u64().is_some_and(|ms| (5_000..6_500).contains(&ms)), "{same}");
    assert_eq!(same["observed"]["fingerprint"], print);
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap_element", json!({ "id": "sign_in", "settle": "none" })).await;
    let beginning = print.as_str().map(|print| &print[..6]);
    let moved =
        json!({ "previous_fingerprint": beginning, "timeout_ms": 9000, "poll_interval_ms": 300 });
    let moved = wait(&agent, "wait_for_screen_change", moved).await;
    assert_eq!(moved["met"], true, "{moved}");
    assert_eq!(moved["observed"]["screen"], "com.example.shop.ProductsActivity");
    for wrong in [json!({}), json!({ "previousFingerprint": "abc" })] {
        let error = agent.refused("wait_for_screen_change", wrong).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT");
    }
}

/// Holds wait_for_ui_change.1, wait_for_ui_change.4, wait_for_ui_change.5, wait_for_ui_change.6.
#[tokio::test(start_paused = true)]
async fn a_change_is_waited_for() {
    let agent = later().await;
    let nothing = wait(&agent, "wait_for_ui_change", json!({})).await;
    assert_eq!((&nothing["met"], &nothing["code"]), (&json!(false), &json!("VERIFICATION_FAILED")));
    let waited = nothing["waited_ms"].as_u64().unwrap_or_default();
    assert!((10_000..11_500).contains(&waited), "ten seconds, whatever the clock does: {nothing}");
    agent.done("tap_element", json!({ "id": "box", "settle": "none" })).await;
    agent.done("tap_element", json!({ "id": "text", "settle": "none" })).await;
    let changed = wait(&agent, "wait_for_ui_change", json!({ "timeoutMs": 8000 })).await;
    assert_eq!(changed["met"], true, "{changed}");
    assert_eq!(changed["observed"]["change"], "hierarchy_diff", "a line came, too");
}

/// Holds wait_for_ui_change.2, wait_for_ui_change.3.
#[tokio::test(start_paused = true)]
async fn a_change_that_was_quick_is_not_missed() {
    let agent = later().await;
    let before =
        agent.done("get_screen_fingerprint", json!({})).await.json["snapshot_revision"].clone();
    agent.done("tap_element", json!({ "id": "lamp" })).await;
    let since = json!({ "since": before, "expectedChange": "state_change", "timeoutMs": 100 });
    let seen = wait(&agent, "wait_for_ui_change", since).await;
    assert_eq!((&seen["met"], &seen["observed"]["change"]), (&json!(true), &json!("state_change")));
    let old = json!({ "since_revision": before, "expected_change": "text_change", "timeout_ms": 100, "stability_window_ms": 250 });
    let text = wait(&agent, "wait_for_ui_change", old).await;
    assert_eq!(text["met"], false, "no text changed: {text}");
    let wrong = json!({ "expectedChange": "mood" });
    assert_eq!(agent.refused("wait_for_ui_change", wrong).await["code"], "INVALID_ARGUMENT");
}

/// Holds settle.2, settle.4.
#[tokio::test(start_paused = true)]
async fn who_touches_a_point_waits_for_less() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.example.torture" })).await;
    let slow = agent.done("find_element", json!({ "query": "Slow to load" })).await.json;
    let at = slow["tapCoordinates"].clone();
    let light = agent.done("tap", at.clone()).await;
    assert!(light.screen.contains("loading:progress_indicator"), "{}", light.screen);
    agent.done("press_back", json!({})).await;
    let mut full = at;
    full["settle"] = json!("full");
    let full = agent.done("tap", full).await;
    assert!(full.screen.contains("42 results"), "{}", full.screen);
    agent.done("press_back", json!({})).await;
    let element = agent.done("tap", json!({ "text": "Slow to load" })).await;
    assert!(element.screen.contains("42 results"), "{}", element.screen);
    agent.done("press_back", json!({})).await;
    let light = json!({ "text": "Slow to load", "settle": "light" });
    assert!(agent.done("tap", light).await.screen.contains("loading:"));
}

/// Holds settle.6.
#[tokio::test(start_paused = true)]
async fn what_never_ends_is_waited_for_ten_seconds() {
    let agent = later().await;
    let clock = tokio::time::Instant::now();
    let tapped = agent.done("tap_element", json!({ "id": "load" })).await;
    assert_eq!(tapped.json["still_loading"], true, "{}", tapped.json);
    assert_eq!(tapped.json["loadingDetected"], "progress_indicator");
    let took = clock.elapsed().as_secs();
    assert!((10..14).contains(&took), "{took} s");
}

/// Holds waiting.7, waiting.10.
#[tokio::test(start_paused = true)]
async fn programs_are_told_what_a_verdict_rests_on() {
    let agent = later().await;
    for (tool, arguments) in [
        ("expect_element_visible", json!({ "text": "Said nothing", "timeoutMs": 0 })),
        (
            "expect_state",
            json!({ "id": "lamp", "property": "checked", "expected": false, "timeoutMs": 0 }),
        ),
        ("expect_screen", json!({ "screen": ".Main" })),
    ] {
        let verdict = agent.done(tool, arguments).await;
        assert_eq!(verdict.json["verified"], true, "{tool}: {}", verdict.json);
        let told = verdict.structured;
        assert!(told["stable_observation_count"].as_u64() >= Some(2), "two reads agree: {told}");
        assert!(told["stabilization_attempts"].as_u64() >= Some(2), "{told}");
        assert!(told["captured_at_ms"].is_u64() && told["snapshot_freshness_ms"].is_u64());
        assert!(told["expected"].is_object(), "{told}");
        assert!(verdict.json["expected"].is_null(), "agents know what they asked");
    }
}

/// Holds envelope.17.
#[tokio::test(start_paused = true)]
async fn an_app_that_was_killed_is_said_to_have_died() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let phone = Arc::clone(agent.phone.as_ref().expect("a phone"));
    let tapping = agent.done("tap_element", json!({ "text": "Linen armchair" }));
    let killing = async {
        let android = phone.android();
        let mut changed = android.changed();
        while !android.dump(false).await.is_some_and(|dump| dump.contains("Notify me")) {
            changed.changed().await.expect("the phone is on");
        }
        phone.faults().begin_text("kill-app").expect("a fault");
    };
    let (tapped, ()) = tokio::join!(tapping, killing);
    assert_eq!(tapped.json["died"], "com.example.shop", "{}", tapped.json);
    assert!(tapped.json["crash"].is_null());
}

/// Holds wait_for_ui_change.7.
#[tokio::test(start_paused = true)]
async fn a_revision_that_nobody_remembers_is_not_taken_for_now() {
    let (agent, _) = Agent::in_shop().await;
    let error =
        agent.refused("wait_for_ui_change", json!({ "since": 999, "timeoutMs": 100 })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT", "{error}");
    let now = agent.refused("wait_for_ui_change", json!({ "since": 999 })).await;
    assert!(now["message"].as_str().is_some_and(|text| text.contains("is at r1")), "{now}");
    for _ in 0..20 {
        agent.done("tap_element", json!({ "id": "remember_me" })).await;
    }
    let long_ago = json!({ "since": 2, "timeoutMs": 100 });
    let changed = agent.done("wait_for_ui_change", long_ago).await.json;
    assert_eq!(changed["met"], true, "{changed}");
    let kind = json!({ "since": 2, "timeoutMs": 100, "expectedChange": "text_change" });
    let error = agent.refused("wait_for_ui_change", kind).await;
    assert!(
        error["message"].as_str().is_some_and(|text| text.contains("not remembered")),
        "{error}"
    );
}
