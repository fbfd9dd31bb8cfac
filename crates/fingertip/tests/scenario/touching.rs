//! Fingers: where they go, how long they stay, and what is in their way.

use phone::apps::declared;
use serde_json::{Value, json};

use crate::agent::{Agent, find_ref};
use crate::record::Record;
use crate::wire::Wire;

const APP: &str = r#"
package: com.x.touch
label: Touch
state: {taps: 0, holds: 0, said: "", gone: false}
activities:
  .Main:
    launcher: true
    body:
      column:
        padding: 16
        gap: 8
        children:
          - text: {id: count, text: "Taps {taps} holds {holds}"}
          - button: {id: pad, text: Pad, on_tap: [set: {taps: "{taps + 1}"}], on_long_tap: [set: {holds: "{holds + 1}"}]}
          - text: {id: said, text: "Said {said}", visible: said}
          - stack:
              children:
                - button: {id: below, text: Below, width: 200, height: 80, on_tap: [set: {said: below}]}
                - button: {id: above, text: Above, width: 200, height: 80, visible: not gone, on_tap: [set: {gone: true}]}
          - button: {id: swing, text: Swing, drift: {x: 40, y: 300, ms: 700, until: 3600000}, on_tap: [set: {said: swing}]}
"#;

pub(crate) async fn agent() -> Agent {
    let agent = Agent::with_app(declared(APP).expect("an app")).await;
    agent.done("connect", json!({ "packageName": "com.x.touch" })).await;
    agent
}

/// The middle of what has this id.
async fn middle(agent: &Agent, id: &str) -> (Value, Value) {
    let found = agent.done("find_element", json!({ "query": id, "exact": true })).await.json;
    (found["tapCoordinates"]["x"].clone(), found["tapCoordinates"]["y"].clone())
}

async fn shows(agent: &Agent, text: &str) {
    let screen = agent.screen().await;
    assert!(screen.contains(text), "{text} in {screen}");
}

/// Holds tap.1, tap.2, tap_element.1, targets.19.
#[tokio::test(start_paused = true)]
async fn a_tap_goes_to_a_point_or_an_element() {
    let agent = agent().await;
    let (x, y) = middle(&agent, "pad").await;
    let mut wire = Wire::of(&agent);
    let at_point = agent.done("tap", json!({ "x": x, "y": y })).await;
    assert_eq!(at_point.json["target"], format!("({x},{y})"));
    assert_eq!(json!(wire.touch()), json!([x, y]), "device pixels, as they were given");
    let by_id = agent.done("tap", json!({ "id": "pad" })).await;
    assert!(by_id.json["target"].as_str().is_some_and(|line| line.ends_with(" btn \"Pad\"")));
    agent.done("tap_element", json!({ "text": "Pad" })).await;
    shows(&agent, "Taps 3 holds 0").await;
    wire.inputs();
    for wrong in [json!({ "x": 1 }), json!({ "y": 1 }), json!({ "x": 1, "y": 1, "id": "pad" })] {
        assert_eq!(agent.refused("tap", wrong).await["code"], "INVALID_ARGUMENT");
    }
    assert_eq!(wire.inputs(), Vec::<String>::new(), "nothing was touched");
}

/// A read takes a real phone a second.
#[tokio::test(start_paused = true)]
async fn what_rests_is_read_once_before_a_tap_and_once_after() {
    let (agent, _) = Agent::in_shop().await;
    let mut record = Record::of(agent.phone.as_ref().expect("a phone"));
    for _ in 0..3 {
        agent.done("tap_element", json!({ "text": "Remember me" })).await;
        assert_eq!(record.begun("uiautomator dump").len(), 2, "the screen was read a moment ago");
    }
}

/// Holds long_press.1, long_press.2.
#[tokio::test(start_paused = true)]
async fn a_long_press_is_no_tap() {
    let agent = agent().await;
    let mut wire = Wire::of(&agent);
    agent.done("long_press", json!({ "id": "pad" })).await;
    shows(&agent, "Taps 0 holds 1").await;
    assert_eq!(wire.touch()[4], 1_000, "unless told");
    let (x, y) = middle(&agent, "pad").await;
    agent.done("long_press", json!({ "x": x, "y": y, "duration": 700 })).await;
    assert_eq!(json!(wire.touch()), json!([x, y, x, y, 700]));
    shows(&agent, "Taps 0 holds 2").await;
    for wrong in [0, 10_001] {
        let error = agent.refused("long_press", json!({ "id": "pad", "durationMs": wrong })).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{wrong}");
    }
}

/// Holds double_tap.1.
#[tokio::test(start_paused = true)]
async fn a_double_tap_is_two() {
    let agent = agent().await;
    agent.done("double_tap", json!({ "id": "pad" })).await;
    shows(&agent, "Taps 2 holds 0").await;
    let (x, y) = middle(&agent, "pad").await;
    agent.done("double_tap", json!({ "x": x, "y": y })).await;
    shows(&agent, "Taps 4 holds 0").await;
}

/// Holds swipe.3, swipe.4, swipe.6.
#[tokio::test(start_paused = true)]
async fn a_swipe_goes_from_point_to_point() {
    let agent = agent().await;
    let mut wire = Wire::of(&agent);
    agent.done("swipe", json!({ "x1": 500, "y1": 2000, "x2": 510, "y2": 1500 })).await;
    assert_eq!(wire.touch(), [500, 2000, 510, 1500, 300], "300 ms, unless told");
    let slow = json!({ "x1": 500, "y1": 2000, "x2": 500, "y2": 1500, "duration": 900 });
    agent.done("swipe", slow).await;
    assert_eq!(wire.touch()[4], 900);
    for wrong in [
        json!({}),
        json!({ "ref": "@b1" }),
        json!({ "x1": 1, "y1": 2, "x2": 3 }),
        json!({ "direction": "up", "x1": 1, "y1": 2, "x2": 3, "y2": 4 }),
        json!({ "direction": "up", "durationMs": 0 }),
        json!({ "x1": 1, "y1": 2, "x2": 3, "y2": 9_999 }),
    ] {
        assert_eq!(
            agent.refused("swipe", wrong.clone()).await["code"],
            "INVALID_ARGUMENT",
            "{wrong}"
        );
    }
    assert_eq!(wire.inputs(), Vec::<String>::new(), "nothing was touched");
}

/// Holds swipe.1, swipe.2.
#[tokio::test(start_paused = true)]
async fn a_direction_is_that_of_the_finger() {
    let agent = agent().await;
    let mut wire = Wire::of(&agent);
    for (direction, dx, dy) in [("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0)] {
        agent.done("swipe", json!({ "direction": direction })).await;
        let touch = wire.touch();
        let way = ((touch[2] - touch[0]).signum(), (touch[3] - touch[1]).signum());
        assert_eq!(way, (dx, dy), "{direction}: {touch:?}");
        assert!((touch[2] - touch[0]).abs() + (touch[3] - touch[1]).abs() > 500, "over the screen");
    }
    let pad = find_ref(&agent.screen().await, "\"Pad\"");
    wire.inputs();
    agent.done("swipe", json!({ "direction": "right", "elementId": pad })).await;
    let (_, y) = middle(&agent, "pad").await;
    let touch = wire.touch();
    assert_eq!((json!(touch[1]), json!(touch[3])), (y.clone(), y), "inside the element: {touch:?}");
}

/// Holds targets.22, tap_element.4, envelope.8.
#[tokio::test(start_paused = true)]
async fn what_lies_under_something_is_not_touched() {
    let agent = agent().await;
    let mut wire = Wire::of(&agent);
    let refused = agent.call("tap_element", json!({ "id": "below" })).await;
    assert!(refused.is_error);
    let error = &refused.json["error"];
    assert_eq!(error["code"], "ELEMENT_NOT_INTERACTABLE", "{error}");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("btn \"Above\" covers it"), "{message}");
    assert_eq!(refused.json["recovery"]["failure_class"], "ExecutionFailure");
    assert_eq!(wire.inputs(), Vec::<String>::new(), "nothing was touched");
}

/// Holds targets.23.
#[tokio::test(start_paused = true)]
async fn what_does_not_stop_moving_is_told() {
    let agent = agent().await;
    let error = agent.refused("tap_element", json!({ "id": "swing" })).await;
    assert_eq!(
        (&error["code"], &error["retryable"]),
        (&json!("ELEMENT_NOT_INTERACTABLE"), &json!(true))
    );
    assert!(error["message"].as_str().is_some_and(|why| why.contains("does not stop moving")));
}

/// Holds targets.1, targets.2, tap_element.2.
#[tokio::test(start_paused = true)]
async fn a_ref_decides_alone() {
    let agent = agent().await;
    let pad = find_ref(&agent.screen().await, "\"Pad\"");
    agent.done("tap_element", json!({ "ref": pad, "text": "Above", "index": 7 })).await;
    shows(&agent, "Taps 1 holds 0").await;
    for nothing in [json!({}), json!({ "index": 0 }), json!({ "ref": "Pad" })] {
        let error = agent.refused("tap_element", nothing.clone()).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{nothing}");
    }
}
