//! `press_back`: the Back key.

use engine::{Action, Key};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::{Cx, Effect, Failure, Tool};

pub(super) struct PressBack;

/// Presses Back: closes the keyboard or a dialog, or leaves the screen.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

impl Tool for PressBack {
    const NAME: &'static str = "press_back";
    const TITLE: &'static str = "Press Back";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        act(cx, Self::NAME, Action::Press(Key::Back), input.how).await
    }
}
