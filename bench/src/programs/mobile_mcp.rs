//! mobile-mcp through adb alone: reading the screen its other way costs it five seconds in vain on this phone.

use serde_json::json;

use super::fingertip::finger;
use super::{Call, Known, Launch, Place, Program, Step};
use crate::Outcome;

#[derive(Default)]
pub struct MobileMcp {
    pub serial: String,
}

impl Program for MobileMcp {
    fn name(&self) -> &'static str {
        "mobile-mcp 1.0.4"
    }

    fn launch(&self, place: &Place) -> Launch {
        place
            .script("mobile-mcp", "@mobilenext/mobile-mcp/lib/index.js", &[])
            .with("MOBILEMCP_LEGACY_ROBOT", "1")
            .with("MOBILEMCP_DISABLE_TELEMETRY", "1")
    }

    fn greeting(&self, _serial: &str) -> Vec<Call> {
        vec![Call::new("mobile_list_available_devices", json!({}))]
    }

    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>> {
        let device = &self.serial;
        let tap = |label: &str| -> Outcome<Call> {
            let (x, y) = middle(known.line(label)?)?;
            Ok(Call::new(
                "mobile_click_on_screen_at_coordinates",
                json!({ "device": device, "x": x, "y": y }),
            ))
        };
        Ok(match step {
            Step::Open(app) => vec![Call::new(
                "mobile_launch_app",
                json!({ "device": device, "packageName": app }),
            )],
            Step::Tap(label) => vec![tap(label)?],
            Step::Type(label, text) => {
                let typing = json!({ "device": device, "text": text, "submit": false });
                vec![tap(label)?, Call::new("mobile_type_keys", typing)]
            }
            Step::Scroll(way) => vec![Call::new(
                "mobile_swipe_on_screen",
                json!({ "device": device, "direction": finger(way), "distance": 1200 }),
            )],
            Step::Back => vec![Call::new(
                "mobile_press_button",
                json!({ "device": device, "button": "BACK" }),
            )],
        })
    }

    fn look(&self) -> Call {
        Call::new("mobile_list_elements_on_screen", json!({ "device": self.serial }))
    }

    fn shows(&self, _before: &str, answer: &str) -> Option<String> {
        answer.starts_with("One element per line").then(|| answer.to_owned())
    }

    fn tap_at(&self, x: i32, y: i32) -> Call {
        Call::new(
            "mobile_click_on_screen_at_coordinates",
            json!({ "device": self.serial, "x": x, "y": y }),
        )
    }

    fn find(&self, _label: &str) -> Option<Call> {
        None
    }

    fn wait(&self, _label: &str) -> Option<Call> {
        None
    }

    fn picture(&self) -> Call {
        Call::new("mobile_take_screenshot", json!({ "device": self.serial }))
    }
}

/// The middle of what a line says it covers: `at=63,614 size=954x147`.
fn middle(line: &str) -> Outcome<(i32, i32)> {
    let part = |name: &str, between: char| -> Option<(i32, i32)> {
        let rest = &line[line.find(name)? + name.len()..];
        let (one, other) = rest.split_whitespace().next()?.split_once(between)?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    let places = part("at=", ',').zip(part("size=", 'x'));
    let ((x, y), (width, height)) = places.ok_or_else(|| format!("no place in {line:?}"))?;
    Ok((x + width / 2, y + height / 2))
}
