//! The answer of a goal: an action whose success means that the goal is reached, and what is known of that.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Output;
use super::act::Acted;

/// What a goal adds to the answer of an action.
pub(super) trait Goal: Serialize + JsonSchema + Send {
    /// What was reached, for people.
    fn show(&self, target: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// What it was called by older servers.
    fn old_names(&self) -> Map<String, Value> {
        Map::new()
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Pursued<G> {
    #[serde(flatten)]
    pub(super) acted: Acted,
    #[serde(flatten)]
    pub(super) goal: G,
}

impl<G: Goal> Output for Pursued<G> {
    fn screen(&self) -> Option<&str> {
        self.acted.screen()
    }

    fn failed(&self) -> bool {
        self.acted.failed()
    }

    fn old_names(&self) -> Map<String, Value> {
        let mut names = self.acted.old_names();
        names.extend(self.goal.old_names());
        names
    }
}

impl<G: Goal> fmt::Display for Pursued<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.failed() {
            return write!(f, "{}", self.acted);
        }
        self.goal.show(self.acted.target(), f)?;
        self.acted.write_consequences(f)
    }
}
