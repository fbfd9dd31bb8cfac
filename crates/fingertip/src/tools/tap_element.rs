//! `tap_element`: touch an element.

use engine::{Act, Action};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct TapElement;

/// Taps an element by ref, or by text or id, found anew on the current screen; several candidates are listed, never
/// guessed between. success means only that the device took the tap.
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
    /// Scroll until it is in reach.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    scroll: bool,
}

impl Tool for TapElement {
    const NAME: &'static str = "tap_element";
    const TITLE: &'static str = "Tap an element";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let action = Action::Tap(input.target.target()?);
        let act = Act { scroll_into_view: input.scroll, ..Act::from(action) };
        perform(cx, Self::NAME, act, input.how).await
    }
}
