//! `adjust_control`: a slider or stepper to a value.

use std::fmt;

use engine::{Adjust, Adjusted, Denial, Desk, Scale, ViewOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arrived::Known;
use super::caused::CausedTold;
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

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
pub(super) struct Output {
    /// The control stands where it should, and something shows it.
    success: bool,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    /// True, false, or `unknown`.
    reached: Known,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<f64>,
    /// What shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown_by: Option<String>,
    /// Gestures that were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempts: Option<u32>,
    /// `semantic` (nothing had to be done), `coordinate` or `gesture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    adjustment_mode: Option<&'static str>,
    #[serde(flatten)]
    caused: CausedTold,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    #[serde(skip)]
    screen: Option<String>,
}

impl Tool for AdjustControl {
    const NAME: &'static str = "adjust_control";
    const TITLE: &'static str = "Adjust a control";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let scale = match (input.min, input.max) {
            (Some(min), Some(max)) => Some(Scale { min, max }),
            (None, None) => None,
            _ => {
                let hint = "give both min and max, or neither";
                return Err(Failure::invalid_argument("a scale has two ends", hint));
            }
        };
        let adjust = Adjust {
            target: input.target.target()?,
            property: input.property,
            goal: input.target_value,
            tolerance: input.tolerance.unwrap_or_default(),
            scale,
            attempts: input.max_attempts.clamp(1, 20),
        };
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let adjusting = desk.adjust(&adjust, deadline);
        Ok(match cx.progress.during(adjusting, "adjusting").await {
            Ok(adjusted) => Output::of(&desk, &adjusted),
            Err(error) => Output::failed(&Failure::from(error)),
        })
    }
}

impl Output {
    fn of(desk: &Desk, adjusted: &Adjusted) -> Self {
        let delta = desk.changes_for(adjusted.before.revision, &adjusted.screen);
        let screen = delta.unwrap_or_else(|| adjusted.screen.text(ViewOptions::default()));
        let (actual, shown_by) = adjusted.actual.clone().unzip();
        let unknown = || {
            let (message, hint) = if adjusted.gestures == 0 {
                let hint =
                    "pass min and max, or property percent, and look with capture_screenshot";
                ("nothing on screen shows its value or its ends, so it was not touched", hint)
            } else {
                let hint = Denial::StateUnavailable.hint();
                ("it was moved, but nothing on screen shows where it stands", hint)
            };
            Failure::new(Denial::StateUnavailable.code(), message, hint).body(AdjustControl::NAME)
        };
        Self {
            success: adjusted.reached,
            action: AdjustControl::NAME,
            target: Some(adjusted.target.clone()),
            reached: if adjusted.reached { Known::Yes } else { Known::Not("unknown") },
            actual,
            shown_by,
            attempts: Some(adjusted.gestures),
            adjustment_mode: Some(adjusted.mode.into()),
            caused: CausedTold::of(&adjusted.caused),
            error: (!adjusted.reached).then(unknown),
            screen: (adjusted.gestures > 0).then_some(screen),
        }
    }

    fn failed(failure: &Failure) -> Self {
        Self {
            success: false,
            action: AdjustControl::NAME,
            target: None,
            reached: Known::No,
            actual: None,
            shown_by: None,
            attempts: None,
            adjustment_mode: None,
            caused: CausedTold::default(),
            error: Some(failure.body(AdjustControl::NAME)),
            screen: None,
        }
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.screen.as_deref()
    }

    fn failed(&self) -> bool {
        !self.success
    }

    fn old_names(&self) -> Map<String, Value> {
        super::failure::old_names(self.error.as_ref())
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            let part = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            return write!(f, "{}: {}\nhint: {}", part("code"), part("message"), part("hint"));
        }
        let target = self.target.as_deref().unwrap_or_default();
        write!(f, "{target} stands at {}{}", self.actual.unwrap_or_default(), self.caused)?;
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}
