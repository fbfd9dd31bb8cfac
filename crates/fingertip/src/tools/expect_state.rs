//! `expect_state`: is a property of an element what it should be.

use std::fmt;

use clap::builder::{StringValueParser, TypedValueParser as _};
use engine::{Check, StateCheck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::target::TargetArgs;
use super::verdict::{Found, decide};
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ExpectState;

/// Decides whether a property of an element has a value: checked, enabled, focused, expanded, selected, text_value,
/// value, percent, text or label.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    /// Which property.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    property: String,
    /// What it should be: true, a number or a text.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, value_name = "JSON", value_parser = StringValueParser::new().map(|text| parse_expected(&text)))]
    expected: Value,
    /// How far a number may be off.
    #[serde(default)]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long, default_value = "0.0")]
    tolerance: f64,
    /// How long it may take to come true, in milliseconds.
    #[serde(default = "two_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = two_seconds())]
    timeout_ms: u64,
}

fn two_seconds() -> u64 {
    2_000
}

/// What is no JSON is a text.
fn parse_expected(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    verified: bool,
    #[serde(flatten)]
    found: Found,
}

impl Tool for ExpectState {
    const NAME: &'static str = "expect_state";
    const TITLE: &'static str = "Expect a state";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let check = Check::State(StateCheck {
            target: input.target.target()?,
            stand_in: input.target.stand_in()?,
            property: input.property,
            expected: input.expected,
            tolerance: input.tolerance,
        });
        let (verified, found) = decide(cx, &check, input.timeout_ms).await?;
        Ok(Output { verified, found })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.found.screen.as_deref()
    }

    fn old_names(&self) -> Map<String, Value> {
        let claim = &self.found.more["expected"];
        let expected = json!({ "property": claim["property"], "expected": claim["expected"] });
        let observed = self.found.observed.clone().unwrap_or_default();
        let told = [("expected_state", expected), ("observed_state", observed)];
        self.found.for_programs(self.verified, told)
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.verified { "yes" } else { "no" }, self.found)
    }
}
