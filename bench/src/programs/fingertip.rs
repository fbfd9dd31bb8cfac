//! Ours.

use std::cell::RefCell;

use serde_json::json;

use super::{Call, Known, Launch, Place, Program, Step, Way};
use crate::Outcome;

#[derive(Default)]
pub struct Fingertip {
    /// Every screen that the agent came to know.
    known: RefCell<Vec<String>>,
}

impl Program for Fingertip {
    fn name(&self) -> &'static str {
        "fingertip"
    }

    fn launch(&self, place: &Place) -> Launch {
        Launch {
            program: place.fingertip.clone(),
            arguments: vec!["mcp".to_owned()],
            environment: Vec::new(),
        }
    }

    fn greeting(&self, serial: &str) -> Vec<Call> {
        // From here on, this is the device that is meant.
        vec![Call::new(
            "connect",
            json!({ "deviceId": serial, "packageName": "com.android.settings" }),
        )]
    }

    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>> {
        Ok(vec![match step {
            Step::Open(app) => Call::new("connect", json!({ "packageName": app })),
            Step::Tap(label) => Call::new("tap_element", json!({ "ref": known.reference(label)? })),
            Step::Type(label, text) => {
                Call::new("type_text", json!({ "ref": known.reference(label)?, "text": text }))
            }
            Step::Scroll(way) => Call::new("swipe", json!({ "direction": finger(way) })),
            Step::Back => Call::new("press_back", json!({})),
        }])
    }

    fn look(&self) -> Call {
        Call::new("get_ui_tree", json!({}))
    }

    fn shows(&self, before: &str, answer: &str) -> Option<String> {
        let lines: Vec<&str> = answer.lines().filter(|line| !line.starts_with('{')).collect();
        let Some(header) = lines.first() else {
            // The screen stayed as it was, and the receipt says so.
            return answer.contains(r#""effect":"none""#).then(|| before.to_owned());
        };
        let text = lines.join("\n");
        let mut known = self.known.borrow_mut();
        let screen = match header.split_once(" since r") {
            Some((_, since)) => {
                let number = since.split([' ', ':']).next().unwrap_or_default();
                let is_it = |screen: &&String| {
                    screen
                        .lines()
                        .next()
                        .is_some_and(|header| header.ends_with(&format!(" r{number}")))
                };
                judge::follow(known.iter().rfind(is_it)?, &text)
            }
            None if header.contains(" unchanged") => before.to_owned(),
            None => text,
        };
        known.push(screen.clone());
        Some(screen)
    }

    fn tap_at(&self, x: i32, y: i32) -> Call {
        Call::new("tap", json!({ "x": x, "y": y, "settle": "none" }))
    }

    fn find(&self, label: &str) -> Option<Call> {
        Some(Call::new("find_element", json!({ "query": label })))
    }

    fn wait(&self, label: &str) -> Option<Call> {
        Some(Call::new("wait_for_ui", json!({ "text": label, "condition": "visible" })))
    }

    fn picture(&self) -> Call {
        Call::new("capture_screenshot", json!({}))
    }
}

/// The finger goes where the content comes from.
pub(super) fn finger(way: Way) -> &'static str {
    match way {
        Way::Down => "up",
        Way::Up => "down",
    }
}
