//! `adjust_control`: a slider or stepper to a value.

use std::fmt;

use engine::{Adjust, Adjusted, Denial, Scale};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::act::{ActArgs, Acted};
use super::arrived::Known;
use super::envelope::{Envelope, Verbose};
use super::older_names::names;
use super::pursued::{Goal, Pursued};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct AdjustControl;

/// Sets a slider or stepper; success means that what shows its value shows targetValue. Where nothing shows it, reached is
/// unknown.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
    /// Where it should stand, in the units that are shown.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, allow_negative_numbers = true)]
    target_value: f64,
    /// value, raw_value, or percent of the track.
    #[serde(default = "value")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value = "value")]
    property: String,
    /// How far off it may be; nothing, unless told.
    #[schemars(range(min = 0.0), extend("x-brief" = "plain"))]
    #[arg(long)]
    tolerance: Option<f64>,
    /// Rounds of at most two gestures.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 20), extend("x-brief" = "hidden"))]
    #[arg(long, default_value_t = three())]
    max_attempts: u32,
    /// Its lowest value, where the device does not say it; with max.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, allow_negative_numbers = true)]
    min: Option<f64>,
    /// Its highest value.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, allow_negative_numbers = true)]
    max: Option<f64>,
}

fn value() -> String {
    "value".to_owned()
}

fn three() -> u32 {
    3
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Set {
    /// True, false, or `unknown`.
    reached: Known,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<f64>,
    /// What shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown_by: Option<String>,
    /// Gestures that were made.
    attempts: u32,
    /// `semantic` (nothing had to be done), `coordinate` or `gesture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    adjustment_mode: Option<&'static str>,
    #[serde(skip)]
    wanted: Wanted,
}

/// Where it should stand.
#[derive(Debug, Clone)]
struct Wanted {
    property: String,
    value: f64,
    tolerance: f64,
}

impl Tool for AdjustControl {
    const NAME: &'static str = "adjust_control";
    const TITLE: &'static str = "Adjust a control";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Pursued<Set>;

    async fn run(cx: &Cx, input: Input) -> Result<Pursued<Set>, Failure> {
        let scale = match (input.min, input.max) {
            (Some(min), Some(max)) => Some(Scale { min, max }),
            (None, None) => None,
            _ => {
                let hint = "give both min and max, or neither";
                return Err(Failure::invalid_argument("a scale has two ends", hint));
            }
        };
        let tolerance = input.tolerance.unwrap_or_default();
        let wanted =
            Wanted { property: input.property.clone(), value: input.target_value, tolerance };
        let adjust = Adjust {
            target: input.target.target()?,
            property: input.property,
            goal: input.target_value,
            tolerance,
            scale,
            attempts: input.max_attempts.clamp(1, 20),
        };
        let how = input.how.how()?;
        let deadline = cx.deadline_for_goal();
        let desk = cx.desk(deadline).await?;
        let verbose = Verbose::of(input.how.verbose, &desk, deadline).await;
        // It is large.
        let adjusting = Box::pin(desk.adjust(&adjust, &how, deadline));
        let pursued = cx.progress.during(adjusting, "adjusting").await;
        let (trace, attempts) = (&pursued.trace, pursued.rounds);
        let outcome = pursued.outcome.as_ref().map(|(receipt, _)| receipt);
        let envelope = Envelope::of(cx, Self::NAME, trace, outcome, &verbose);
        Ok(match pursued.outcome {
            Ok((receipt, adjusted)) if adjusted.reached => {
                let acted = Acted::of(cx, Self::NAME, &desk, receipt, envelope);
                Pursued { acted, goal: Set::of(adjusted, attempts, wanted) }
            }
            Ok((receipt, adjusted)) => {
                let envelope = envelope.denied(Self::NAME, trace, Denial::StateUnavailable);
                let acted = Acted::of(cx, Self::NAME, &desk, receipt, envelope);
                let goal = Set::of(adjusted, attempts, wanted);
                Pursued { acted: acted.denied(&unknown(attempts)), goal }
            }
            Err(error) => {
                let acted = Acted::refused(Self::NAME, &Failure::from(error), envelope);
                Pursued { acted, goal: Set::not(attempts, wanted) }
            }
        })
    }
}

impl Set {
    fn of(adjusted: Adjusted, attempts: u32, wanted: Wanted) -> Self {
        let (actual, shown_by) = adjusted.actual.unzip();
        Self {
            reached: if adjusted.reached { Known::Yes } else { Known::Not("unknown") },
            actual,
            shown_by,
            adjustment_mode: Some(adjusted.mode.into()),
            ..Self::not(attempts, wanted)
        }
    }

    fn not(attempts: u32, wanted: Wanted) -> Self {
        Self {
            reached: Known::No,
            actual: None,
            shown_by: None,
            attempts,
            adjustment_mode: None,
            wanted,
        }
    }
}

/// Nothing on screen tells whether it was reached.
fn unknown(attempts: u32) -> Failure {
    let (message, hint) = if attempts == 0 {
        let hint = "pass min and max, or property percent, and look with capture_screenshot";
        ("nothing on screen shows its value or its ends, so it was not touched", hint)
    } else {
        let hint = Denial::StateUnavailable.hint();
        ("it was moved, but nothing on screen shows where it stands", hint)
    };
    Failure::new(Denial::StateUnavailable.code(), message, hint)
}

impl Goal for Set {
    fn show(&self, target: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{target} stands at {}", self.actual.unwrap_or_default())
    }

    fn old_names(&self) -> Map<String, Value> {
        let Wanted { property, value, tolerance } = &self.wanted;
        let reached = matches!(self.reached, Known::Yes);
        let actual = self.actual.map(|actual| json!({ "property": property, "value": actual }));
        names([
            (
                "target_state",
                json!({ "property": property, "target_value": value, "tolerance": tolerance }),
            ),
            ("actual_state", json!(actual)),
            ("within_tolerance", json!(reached)),
            ("converged", json!(reached)),
        ])
    }
}
