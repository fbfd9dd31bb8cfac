//! `expect_element_visible`: the verdict on an outcome.

use std::fmt;

use engine::Condition;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target::TargetArgs;
use super::verdict::{Found, wait_for};
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ExpectElementVisible;

/// Proves that an element is visible, or that it is not: verified is the authoritative answer to whether
/// the outcome happened. It looks again until the timeout before it says no, and then shows the screen.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    /// How long to give it, in milliseconds.
    #[serde(default = "five_seconds")]
    #[schemars(range(max = 55_000))]
    #[arg(long, default_value_t = five_seconds())]
    timeout_ms: u64,
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
        let (verified, found) =
            wait_for(cx, &input.target, Condition::Visible, input.timeout_ms).await?;
        Ok(Output { verified, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.verified { "verified" } else { "not verified" }, self.found)
    }
}
