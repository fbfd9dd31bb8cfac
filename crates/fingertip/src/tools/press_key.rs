//! `press_key`: any key by its name.

use engine::{Action, Key};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::{Cx, Effect, Failure, Tool};

pub(super) struct PressKey;

/// Presses a key by name or number: enter, tab, home, app_switch, paste, volume_up, KEYCODE_…
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The key, by name (with or without KEYCODE_, in any case) or number.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["keycode", "keyCode"]))]
    #[serde(deserialize_with = "name_or_number")]
    #[schemars(with = "NameOrNumber")]
    #[arg(long)]
    key: String,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum NameOrNumber {
    Name(String),
    Number(u16),
}

fn name_or_number<'de, D: serde::Deserializer<'de>>(given: D) -> Result<String, D::Error> {
    Ok(match NameOrNumber::deserialize(given)? {
        NameOrNumber::Name(name) => name,
        NameOrNumber::Number(number) => number.to_string(),
    })
}

impl Tool for PressKey {
    const NAME: &'static str = "press_key";
    const TITLE: &'static str = "Press a key";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        let key = Key::parse(&input.key).map_err(engine::Error::from)?;
        act(cx, Self::NAME, Action::Press(key), input.how).await
    }
}
