//! claude-in-mobile.

use serde_json::json;

use super::fingertip::finger;
use super::{Call, Known, Launch, Place, Program, Step};
use crate::Outcome;

pub struct ClaudeInMobile;

impl Program for ClaudeInMobile {
    fn name(&self) -> &'static str {
        "claude-in-mobile 4.4.1"
    }

    fn launch(&self, place: &Place) -> Launch {
        place.script("claude-in-mobile", "claude-in-mobile/bin.mjs", &[])
    }

    fn greeting(&self, serial: &str) -> Vec<Call> {
        vec![Call::new(
            "device",
            json!({ "action": "set", "deviceId": serial, "platform": "android" }),
        )]
    }

    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>> {
        let tap = |label: &str| -> Outcome<Call> {
            let index = index(known.line(label)?)?;
            Ok(Call::new("input", json!({ "action": "tap", "index": index, "hints": false })))
        };
        Ok(match step {
            Step::Open(app) => {
                vec![Call::new("app", json!({ "action": "launch", "package": app }))]
            }
            Step::Tap(label) => vec![tap(label)?],
            Step::Type(label, text) => {
                let typing = json!({ "action": "text", "text": text, "hints": false });
                vec![tap(label)?, Call::new("input", typing)]
            }
            Step::Scroll(way) => {
                let swipe = json!({ "action": "swipe", "direction": finger(way), "hints": false });
                vec![Call::new("input", swipe)]
            }
            Step::Back => {
                vec![Call::new("input", json!({ "action": "key", "key": "BACK", "hints": false }))]
            }
        })
    }

    fn look(&self) -> Call {
        Call::new("ui", json!({ "action": "tree", "fresh": true }))
    }

    fn shows(&self, _before: &str, answer: &str) -> Option<String> {
        answer.starts_with('[').then(|| answer.to_owned())
    }

    fn tap_at(&self, x: i32, y: i32) -> Call {
        Call::new("input", json!({ "action": "tap", "x": x, "y": y, "hints": false }))
    }

    fn find(&self, label: &str) -> Option<Call> {
        Some(Call::new("ui", json!({ "action": "find", "text": label })))
    }

    fn wait(&self, label: &str) -> Option<Call> {
        Some(Call::new("ui", json!({ "action": "wait", "text": label })))
    }

    fn picture(&self) -> Call {
        Call::new("screen", json!({ "action": "capture" }))
    }
}

/// The number that a line begins with: `[15] <Button> …`.
fn index(line: &str) -> Outcome<u32> {
    let number = line.trim_start().strip_prefix('[').and_then(|rest| rest.split(']').next());
    let number = number.and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("no number in {line:?}").into())
}
