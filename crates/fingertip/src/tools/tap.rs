//! `tap`: touch a point or an element.

use engine::{Action, Point, Target};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct Tap;

/// Taps an element, or the point x, y in device pixels. Prefer an element. Success means that the device
/// took the tap; verify the outcome with an expect tool.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Pixels from the left.
    #[arg(long)]
    x: Option<i32>,
    /// Pixels from the top.
    #[arg(long)]
    y: Option<i32>,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

impl Tool for Tap {
    const NAME: &'static str = "tap";
    const TITLE: &'static str = "Tap";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let target = match (input.x, input.y, input.target.is_empty()) {
            (Some(x), Some(y), true) => Target::Point(Point { x, y }),
            (None, None, _) => input.target.target()?,
            _ => {
                return Err(Failure::invalid_argument(
                    "the target is not clear",
                    "give both x and y, or an element, but not both",
                ));
            }
        };
        act(cx, Self::NAME, Action::Tap(target), input.how).await
    }
}
