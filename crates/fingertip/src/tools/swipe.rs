//! `swipe`: move a finger over the screen.

use std::time::Duration;

use engine::{Action, Direction, Point, Swipe, Target};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::space::Space;
use super::words::words;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct SwipeTool;

/// Swipes over the screen, inside an element, or between two points. direction is that of the finger: up shows what is
/// further down. The effect is none at the end of a list.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Where the finger goes.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, value_parser = words::<Direction>())]
    direction: Option<Direction>,
    /// The element to swipe in, such as @s1.
    #[serde(rename = "ref")]
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["elementId"]))]
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// Where the finger starts, in pixels from the left.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    x1: Option<i32>,
    /// And from the top.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    y1: Option<i32>,
    /// Where it ends, from the left.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    x2: Option<i32>,
    /// And from the top.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    y2: Option<i32>,
    /// What the four numbers are pixels of: the device's display, or the last screenshot that you were sent.
    #[serde(default)]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long, default_value = "device", value_parser = words::<Space>())]
    space: Space,
    /// How long the finger takes, in milliseconds.
    #[serde(default = "three_hundred")]
    #[schemars(range(min = 1, max = 10_000), extend("x-brief" = "plain", "x-aliases" = ["duration"]))]
    #[arg(long, default_value_t = three_hundred())]
    duration_ms: u64,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

fn three_hundred() -> u64 {
    300
}

impl Tool for SwipeTool {
    const NAME: &'static str = "swipe";
    const TITLE: &'static str = "Swipe";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let lasting = Duration::from_millis(input.duration_ms.clamp(1, 10_000));
        let points = (input.x1, input.y1, input.x2, input.y2);
        let swipe = match (input.direction, points) {
            (Some(direction), (None, None, None, None)) => {
                let within = input.reference.as_deref().map(Target::parse_ref).transpose()?;
                Swipe::Across { direction, within, lasting }
            }
            (None, (Some(x1), Some(y1), Some(x2), Some(y2))) if input.reference.is_none() => {
                Swipe::Between { from: Point { x: x1, y: y1 }, to: Point { x: x2, y: y2 }, lasting }
            }
            _ => {
                return Err(Failure::invalid_argument(
                    "the way of the finger is not clear",
                    "give direction (and perhaps ref), or all of x1, y1, x2, y2",
                ));
            }
        };
        let act = input.space.place(cx, Action::Swipe(swipe)).await?;
        perform(cx, Self::NAME, act, input.how).await
    }
}
