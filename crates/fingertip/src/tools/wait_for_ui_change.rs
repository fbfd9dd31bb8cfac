//! `wait_for_ui_change`: wait until anything on the screen changes.

use std::fmt;

use engine::{Change, ChangeCheck, Check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::verdict::{Found, wait_for};
use super::words::words;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct WaitForUiChange;

/// Waits until the screen has changed since a revision, or since now, and rests.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Which kind of change; any, unless told.
    #[schemars(with = "Option<String>", extend("x-brief" = "plain", "enum" = ["hierarchy_diff", "text_change", "state_change"]))]
    #[arg(long, value_parser = words::<Change>())]
    expected_change: Option<Change>,
    /// The revision to compare with.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["sinceRevision"]))]
    #[arg(long)]
    since: Option<u64>,
    /// How long, in milliseconds.
    #[serde(default = "ten_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = ten_seconds())]
    timeout_ms: u64,
    /// For older clients; rest is decided by two reads that agree.
    #[serde(rename = "stabilityWindowMs")]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long = "stability-window-ms", hide = true)]
    _stability_window_ms: Option<u64>,
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

impl Tool for WaitForUiChange {
    const NAME: &'static str = "wait_for_ui_change";
    const TITLE: &'static str = "Wait for a change";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let check = Check::Change(ChangeCheck::new(input.expected_change, input.since));
        let (met, found) = wait_for(cx, &check, input.timeout_ms).await?;
        Ok(Output { met, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let change = self.found.observed.as_ref().map(|observed| observed["change"].clone());
        let told = [
            ("observed_change", change.unwrap_or_default()),
            ("timeout", json!(!self.met)),
            ("elapsed_ms", json!(self.found.waited_ms)),
        ];
        self.found.for_programs(self.met, told)
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.met { "met" } else { "not met" }, self.found)
    }
}
