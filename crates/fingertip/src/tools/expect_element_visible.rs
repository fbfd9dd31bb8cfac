//! `expect_element_visible`: the verdict on an outcome.

use std::fmt;

use engine::{Check, Condition, ElementCheck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::target::TargetArgs;
use super::verdict::{Found, decide};
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ExpectElementVisible;

/// Decides whether an element is visible: verified is the answer. Before a no it looks again until the timeout, and then
/// shows the screen.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    /// How long to give it, in milliseconds.
    #[serde(default = "five_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = five_seconds())]
    timeout_ms: u64,
    /// For older clients, to whom it says nothing beside a selector.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    element_id: Option<String>,
    /// For older clients; how often is decided here.
    #[serde(rename = "pollIntervalMs")]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long = "poll-interval-ms", hide = true)]
    _poll_interval_ms: Option<u64>,
}

fn five_seconds() -> u64 {
    5_000
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    verified: bool,
    #[serde(flatten)]
    found: Found,
}

impl Tool for ExpectElementVisible {
    const NAME: &'static str = "expect_element_visible";
    const TITLE: &'static str = "Expect an element to be visible";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let mut target = input.target;
        if target.is_empty() {
            target.reference = input.element_id;
        }
        let (target, condition) = (target.target()?, Condition::Visible);
        let check = Check::Element(ElementCheck { target, condition });
        let (verified, found) = decide(cx, &check, input.timeout_ms).await?;
        Ok(Output { verified, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let seen = self.found.matches(self.verified);
        let condition = Value::from("visible");
        self.found
            .for_programs(self.verified, [("expected_condition", condition), ("observed", seen)])
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.verified { "verified" } else { "not verified" }, self.found)
    }
}
