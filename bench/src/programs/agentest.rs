//! AgenTest: its flow of one step answers with the screen where it changed.

use serde_json::{Value, json};

use super::fingertip::finger;
use super::{Call, Known, Launch, Place, Program, Step};
use crate::Outcome;

pub struct AgenTest;

impl Program for AgenTest {
    fn name(&self) -> &'static str {
        "agentest 0.1.2"
    }

    fn launch(&self, place: &Place) -> Launch {
        place.script("agentest", "agentest/dist/server.js", &[])
    }

    fn greeting(&self, serial: &str) -> Vec<Call> {
        // It waits half a minute for its helper on the phone, and goes on without.
        vec![Call::new(
            "agentest_connect",
            json!({ "deviceId": serial, "packageName": "com.android.settings" }),
        )]
    }

    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>> {
        Ok(vec![match step {
            // Connecting to another app would look for its helper again, half a minute each time.
            Step::Open(app) => Call::new("agentest_reset_app", json!({ "packageName": app })),
            Step::Tap(label) => {
                flow(&json!({ "action": "tap", "target": { "ref": known.reference(label)? } }))
            }
            Step::Type(label, text) => flow(&json!({
                "action": "type", "target": { "ref": known.reference(label)? }, "value": text
            })),
            Step::Scroll(way) => flow(&json!({ "action": "swipe", "direction": finger(way) })),
            Step::Back => flow(&json!({ "action": "press_key", "keycode": "KEYCODE_BACK" })),
        }])
    }

    fn look(&self) -> Call {
        Call::new("agentest_get_ui_tree", json!({}))
    }

    fn shows(&self, before: &str, answer: &str) -> Option<String> {
        let head = answer.lines().next().unwrap_or_default();
        let Ok(told) = serde_json::from_str::<Value>(head) else { return Some(answer.to_owned()) };
        if let Some(tree) = told["finalUiTree"].as_str() {
            return Some(tree.to_owned());
        }
        if told["screenChanged"] == false {
            return Some(before.to_owned());
        }
        answer.split_once('\n').map(|(_, screen)| screen.to_owned())
    }

    fn tap_at(&self, x: i32, y: i32) -> Call {
        flow(&json!({ "action": "tap_coordinates", "x": x, "y": y }))
    }

    fn find(&self, label: &str) -> Option<Call> {
        self.wait(label)
    }

    fn wait(&self, label: &str) -> Option<Call> {
        Some(flow(&json!({ "action": "assert_visible", "target": { "text": label } })))
    }

    fn picture(&self) -> Call {
        Call::new("agentest_screenshot", json!({}))
    }

    fn complaint<'a>(&self, answer: &'a str) -> Option<&'a str> {
        (answer.starts_with(r#"{"error""#) || answer.starts_with(r#"{"success":false"#))
            .then_some(answer)
    }
}

fn flow(step: &Value) -> Call {
    Call::new("agentest_run_flow", json!({ "steps": [step] }))
}
