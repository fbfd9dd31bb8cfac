//! `double_tap`: touch twice in quick succession.

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::aim::AimArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct DoubleTap;

/// Taps an element, or the point x, y, twice in quick succession.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    aim: AimArgs,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

impl Tool for DoubleTap {
    const NAME: &'static str = "double_tap";
    const TITLE: &'static str = "Double tap";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let act = input.aim.space.place(cx, Action::DoubleTap(input.aim.target()?)).await?;
        perform(cx, Self::NAME, act, input.how).await
    }
}
