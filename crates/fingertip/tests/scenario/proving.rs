//! Verdicts: of the expect tools, and of `expect` on an action.

use phone::apps::declared;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::shop::sign_in;
use crate::wire::Wire;

async fn verdict(agent: &Agent, tool: &'static str, arguments: Value) -> Value {
    agent.done(tool, arguments).await.json
}

async fn state(agent: &Agent, id: &str, property: &str, expected: Value) -> Value {
    let arguments =
        json!({ "id": id, "property": property, "expected": expected, "timeoutMs": 100 });
    verdict(agent, "expect_state", arguments).await
}

/// Holds expect_state.2, expect_state.3, expect_state.5, expect_state.7, expect_state.9.
#[tokio::test(start_paused = true)]
async fn a_property_has_a_value_or_another() {
    let (agent, _) = Agent::in_shop().await;
    let off = state(&agent, "remember_me", "checked", json!(false)).await;
    assert_eq!(off["verified"], true, "{off}");
    assert_eq!(off["observed"], json!({ "property": "checked", "value": false }));
    assert!(off["element"].as_str().is_some_and(|line| line.contains("Remember me")));
    let on = state(&agent, "remember_me", "checked", json!(true)).await;
    assert_eq!((&on["verified"], &on["code"]), (&json!(false), &json!("EXPECT_STATE_MISMATCH")));
    let reason = on["reason"].as_str().unwrap_or_default();
    assert!(
        reason.starts_with("checked of @c1 ") && reason.ends_with("is false, not true"),
        "{on}"
    );
    agent.done("type_text", json!({ "id": "email", "text": "demo" })).await;
    for (id, property, expected) in [
        ("email", "text_value", json!("demo")),
        ("email", "text", json!("demo")),
        ("email", "focused", json!(true)),
        ("sign_in", "enabled", json!(true)),
        ("sign_in", "label", json!("Sign in")),
        ("sign_in", "selected", json!(false)),
    ] {
        let told = state(&agent, id, property, expected).await;
        assert_eq!(told["verified"], true, "{id} {property}: {told}");
    }
    let secret = state(&agent, "password", "text", json!("")).await;
    assert_eq!(secret["code"], "STATE_UNAVAILABLE", "{secret}");
    let nobody = state(&agent, "nobody", "checked", json!(true)).await;
    assert_eq!(nobody["code"], "ELEMENT_NOT_FOUND", "{nobody}");
    agent.done("clear_text", json!({ "id": "email" })).await;
    agent.done("press_back", json!({})).await;
    let chosen = json!({ "ref": "@c1", "property": "checked", "expected": false });
    assert_eq!(verdict(&agent, "expect_state", chosen).await["verified"], true, "by ref, too");
}

/// Holds expect_state.10, targets.2.
#[tokio::test(start_paused = true)]
async fn words_stand_in_for_a_ref_whose_element_is_gone() {
    let (agent, first) = Agent::in_shop().await;
    let old = crate::agent::find_ref(&first.screen, "Remember me");
    let ask = |target: Value| {
        let mut arguments = json!({ "property": "enabled", "expected": true, "timeoutMs": 100 });
        for (name, value) in target.as_object().expect("an object") {
            arguments[name] = value.clone();
        }
        arguments
    };
    // As long as it is there it decides alone.
    let both = json!({ "element_id": old, "selector": { "text": "Sign in" } });
    let told = verdict(&agent, "expect_state", ask(both)).await;
    assert!(told["element"].as_str().is_some_and(|line| line.starts_with(&old)), "{told}");
    sign_in(&agent).await;
    let lamp = json!({ "text": "Walnut desk lamp" });
    for token in [old.as_str(), "@b999"] {
        let both = json!({ "element_id": token, "selector": lamp });
        let told = verdict(&agent, "expect_state", ask(both)).await;
        assert_eq!(told["verified"], true, "{told}");
        assert!(told["element"].as_str().is_some_and(|line| line.contains("Walnut")), "{told}");
    }
    let alone = verdict(&agent, "expect_state", ask(json!({ "ref": old }))).await;
    assert_eq!(alone["code"], "ELEMENT_NOT_FOUND", "{alone}");
    let neither = json!({ "ref": old, "text": "Walnut desk lam" });
    let neither = verdict(&agent, "expect_state", ask(neither)).await;
    assert_eq!(neither["code"], "ELEMENT_NOT_FOUND", "{neither}");
    assert!(neither["nearest"].to_string().contains("Walnut desk lamp"), "{neither}");
    let unknown = agent.refused("expect_state", ask(json!({ "ref": "@b999" }))).await;
    assert_eq!(unknown["code"], "STALE_REFERENCE");
    // An action is never redirected.
    let error =
        agent.refused("tap_element", json!({ "ref": old, "text": "Walnut desk lamp" })).await;
    assert_eq!(error["code"], "STALE_REFERENCE");
}

/// Holds expect_state.1, expect_state.4.
#[tokio::test(start_paused = true)]
async fn what_is_not_told_is_not_false() {
    let (agent, _) = Agent::in_activity("com.example.torture", "ControlsActivity").await;
    let untold = state(&agent, "level", "value", json!(0)).await;
    assert_eq!(
        (&untold["verified"], &untold["code"]),
        (&json!(false), &json!("STATE_UNAVAILABLE"))
    );
    assert!(untold["hint"].as_str().is_some_and(|hint| hint.contains("capture_screenshot")));
    let expanded = state(&agent, "level", "expanded", json!(false)).await;
    assert_eq!(expanded["code"], "STATE_UNAVAILABLE", "{expanded}");
    for wrong in [
        json!({ "id": "level", "property": "colour", "expected": "red" }),
        json!({ "id": "level", "property": "checked", "expected": "yes" }),
        json!({ "id": "level", "property": "checked" }),
        json!({ "id": "level", "expected": true }),
        json!({ "property": "checked", "expected": true }),
    ] {
        assert_eq!(
            agent.refused("expect_state", wrong.clone()).await["code"],
            "INVALID_ARGUMENT",
            "{wrong}"
        );
    }
}

/// Holds expect_state.8.
#[tokio::test(start_paused = true)]
async fn a_state_is_given_time_to_come_true() {
    let (agent, _) = Agent::in_activity("com.example.torture", "InPlaceActivity").await;
    agent.done("tap_element", json!({ "id": "action", "settle": "none" })).await;
    let open =
        json!({ "id": "action", "property": "enabled", "expected": true, "timeoutMs": 6000 });
    let told = verdict(&agent, "expect_state", open).await;
    assert_eq!(told["verified"], true, "{told}");
    let never = json!({ "id": "action", "property": "label", "expected": "Closed" });
    let told = verdict(&agent, "expect_state", never).await;
    let waited = told["waited_ms"].as_u64().unwrap_or_default();
    assert!((2_000..3_500).contains(&waited), "two seconds, unless told: {told}");
}

/// Holds expect_screen.1, expect_screen.2, expect_screen.3, expect_screen.4, expect_screen.5.
#[tokio::test(start_paused = true)]
async fn a_screen_goes_by_fingerprint_or_name() {
    let (agent, _) = Agent::in_shop().await;
    let print = agent.done("get_screen_fingerprint", json!({})).await.json["fingerprint"].clone();
    let beginning = print.as_str().map(|print| &print[..6]);
    for this in [
        json!({ "fingerprint": print }),
        json!({ "fingerprint": beginning }),
        json!({ "screen": "com.example.shop.MainActivity" }),
        json!({ "screen": ".MainActivity" }),
        json!({ "screen": "MainActivity" }),
        json!({ "fingerprint": print, "screen": "OtherActivity" }),
    ] {
        let told = verdict(&agent, "expect_screen", this.clone()).await;
        assert_eq!(told["verified"], true, "{this}: {told}");
        assert_eq!(told["observed_screen"]["fingerprint"], print);
    }
    let clock = tokio::time::Instant::now();
    let no = agent.done("expect_screen", json!({ "screen": "ProductsActivity" })).await;
    assert!(clock.elapsed().as_secs() < 3, "at once, unless told");
    assert_eq!(
        (&no.json["verified"], &no.json["code"]),
        (&json!(false), &json!("VERIFICATION_FAILED"))
    );
    assert_eq!(no.json["observed_screen"]["screen"], "com.example.shop.MainActivity");
    assert!(no.screen.contains("Welcome to Shop"), "{}", no.screen);
    for wrong in [json!({}), json!({ "screen": " " }), json!({ "fingerprint": "abc" })] {
        assert_eq!(
            agent.refused("expect_screen", wrong.clone()).await["code"],
            "INVALID_ARGUMENT",
            "{wrong}"
        );
    }
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    agent.done("tap_element", json!({ "id": "sign_in", "settle": "none" })).await;
    let soon = json!({ "screen": "ProductsActivity", "timeoutMs": 9000 });
    assert_eq!(verdict(&agent, "expect_screen", soon).await["verified"], true);
}

/// Holds expect.1, expect.3, envelope.6.
#[tokio::test(start_paused = true)]
async fn an_action_verifies_what_it_was_for() {
    let (agent, _) = Agent::in_shop().await;
    for claim in [
        json!({ "text": "Remember me" }),
        json!({ "id": "remember_me", "condition": "clickable" }),
        json!({ "id": "nobody", "condition": "not_exists" }),
        json!({ "id": "remember_me", "property": "enabled", "expected": true }),
        json!({ "screen": "MainActivity" }),
        json!({ "changed": true }),
    ] {
        let arguments = json!({ "id": "remember_me", "expect": claim, "verbose": true });
        let tapped = agent.done("tap_element", arguments).await.json;
        assert_eq!(tapped["expect"]["verified"], true, "{claim}: {tapped}");
        assert_eq!(tapped["lifecycle_state"], "verified");
    }
    let claim = json!({ "text": "Sing in", "timeoutMs": 100 });
    let arguments = json!({ "id": "remember_me", "expect": claim, "verbose": true });
    let tapped = agent.done("tap_element", arguments).await.json;
    let told = &tapped["expect"];
    assert_eq!((&tapped["success"], &told["verified"]), (&json!(true), &json!(false)));
    assert_eq!(told["code"], "ELEMENT_NOT_FOUND");
    assert!(told["reason"].is_string() && told["hint"].is_string() && told["nearest"].is_array());
    assert_eq!(tapped["lifecycle_state"], "failed");
    let claim = json!({ "id": "remember_me", "property": "checked", "expected": "x" });
    let arguments = json!({ "id": "remember_me", "expect": claim });
    let odd = agent.call("tap_element", arguments).await;
    assert_eq!(odd.json["expect"]["error"]["code"], "INVALID_ARGUMENT", "{odd:?}");
}

/// Holds expect.2.
#[tokio::test(start_paused = true)]
async fn an_unclear_claim_is_refused_before_anything_is_touched() {
    let (agent, _) = Agent::in_shop().await;
    let mut wire = Wire::of(&agent);
    for claim in [
        json!({}),
        json!({ "timeoutMs": 100 }),
        json!({ "text": "a", "screen": "b" }),
        json!({ "text": "a", "changed": true }),
        json!({ "text": "a", "property": "checked" }),
        json!({ "text": "a", "expected": true }),
        json!({ "txet": "a" }),
        json!({ "text": "a", "condition": "shiny" }),
    ] {
        let arguments = json!({ "id": "remember_me", "expect": claim });
        assert_eq!(
            agent.refused("tap_element", arguments).await["code"],
            "INVALID_ARGUMENT",
            "{claim}"
        );
    }
    assert_eq!(wire.inputs(), Vec::<String>::new());
}

/// Holds expect.4, expect.6, expect.7, calls.7.
#[tokio::test(start_paused = true)]
async fn a_no_is_told_apart_and_with_the_screen() {
    let (agent, _) = Agent::in_shop().await;
    let clock = tokio::time::Instant::now();
    let tapped = agent
        .done("tap_element", json!({ "id": "remember_me", "expect": { "text": "Nobody" } }))
        .await;
    assert!((5..9).contains(&clock.elapsed().as_secs()), "five seconds, unless told");
    assert_eq!(
        (&tapped.json["success"], &tapped.json["expect"]["verified"]),
        (&json!(true), &json!(false))
    );
    assert!(tapped.screen.contains("Remember me"), "{}", tapped.screen);
    let nothing =
        json!({ "text": "Welcome to Shop", "expect": { "changed": true, "timeoutMs": 100 } });
    let nothing = agent.done("tap_element", nothing).await.json;
    assert_eq!(
        (&nothing["effect"], &nothing["expect"]["verified"]),
        (&json!("none"), &json!(false))
    );
    assert_eq!(nothing["expect"]["code"], "VERIFICATION_FAILED");
    sign_in_slowly(&agent).await;
}

/// What comes later than the action settles is waited for.
async fn sign_in_slowly(agent: &Agent) {
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    agent.done("type_text", json!({ "id": "password", "text": "secret123" })).await;
    let claim = json!({ "text": "Linen armchair", "timeoutMs": 9000 });
    let arguments = json!({ "id": "sign_in", "settle": "none", "expect": claim });
    let signed_in = agent.done("tap_element", arguments).await.json;
    assert_eq!(signed_in["expect"]["verified"], true, "{signed_in}");
}

/// Holds expect.8.
#[tokio::test(start_paused = true)]
async fn a_change_cannot_be_judged_blindly() {
    let (agent, _) = Agent::in_shop().await;
    let blind = json!({ "settle": "none", "expect": { "changed": true } });
    let pressed = agent.done("press_back", blind).await.json;
    assert_eq!(
        (&pressed["success"], &pressed["expect"]["verified"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(pressed["expect"]["error"]["code"], "INVALID_ARGUMENT", "{pressed}");
}

/// Holds classify_action_outcome.1, classify_action_outcome.2, classify_action_outcome.3, classify_action_outcome.6,
/// classify_action_outcome.7.
#[tokio::test(start_paused = true)]
async fn signals_are_summed_up() {
    let (agent, _) = Agent::in_shop().await;
    let mut wire = Wire::of(&agent);
    let classify = async |signals: Value| verdict(&agent, "classify_action_outcome", signals).await;
    let changed = classify(json!({ "uiChanged": true, "hasLogErrors": true })).await;
    assert_eq!(
        (&changed["outcome"], &changed["has_log_errors"]),
        (&json!("success"), &json!(true))
    );
    assert!(changed["reasoning"].is_string());
    assert_eq!(classify(json!({ "uiChanged": false })).await["outcome"], "unknown");
    let failed = json!({ "uiChanged": false, "actionType": "tap", "networkRequests": [{ "url": "/pay", "status": "failure" }] });
    let failed = classify(failed).await;
    assert_eq!(failed["outcome"], "backend_failure");
    assert!(failed["reasoning"].as_str().is_some_and(|why| why.contains("\"/pay\"")), "{failed}");
    for wrong in [
        json!({}),
        json!({ "uiChanged": "no" }),
        json!({ "uiChanged": true, "networkRequests": [{ "endpoint": "/pay", "status": "odd" }] }),
        json!({ "uiChanged": true, "networkRequests": [{ "status": "failure" }] }),
    ] {
        let error = agent.refused("classify_action_outcome", wrong.clone()).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{wrong}");
    }
    assert_eq!(wire.inputs(), Vec::<String>::new());
}

/// Holds connect.1, connect.4, connect.9.
#[tokio::test(start_paused = true)]
async fn connecting_tells_where_one_is() {
    let agent = Agent::with_phone().await;
    let arguments =
        json!({ "packageName": "com.example.shop", "backend": "auto", "verbose": true });
    let told = agent.done("connect", arguments).await;
    assert_eq!(told.json["device"]["id"], "phone");
    for part in ["screenFingerprint", "snapshot_revision", "captured_at_ms"] {
        assert!(!told.json[part].is_null(), "{part} in {}", told.json);
    }
    assert!(told.screen.starts_with("screen 1080x2400 com.example.shop #"));
    for name in ["appId", "bundleId", "package_name"] {
        agent.done("connect", json!({ name: "com.example.shop" })).await;
    }
    let error = agent.refused("connect", json!({ "backend": "grpc" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds connect.2, connect.5, connect.6.
#[tokio::test(start_paused = true)]
async fn a_sleeping_phone_is_woken_and_a_locked_one_told() {
    let (agent, _) = Agent::in_shop().await;
    let android = agent.phone.as_ref().expect("a phone").android().clone();
    android.set_awake(false);
    let woken = agent.done("connect", json!({})).await;
    assert!(woken.screen.contains("com.example.shop"), "what is in front: {}", woken.screen);
    assert!(android.power().awake);
    android.set_credential(Some("4711".to_owned()));
    android.set_awake(false);
    let error = agent.refused("connect", json!({})).await;
    assert_eq!(error["code"], "DEVICE_LOCKED", "{error}");
}

/// Holds connect.8, devices.8, list_devices.1, list_devices.2, list_devices.4.
#[tokio::test(start_paused = true)]
async fn an_app_that_nothing_starts_is_told() {
    const HIDDEN: &str = "package: com.x.hidden\nlabel: Hidden\nactivities: {.Main: {exported: true, body: {text: {text: Hi}}}}";
    let agent = Agent::with_app(declared(HIDDEN).expect("an app")).await;
    let error = agent.refused("connect", json!({ "packageName": "com.x.hidden" })).await;
    assert_eq!(error["code"], "APP_LAUNCH_FAILED");
    assert!(error["message"].as_str().is_some_and(|why| why.contains("no launcher activity")));
    let installed = async |app: &str| {
        let listed = agent.done("list_devices", json!({ "appId": app })).await.json;
        listed["devices"][0]["appInstalled"].clone()
    };
    assert_eq!(
        (installed("com.x.hidden").await, installed("com.x.gone").await),
        (json!(true), json!(false))
    );
    let error = agent.refused("get_ui_tree", json!({ "platform": "ios" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    let android = agent.done("list_devices", json!({ "platform": "android" })).await.json;
    assert_eq!(android["devices"].as_array().map(Vec::len), Some(1), "{android}");
    for part in ["id", "platform", "state", "model", "osVersion", "simulator"] {
        assert!(!android["devices"][0][part].is_null(), "{part} in {android}");
    }
    let error = agent.refused("list_devices", json!({ "platform": "ios" })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
}

/// Holds adjust_control.4, adjust_control.5, adjust_control.11.
#[tokio::test(start_paused = true)]
async fn controls_are_asked_for_what_makes_sense() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    agent.done("tap_element", json!({ "textContains": "lamp", "index": 0 })).await;
    agent.done("scroll_to_element", json!({ "id": "quantity" })).await;
    for wrong in [
        json!({ "id": "quantity" }),
        json!({ "id": "quantity", "targetValue": 2, "min": 1 }),
        json!({ "id": "quantity", "targetValue": 2, "min": 9, "max": 1 }),
        json!({ "id": "quantity", "targetValue": 2, "property": "colour" }),
        json!({ "id": "quantity", "targetValue": 2, "tolerance": -1 }),
        json!({ "id": "quantity", "targetValue": 2, "maxAttempts": 0 }),
    ] {
        assert_eq!(
            agent.refused("adjust_control", wrong.clone()).await["code"],
            "INVALID_ARGUMENT",
            "{wrong}"
        );
    }
    let raw =
        json!({ "id": "quantity", "targetValue": 7, "property": "raw_value", "min": 1, "max": 10 });
    assert_eq!(agent.done("adjust_control", raw).await.json["actual"], 7.0);
    let mut wire = Wire::of(&agent);
    let odd = json!({ "id": "quantity", "targetValue": 2.5, "maxAttempts": 1 });
    assert_eq!(agent.refused("adjust_control", odd).await["code"], "CONTROL_CONVERGENCE_FAILED");
    assert!((1..=2).contains(&wire.inputs().len()), "a round is at most two gestures");
}
