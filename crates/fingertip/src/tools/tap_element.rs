//! `tap_element`: touch an element.

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct TapElement;

/// Taps an element by ref or by what is known of it. It is found anew on the current screen; a label
/// stands for the control it belongs to. Several candidates are listed, never guessed between. Success
/// means that the device took the tap; verify the outcome with an expect tool.
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
}

impl Tool for TapElement {
    const NAME: &'static str = "tap_element";
    const TITLE: &'static str = "Tap an element";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        act(cx, Self::NAME, Action::Tap(input.target.target()?), input.how).await
    }
}
