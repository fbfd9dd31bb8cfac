//! `long_press`: touch and hold.

use std::time::Duration;

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::aim::AimArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct LongPress;

/// Touches an element, or the point x, y, and holds.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    aim: AimArgs,
    /// How long to hold.
    #[serde(default = "one_second")]
    #[schemars(range(min = 1, max = 10_000), extend("x-brief" = "plain", "x-aliases" = ["duration"]))]
    #[arg(long, default_value_t = one_second())]
    duration_ms: u64,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

fn one_second() -> u64 {
    1_000
}

impl Tool for LongPress {
    const NAME: &'static str = "long_press";
    const TITLE: &'static str = "Long press";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let lasting = Duration::from_millis(input.duration_ms.clamp(1, 10_000));
        let action = Action::LongPress { at: input.aim.target()?, lasting };
        let act = input.aim.space.place(cx, action).await?;
        perform(cx, Self::NAME, act, input.how).await
    }
}
