//! `type_text`: keys into a field.

use engine::{Act, Action};
use schemars::JsonSchema;
use serde::Deserialize;

use super::act::{ActArgs, Acted, perform};
use super::target::TargetArgs;
use super::{Cx, Effect, Failure, Tool};

pub(super) struct TypeText;

/// Types into a field, or into what has the focus. arrived says that the field was read back and holds the text, else
/// mismatch what it holds. {{secret:NAME}} types the server's FINGERTIP_SECRET_NAME, which is never told.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "arguments are a flat list, and these are flags")]
pub(super) struct Input {
    /// What to type; a newline presses Enter.
    #[arg(long)]
    text: String,
    /// The field, by ref such as @f1.
    #[serde(rename = "ref")]
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["elementId"]))]
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// A ref, or what the field's author calls it.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    stable_id: Option<String>,
    /// The field, by resource id.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["resourceId"]))]
    #[arg(long)]
    id: Option<String>,
    /// The field, by its label or hint.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    label: Option<String>,
    /// The field, by a part of its label.
    #[schemars(extend("x-brief" = "hidden", "x-aliases" = ["textContains"]))]
    #[arg(long)]
    label_contains: Option<String>,
    /// The field, by its exact content description.
    #[schemars(extend("x-brief" = "hidden", "x-aliases" = ["contentDesc", "accessibilityId"]))]
    #[arg(long)]
    description: Option<String>,
    /// The field, by role.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    role: Option<String>,
    /// The field, by class name, whole or its last part.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    class_name: Option<String>,
    /// Which of several matches, from 0.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    index: Option<usize>,
    /// Take label, id, description and className as parts.
    #[serde(default)]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    contains: bool,
    /// Do not tell upper from lower case.
    #[serde(default)]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    ignore_case: bool,
    /// Empty the field first.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    clear: bool,
    /// Press Enter afterwards, if the text arrived.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    submit: bool,
    /// Scroll until the field is in reach.
    #[serde(default)]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    scroll: bool,
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
            text_contains: input.label_contains,
            description: input.description,
            role: input.role,
            class_name: input.class_name,
            index: input.index,
            contains: input.contains,
            ignore_case: input.ignore_case,
            include_hidden: false,
        };
        let into = if field.is_empty() { None } else { Some(field.target()?) };
        let action =
            Action::Type { into, text: input.text, clear: input.clear, submit: input.submit };
        let act = Act { scroll_into_view: input.scroll, ..Act::from(action) };
        perform(cx, Self::NAME, act, input.how).await
    }
}
