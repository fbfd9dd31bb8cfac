//! `expect_screen`: is this the screen.

use std::fmt;
use std::time::Duration;

use engine::{Check, Deadline, PlaceCheck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::verdict::evidence;
use super::{Cx, Effect, Failure, Output as Answer, Tool, older_names};

pub(super) struct ExpectScreen;

/// Decides whether a screen is shown: by its fingerprint (its first 6 characters or more), else by what the app calls it.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// From the header of a screen, without #.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    fingerprint: Option<String>,
    /// Such as ProductsActivity.
    #[arg(long)]
    screen: Option<String>,
    /// How long it may take to come, in milliseconds.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = 0)]
    timeout_ms: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    verified: bool,
    observed_screen: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
    #[serde(skip)]
    screen: Option<String>,
    /// How the verdict came about, for programs.
    #[serde(skip)]
    more: Map<String, Value>,
}

impl Tool for ExpectScreen {
    const NAME: &'static str = "expect_screen";
    const TITLE: &'static str = "Expect a screen";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (fingerprint, screen) = (given(input.fingerprint), given(input.screen));
        let check = Check::Place(PlaceCheck { fingerprint, screen, differs: false });
        let deadline = Deadline::after(Duration::from_millis(input.timeout_ms));
        let desk = cx.desk(cx.deadline()).await?;
        let deciding = desk.expect(&check, deadline);
        let verdict = cx.progress.during(deciding, "waiting for the screen").await?;
        let more = evidence(&verdict);
        let screen = (!verdict.met).then(|| cx.told_whole(&desk, &verdict.screen));
        Ok(Output {
            more,
            verified: verdict.met,
            observed_screen: verdict.observed.unwrap_or_default(),
            reason: verdict.reason,
            code: verdict.code.map(engine::Denial::code),
            hint: verdict.code.map(engine::Denial::hint),
            revision: verdict.screen.revision,
            screen,
        })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let claim = &self.more["expected"];
        let (fingerprint, screen) = (&claim["fingerprint"], &claim["screen"]);
        let basis = if fingerprint.is_null() { "screen" } else { "fingerprint" };
        let mut told = self.more.clone();
        told.extend(older_names::of_verdict(self.verified, self.code));
        told.extend(older_names::names([
            ("expected_screen", json!({ "fingerprint": fingerprint, "screen": screen })),
            ("confidence", json!(u8::from(self.verified))),
            ("comparison", json!({ "basis": basis, "matched": self.verified })),
        ]));
        told
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.verified { "yes" } else { "no" }, self.observed_screen)?;
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}
