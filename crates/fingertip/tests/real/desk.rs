//! A desk: an agent, the phone that it drives for what is no tool (activities by name, turning), and cases that each begin anew.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::phones::{Phones, apks};

pub(crate) struct Desk {
    pub(crate) agent: Agent,
    pub(crate) phones: Phones,
    package: &'static str,
}

pub(crate) type Case = (&'static str, fn(&mut Desk));

impl Desk {
    /// Runs every case on the app's first screen, and says which failed.
    pub(crate) fn run(variable: &str, package: &'static str, first: &str, cases: &[Case]) {
        let Some(apks) = apks(&[variable]) else { return };
        Self::run_on(Phones::start(1, &apks), package, first, cases);
    }

    pub(crate) fn run_on(phones: Phones, package: &'static str, first: &str, cases: &[Case]) {
        let agent = Agent::on(&phones, 0, package);
        let mut desk = Self { agent, phones, package };
        let chosen = std::env::var("FINGERTIP_CASE").unwrap_or_default();
        let mut failed = Vec::new();
        for (name, case) in cases.iter().filter(|(name, _)| name.contains(&chosen)) {
            let run = AssertUnwindSafe(|| {
                // Upright and in a new task: nothing of the case before is left.
                desk.turn(0);
                desk.open(&format!("{first} -f 0x10008000"));
                desk.agent.patiently("connect", json!({ "packageName": package }));
                case(&mut desk);
            });
            if catch_unwind(run).is_err() {
                let screen = desk.agent.call("get_ui_tree", json!({}));
                failed.push(format!("{name}, on\n{}", screen.screen));
            }
        }
        assert!(failed.is_empty(), "{} failed: {}", failed.len(), failed.join("\n"));
        desk.phones.end();
    }

    /// Starts an activity by name.
    pub(crate) fn open(&mut self, activity: &str) {
        let start = format!("am start -W -n {}/{activity}", self.package);
        let started = self.phones.shell(0, &start);
        // On a busy machine it may say that it took too long; it goes on all the same.
        assert!(started.contains("Complete"), "{started}");
    }

    /// Turns the display, by quarters.
    pub(crate) fn turn(&mut self, rotation: u8) {
        let turn = format!(
            "settings put system accelerometer_rotation 0; settings put system user_rotation {rotation}"
        );
        assert_eq!(self.phones.shell(0, &turn), "");
    }

    /// Which activity is in front.
    pub(crate) fn front(&mut self) -> String {
        let screen = self.agent.done("get_current_screen", json!({})).json;
        assert_eq!(screen["package"], self.package);
        screen["activity"].as_str().unwrap_or_default().replace(self.package, "")
    }

    /// Every node of the screen, outer ones first.
    pub(crate) fn nodes(&mut self) -> Vec<Value> {
        let full = self.agent.done("get_ui_tree", json!({ "format": "full" })).json;
        let mut waiting = vec![full["tree"].clone()];
        let mut nodes = Vec::new();
        while let Some(mut node) = waiting.pop() {
            let children = node["children"].take();
            waiting.extend(children.as_array().into_iter().flatten().rev().cloned());
            nodes.push(node);
        }
        nodes
    }

    /// The text of what has this id.
    pub(crate) fn text(&mut self, id: &str) -> String {
        let id = format!("{}:id/{id}", self.package);
        let found = self.nodes().into_iter().find(|node| node["id"] == id.as_str());
        found.map(|node| node["text"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
    }
}
