//! `wait_for_ui`: wait exactly as long as needed.

use std::fmt;

use engine::{Check, Condition, ElementCheck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::target::TargetArgs;
use super::verdict::{Found, wait_for};
use super::words::words;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct WaitForUi;

/// Waits until an element exists, is gone, is visible or can be tapped, or until the screen is idle. When time is up, met
/// is false and the screen follows. No proof: verify with expect.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    /// What to wait for.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value = "exists", value_parser = words::<Condition>())]
    condition: Condition,
    /// How long, in milliseconds.
    #[serde(default = "ten_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = ten_seconds())]
    timeout_ms: u64,
    /// For older clients; how often is decided here.
    #[serde(rename = "pollIntervalMs")]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long = "poll-interval-ms", hide = true)]
    _poll_interval_ms: Option<u64>,
    /// For older clients; what was not seen is looked for again until the timeout.
    #[serde(rename = "retry")]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long = "retry", hide = true, value_name = "JSON", value_parser = parse_retry)]
    _retry: Option<Map<String, Value>>,
}

fn parse_retry(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn ten_seconds() -> u64 {
    10_000
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    met: bool,
    #[serde(flatten)]
    found: Found,
}

impl Tool for WaitForUi {
    const NAME: &'static str = "wait_for_ui";
    const TITLE: &'static str = "Wait for an element";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let check = if input.condition == Condition::Idle {
            Check::Idle
        } else {
            let (target, condition) = (input.target.target()?, input.condition);
            Check::Element(ElementCheck { target, condition })
        };
        let (met, found) = wait_for(cx, &check, input.timeout_ms).await?;
        Ok(Output { met, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let seen = self.found.matches(self.met);
        self.found.for_programs(self.met, [("status", seen["status"].clone()), ("observed", seen)])
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.met { "met" } else { "not met" }, self.found)
    }
}
