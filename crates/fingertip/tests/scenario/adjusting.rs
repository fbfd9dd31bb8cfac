//! Sliders and steppers, driven until what shows their value shows the goal.

use phone::apps::declared;
use serde_json::json;

use crate::agent::Agent;
use crate::{shop, texts};

async fn in_details() -> Agent {
    let (agent, _) = Agent::in_shop().await;
    shop::sign_in(&agent).await;
    agent.done("tap_element", json!({ "textContains": "lamp", "index": 0 })).await;
    agent.done("scroll_to_element", json!({ "id": "quantity" })).await;
    agent
}

/// Holds adjust_control.1, adjust_control.2, adjust_control.3, adjust_control.9.
#[tokio::test(start_paused = true)]
async fn a_slider_is_set_and_its_label_proves_it() {
    let agent = in_details().await;
    for goal in [7, 1, 10, 4] {
        let answer =
            agent.done("adjust_control", json!({ "id": "quantity", "targetValue": goal })).await;
        assert_eq!(answer.json["reached"], true, "{answer:?}");
        assert_eq!(answer.json["actual"], f64::from(goal));
        assert_eq!(answer.json["shown_by"], format!("\"Quantity: {goal}\""));
        let label = format!("Quantity: {goal}");
        assert!(agent.screen().await.contains(&label), "{label}");
    }
    let answer = agent.done("adjust_control", json!({ "id": "quantity", "targetValue": 4 })).await;
    assert_eq!(
        (&answer.json["attempts"], &answer.json["adjustment_mode"]),
        (&json!(0), &json!("semantic"))
    );
    let near = json!({ "id": "quantity", "targetValue": 5, "tolerance": 1 });
    assert_eq!(agent.done("adjust_control", near).await.json["attempts"], 0);
}

/// Holds envelope.20, settle.8, adjust_control.13.
#[tokio::test(start_paused = true)]
async fn it_answers_as_every_action_does() {
    let agent = in_details().await;
    let claim = json!({ "text": "Quantity: 7" });
    let set = json!({ "id": "quantity", "targetValue": 7, "expect": claim, "verbose": true });
    let set = agent.done("adjust_control", set).await.json;
    assert_eq!((&set["effect"], &set["lifecycle_state"]), (&json!("changed"), &json!("verified")));
    assert_eq!((&set["expect"]["verified"], &set["reached"]), (&json!(true), &json!(true)));
    assert!(set["action_id"].as_str().is_some_and(|id| id.starts_with("adjust_control_")));
    assert_eq!(set["device"]["platform"], "android", "{set}");
    assert!(set["duration_ms"].is_u64() && set["via"] == "adb", "{set}");
    let steps = set["trace"]["steps"].as_array().cloned().unwrap_or_default();
    let stages: Vec<&str> = steps.iter().filter_map(|step| step["stage"].as_str()).collect();
    assert_eq!(stages, ["resolve", "execute", "stabilize", "verify"]);
    let usual = agent.done("adjust_control", json!({ "id": "quantity", "targetValue": 7 })).await;
    assert!(usual.json["trace"].is_null() && usual.json["effect"] == "none", "{usual:?}");
    let blind = json!({ "id": "quantity", "targetValue": 3, "settle": "none" });
    assert_eq!(agent.refused("adjust_control", blind).await["code"], "INVALID_ARGUMENT");

    for (arguments, code, class) in [
        (
            json!({ "id": "quantity", "targetValue": 50 }),
            "CONTROL_CONVERGENCE_FAILED",
            "ControlConvergenceFailure",
        ),
        (
            json!({ "id": "add_to_cart", "targetValue": 1 }),
            "ELEMENT_NOT_INTERACTABLE",
            "ExecutionFailure",
        ),
        (
            json!({ "id": "nobody", "targetValue": 1 }),
            "ELEMENT_NOT_FOUND",
            "TargetResolutionFailure",
        ),
    ] {
        let json = agent.call("adjust_control", arguments).await.json;
        assert_eq!((&json["success"], &json["reached"]), (&json!(false), &json!(false)), "{json}");
        assert_eq!(json["error"]["code"], code);
        assert_eq!(json["lifecycle_state"], "failed");
        assert_eq!(json["trace"]["final_outcome"], "failure");
        assert_eq!(json["recovery"]["failure_class"], class, "{json}");
        assert_eq!(json["attempts"].as_u64() > Some(0), code == "CONTROL_CONVERGENCE_FAILED");
    }
}

/// Holds adjust_control.4.
#[tokio::test(start_paused = true)]
async fn a_known_scale_needs_one_touch() {
    let agent = in_details().await;
    let arguments = json!({ "id": "quantity", "targetValue": 8, "min": 1, "max": 10 });
    let answer = agent.done("adjust_control", arguments).await;
    assert_eq!(answer.json["attempts"], 1, "{answer:?}");
}

/// Holds adjust_control.3, adjust_control.4, adjust_control.5, adjust_control.6, adjust_control.8.
#[tokio::test(start_paused = true)]
async fn what_a_slider_cannot_take_is_told() {
    let agent = in_details().await;
    let beyond = json!({ "id": "quantity", "targetValue": 11, "min": 1, "max": 10 });
    let error = agent.refused("adjust_control", beyond).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    let error =
        agent.refused("adjust_control", json!({ "id": "quantity", "targetValue": 50 })).await;
    assert_eq!(error["code"], "CONTROL_CONVERGENCE_FAILED");
    assert_eq!(error["details"]["actual"], "10", "where it ends: {error}");
    let error =
        agent.refused("adjust_control", json!({ "id": "quantity", "targetValue": 2.5 })).await;
    assert_eq!(error["code"], "CONTROL_CONVERGENCE_FAILED", "{error}");
    let tolerant = json!({ "id": "quantity", "targetValue": 2.5, "tolerance": 0.5 });
    agent.done("adjust_control", tolerant).await;
    let error =
        agent.refused("adjust_control", json!({ "id": "add_to_cart", "targetValue": 1 })).await;
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE");
    let wrong = json!({ "id": "quantity", "targetValue": 1, "property": "colour" });
    assert_eq!(agent.refused("adjust_control", wrong).await["code"], "INVALID_ARGUMENT");
}

/// Holds adjust_control.7.
#[tokio::test(start_paused = true)]
async fn a_slider_whose_value_nothing_shows_is_never_called_reached() {
    let (agent, _) = Agent::in_activity("com.example.torture", "ControlsActivity").await;
    let answer = agent.call("adjust_control", json!({ "id": "level", "targetValue": 70 })).await;
    assert!(answer.is_error);
    assert_eq!((&answer.json["reached"], &answer.json["attempts"]), (&json!("unknown"), &json!(0)));
    assert_eq!(answer.json["error"]["code"], "STATE_UNAVAILABLE");
    let percent = json!({ "id": "level", "targetValue": 70, "property": "percent" });
    let answer = agent.call("adjust_control", percent).await;
    assert_eq!((&answer.json["reached"], &answer.json["attempts"]), (&json!("unknown"), &json!(1)));
    assert_eq!(answer.json["success"], false, "moved, but not proved");
    assert_eq!(answer.json["lifecycle_state"], "failed");
    assert_eq!(answer.json["trace"]["final_outcome"], "failure");
    assert_eq!(answer.json["recovery"]["failure_class"], "VerificationFailure", "{answer:?}");
}

/// Holds adjust_control.9.
#[tokio::test(start_paused = true)]
async fn a_label_beside_it_is_found_by_what_it_does() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.android.settings" })).await;
    agent.done("tap_element", json!({ "text": "Display" })).await;
    let arguments = json!({ "description": "Display brightness", "targetValue": 30 });
    let answer = agent.done("adjust_control", arguments).await;
    assert!(agent.screen().await.contains("30%"), "{answer:?}");
}

#[tokio::test(start_paused = true)]
async fn a_compose_slider_is_found_by_its_name() {
    let agent = Agent::with_phone().await;
    agent.done("connect", json!({ "packageName": "com.example.form" })).await;
    agent.done("tap_element", json!({ "text": "Newsletter" })).await;
    agent.done("scroll_to_element", json!({ "description": "Mails a week" })).await;
    let arguments = json!({ "description": "Mails a week", "targetValue": 6 });
    let answer = agent.done("adjust_control", arguments).await;
    assert!(agent.screen().await.contains("Mails a week: 6"), "{answer:?}");
}

/// Holds adjust_control.10, adjust_control.6.
#[tokio::test(start_paused = true)]
async fn a_stepper_is_pressed_as_often_as_it_takes() {
    let agent = texts::agent().await;
    for goal in [15, 1] {
        let answer =
            agent.done("adjust_control", json!({ "id": "amount", "targetValue": goal })).await;
        assert_eq!(answer.json["actual"], f64::from(goal), "{answer:?}");
    }
    let error = agent.refused("adjust_control", json!({ "id": "amount", "targetValue": 4 })).await;
    assert_eq!(error["code"], "CONTROL_CONVERGENCE_FAILED", "it takes steps of two: {error}");
}

/// Holds adjust_control.5, adjust_control.7.
#[tokio::test(start_paused = true)]
async fn a_toolkit_that_tells_the_value_proves_it() {
    let (agent, _) = Agent::in_activity("com.example.torture", "FlutterControlsActivity").await;
    let target = json!({ "label": "40%", "targetValue": 70, "property": "percent" });
    let answer = agent.done("adjust_control", target).await;
    assert_eq!((&answer.json["reached"], &answer.json["actual"]), (&json!(true), &json!(70.0)));
    for activity in ["ComposeControls", "ReactNativeControls"] {
        let (agent, _) =
            Agent::in_activity("com.example.torture", &format!("{activity}Activity")).await;
        let target = json!({ "role": "slider", "targetValue": 70, "property": "percent" });
        let answer = agent.call("adjust_control", target).await;
        assert_eq!(answer.json["reached"], "unknown", "{activity}");
    }
}

/// Holds adjust_control.12.
#[tokio::test(start_paused = true)]
async fn what_else_it_caused_is_told() {
    const APP: &str = r#"
package: com.x.noisy
label: Noisy
state: {level: 3}
activities:
  .Main:
    launcher: true
    body:
      column:
        children:
          - text: {text: "Level {level}"}
          - slider: {id: level, bind: level, min: 0, max: 10, step: 1, on_change: [log: {level: error, tag: Noisy, message: "too loud"}]}
"#;
    let agent = Agent::with_app(declared(APP).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.noisy" })).await;
    let answer = agent.done("adjust_control", json!({ "id": "level", "targetValue": 8 })).await;
    let lines = answer.json["errorLines"].as_array().expect("lines");
    assert_eq!(lines[0], "E/Noisy: too loud", "{answer:?}");
}

/// Only labels with other names follow these, so that the first touch finds out which.
const LEVELS: &str = r#"
package: com.x.levels
label: Levels
state: {level: 5}
activities:
  .Main:
    launcher: true
    toolbar: {title: Levels}
    body:
      column:
        gap: 8
        children:
          - text: {text: "Stands at {level}"}
          - slider: {desc: How much, bind: level, min: 0, max: 10, step: 1}
"#;

/// Holds adjust_control.9.
#[tokio::test(start_paused = true)]
async fn a_slider_that_stands_where_it_is_touched_is_touched_elsewhere() {
    let agent = Agent::with_app(declared(LEVELS).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.levels" })).await;
    for goal in [7, 5, 6, 5] {
        let set = json!({ "description": "How much", "targetValue": goal });
        let set = agent.done("adjust_control", set).await.json;
        assert_eq!((&set["reached"], &set["actual"]), (&json!(true), &json!(f64::from(goal))));
    }
}
