//! What a tool is aimed at, as callers write it: a ref, or what they know of the element.

use engine::{Selector, Target};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Failure;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct TargetArgs {
    /// A ref from the screen text, such as @b3. Decides alone.
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["elementId", "stableId"]))]
    #[arg(long = "ref", value_name = "REF")]
    pub(super) reference: Option<String>,
    /// The exact label.
    #[arg(long = "label", visible_alias = "text", value_name = "LABEL")]
    pub(super) text: Option<String>,
    /// A part of the label.
    #[arg(long)]
    pub(super) text_contains: Option<String>,
    /// A resource id, whole or the part after the slash.
    #[schemars(extend("x-aliases" = ["resourceId"]))]
    #[arg(long)]
    pub(super) id: Option<String>,
    /// The exact content description.
    #[schemars(extend("x-aliases" = ["contentDesc", "accessibilityId"]))]
    #[arg(long)]
    pub(super) description: Option<String>,
    /// A role, such as button, text_field, switch.
    #[arg(long)]
    pub(super) role: Option<String>,
    /// A class name, whole or its last part.
    #[arg(long)]
    pub(super) class_name: Option<String>,
    /// Which of several matches, from 0.
    #[arg(long)]
    pub(super) index: Option<usize>,
    /// Take text, id and description as parts.
    #[arg(long)]
    pub(super) contains: bool,
    /// Do not tell upper from lower case.
    #[arg(long)]
    pub(super) ignore_case: bool,
}

impl TargetArgs {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The target that these describe.
    pub(super) fn target(&self) -> Result<Target, Failure> {
        if let Some(reference) = &self.reference {
            return Ok(Target::parse_ref(reference)?);
        }
        let role = self.role.as_deref().map(parse_role).transpose()?;
        let selector = Selector {
            id: self.id.clone(),
            text: self.text.clone(),
            text_contains: self.text_contains.clone(),
            description: self.description.clone(),
            role,
            class_name: self.class_name.clone(),
            contains: self.contains,
            ignore_case: self.ignore_case,
            index: self.index,
            include_hidden: false,
        };
        if selector.is_empty() {
            return Err(Failure::invalid_argument(
                "nothing says which element is meant",
                "give ref, or one of text, textContains, id, description, role, className",
            ));
        }
        Ok(Target::Selector(selector))
    }
}

fn parse_role(word: &str) -> Result<ui::Role, Failure> {
    word.parse().map_err(|_| {
        Failure::invalid_argument(
            format!("{} is no role", ui::text::quote(word)),
            "use a role such as button, text_field, check_box, switch, radio_button, slider, list, image, text_view",
        )
    })
}
