//! `tap`: touch a point or an element.

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::aim::AimArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct Tap;

/// Taps the point x, y in device pixels, or an element. Prefer tap_element: it finds the element anew.
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

impl Tool for Tap {
    const NAME: &'static str = "tap";
    const TITLE: &'static str = "Tap";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let act = input.aim.space.place(cx, Action::Tap(input.aim.target()?)).await?;
        perform(cx, Self::NAME, act, input.how).await
    }
}
