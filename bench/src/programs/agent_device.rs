//! agent-device, with a stand-in for the helper that it runs on phones: one that answers in the helper's words with
//! what `uiautomator dump` says. What is leanest of it: an action without its difference, then a snapshot.

use serde_json::{Value, json};

use super::place::text;
use super::{Call, Known, Launch, Place, Program, Step, Way};
use crate::Outcome;

#[derive(Default)]
pub struct AgentDevice {
    pub serial: String,
}

impl Program for AgentDevice {
    fn name(&self) -> &'static str {
        "agent-device 0.21.5"
    }

    fn launch(&self, place: &Place) -> Launch {
        let sdk = text(&place.stand_in);
        let path = std::env::var("PATH").unwrap_or_default();
        place
            .script("agent-device", "agent-device/bin/agent-device.mjs", &["mcp"])
            .with("ANDROID_HOME", &sdk)
            .with("ANDROID_SDK_ROOT", &sdk)
            .with("PATH", &format!("{sdk}/platform-tools:{path}"))
            .with("AGENT_DEVICE_NO_UPDATE_NOTIFIER", "1")
    }

    fn greeting(&self, serial: &str) -> Vec<Call> {
        vec![Call::new(
            "open",
            json!({ "platform": "android", "serial": serial, "app": "com.android.settings" }),
        )]
    }

    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>> {
        // Its snapshot gathers the labels of a list in one line: they have no ref.
        let target = |label: &str| -> Outcome<Value> {
            known.line(label)?;
            Ok(json!({ "kind": "selector", "selector": format!("label=\"{label}\"") }))
        };
        Ok(vec![match step {
            Step::Open(app) => Call::new("open", json!({ "app": app })),
            Step::Tap(label) => Call::new("press", json!({ "target": target(label)? })),
            Step::Type(label, text) => {
                Call::new("fill", json!({ "target": target(label)?, "text": text }))
            }
            Step::Scroll(Way::Down) => Call::new("scroll", json!({ "direction": "down" })),
            Step::Scroll(Way::Up) => Call::new("scroll", json!({ "direction": "up" })),
            Step::Back => Call::new("back", json!({})),
        }])
    }

    fn look(&self) -> Call {
        Call::new("snapshot", json!({}))
    }

    fn shows(&self, before: &str, answer: &str) -> Option<String> {
        if answer.contains("\nSnapshot unchanged since ") {
            return Some(before.to_owned());
        }
        answer.contains("\nSnapshot: ").then(|| answer.to_owned())
    }

    fn tap_at(&self, x: i32, y: i32) -> Call {
        Call::new("press", json!({ "target": { "kind": "point", "x": x, "y": y } }))
    }

    fn find(&self, label: &str) -> Option<Call> {
        Some(Call::new("find", json!({ "locator": "text", "query": label, "action": "exists" })))
    }

    fn wait(&self, label: &str) -> Option<Call> {
        Some(Call::new("wait", json!({ "kind": "text", "text": label })))
    }

    fn picture(&self) -> Call {
        Call::new("screenshot", json!({}))
    }

    fn adopt(&self, package: &str, activity: &str) -> Option<Call> {
        Some(Call::new("open", json!({ "app": package, "activity": activity })))
    }
}
