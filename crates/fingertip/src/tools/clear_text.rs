//! `clear_text`: empty a field.

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct ClearText;

/// Empties a text field, or without one the field that has the focus; cleared says whether it was read back empty.
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

impl Tool for ClearText {
    const NAME: &'static str = "clear_text";
    const TITLE: &'static str = "Clear a field";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let field = if input.target.is_empty() { None } else { Some(input.target.target()?) };
        act(cx, Self::NAME, Action::Clear(field), input.how).await
    }
}
