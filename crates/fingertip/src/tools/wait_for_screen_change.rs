//! `wait_for_screen_change`: wait until another screen is shown.

use std::fmt;

use engine::{Check, PlaceCheck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::verdict::{Found, wait_for};
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct WaitForScreenChange;

/// Waits until the screen is another one than previousFingerprint. Says nothing about which: verify with expect_screen.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The fingerprint before, from the header of a screen.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    previous_fingerprint: String,
    /// How long, in milliseconds.
    #[serde(default = "five_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = five_seconds())]
    timeout_ms: u64,
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
    met: bool,
    #[serde(flatten)]
    found: Found,
}

impl Tool for WaitForScreenChange {
    const NAME: &'static str = "wait_for_screen_change";
    const TITLE: &'static str = "Wait for another screen";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let fingerprint = Some(input.previous_fingerprint);
        let check = Check::Place(PlaceCheck { fingerprint, screen: None, differs: true });
        let (met, found) = wait_for(cx, &check, input.timeout_ms).await?;
        Ok(Output { met, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let observed = self.found.observed.clone().unwrap_or_default();
        let name = if self.met { "newFingerprint" } else { "lastFingerprint" };
        let told = [
            ("previousFingerprint", self.found.more["expected"]["fingerprint"].clone()),
            (name, observed["fingerprint"].clone()),
            ("elapsedMs", json!(self.found.waited_ms)),
            (
                "observed_screen",
                json!({ "fingerprint": observed["fingerprint"], "activity": observed["screen"] }),
            ),
        ];
        self.found.for_programs(self.met, told)
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.met { "met" } else { "not met" }, self.found)
    }
}
