//! `type_text`: keys into a field.

use engine::Action;
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, act};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct TypeText;

/// Types text into a field, or without one into what has the focus. Success means that the device took
/// the keys; the answer's screen shows what arrived.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// What to type; a newline presses Enter.
    #[arg(long)]
    text: String,
    /// The field, by ref such as @f1.
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["elementId"]))]
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// A ref, or what the field's author calls it.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    stable_id: Option<String>,
    /// The field, by resource id.
    #[schemars(extend("x-aliases" = ["resourceId"]))]
    #[arg(long)]
    id: Option<String>,
    /// The field, by its label or hint.
    #[arg(long)]
    label: Option<String>,
    /// Empty the field first.
    #[serde(default)]
    #[arg(long)]
    clear: bool,
    /// Press Enter afterwards.
    #[serde(default)]
    #[arg(long)]
    submit: bool,
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
}

impl Tool for TypeText {
    const NAME: &'static str = "type_text";
    const TITLE: &'static str = "Type text";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Acted;

    async fn run(cx: &Cx, input: Input) -> Result<Acted, Failure> {
        // `text` is what to type, so the field's own label has another name here.
        let field = TargetArgs {
            reference: input.reference,
            stable_id: input.stable_id,
            id: input.id,
            text: input.label,
            ..TargetArgs::default()
        };
        let into = if field.is_empty() { None } else { Some(field.target()?) };
        let action =
            Action::Type { into, text: input.text, clear: input.clear, submit: input.submit };
        act(cx, Self::NAME, action, input.how).await
    }
}
