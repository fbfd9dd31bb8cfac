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
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["elementId"]))]
    #[arg(long = "ref", value_name = "REF")]
    pub(super) reference: Option<String>,
    /// A ref, or what the element's author calls it; the other fields stand in where it is gone.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    pub(super) stable_id: Option<String>,
    /// The exact label.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["label"]))]
    #[arg(long = "label", visible_alias = "text", value_name = "LABEL")]
    pub(super) text: Option<String>,
    /// A part of the label.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) text_contains: Option<String>,
    /// A resource id, whole or the part after the slash.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["resourceId"]))]
    #[arg(long)]
    pub(super) id: Option<String>,
    /// The exact content description.
    #[schemars(extend("x-brief" = "hidden", "x-aliases" = ["contentDesc", "accessibilityId"]))]
    #[arg(long)]
    pub(super) description: Option<String>,
    /// A role, such as button, text_field, switch.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) role: Option<String>,
    /// A class name, whole or its last part.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) class_name: Option<String>,
    /// Which of several matches, from 0.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) index: Option<usize>,
    /// Take text, id, description and className as parts.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) contains: bool,
    /// Do not tell upper from lower case.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) ignore_case: bool,
    /// Also what is not on the display.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    pub(super) include_hidden: bool,
}

impl TargetArgs {
    pub(super) fn is_empty(&self) -> bool {
        self.without_blanks() == Self::default()
    }

    /// The target that these describe.
    pub(super) fn target(&self) -> Result<Target, Failure> {
        let given = self.without_blanks();
        if let Some(reference) = &given.reference {
            return Ok(Target::parse_ref(reference)?);
        }
        // Refs and stable ids are one registry; what is no ref is an identifier of the app's.
        if let Some(Ok(target)) = given.stable_id.as_deref().map(Target::parse_ref) {
            return Ok(target);
        }
        let selector = given.selector()?;
        if selector.is_empty() {
            return Err(Failure::invalid_argument(
                "nothing says which element is meant",
                "give ref, or one of text, textContains, id, description, role, className",
            ));
        }
        Ok(Target::Selector(selector))
    }

    /// What the fields beside a ref describe, for checks that may look for that where the ref is gone.
    pub(super) fn stand_in(&self) -> Result<Option<Box<Selector>>, Failure> {
        let Target::Ref(_) = self.target()? else { return Ok(None) };
        let mut given = self.without_blanks();
        let is_ref = |text: &str| Target::parse_ref(text).is_ok();
        given.stable_id = given.stable_id.filter(|id| !is_ref(id));
        Ok(Some(given.selector()?).filter(|selector| !selector.is_empty()).map(Box::new))
    }

    fn selector(self) -> Result<Selector, Failure> {
        Ok(Selector {
            stable_id: self.stable_id,
            id: self.id,
            text: self.text,
            text_contains: self.text_contains,
            description: self.description,
            role: self.role.as_deref().map(parse_role).transpose()?,
            class_name: self.class_name,
            contains: self.contains,
            ignore_case: self.ignore_case,
            index: self.index,
            include_hidden: self.include_hidden,
        })
    }

    /// Some clients send every argument, and those that they do not mean as blanks.
    fn without_blanks(&self) -> Self {
        let mut given = self.clone();
        for field in [
            &mut given.reference,
            &mut given.stable_id,
            &mut given.text,
            &mut given.text_contains,
            &mut given.id,
            &mut given.description,
            &mut given.role,
            &mut given.class_name,
        ] {
            if field.as_ref().is_some_and(|field| field.trim().is_empty()) {
                *field = None;
            }
        }
        given
    }
}

/// A role by its name, or by the word that the screen text has for it.
fn parse_role(word: &str) -> Result<ui::Role, Failure> {
    let word = word.trim();
    let name = match word {
        "btn" => "button",
        "input" => "text_field",
        "check" => "check_box",
        "scroll" => "scroll_view",
        other => other,
    };
    name.parse().map_err(|_| {
        Failure::invalid_argument(
            format!("{} is no role", ui::text::quote(word)),
            "use a role such as button, text_field, check_box, switch, radio_button, slider, list, image, text_view",
        )
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(given: &Value, expected: &str) {
        let args: TargetArgs = serde_json::from_value(given.clone()).unwrap();
        let target = args.target();
        let told = target.map_or_else(|failure| failure.message, |target| target.to_string());
        assert_eq!(told, expected, "{given}");
    }

    /// Holds targets.6.
    #[test]
    fn a_stable_id_is_a_ref_or_an_identifier() {
        check(&json!({ "stableId": "@b3" }), "@b3");
        check(&json!({ "stableId": "b3" }), "@b3");
        check(&json!({ "stableId": "a:id/pay" }), r#"stableId "a:id/pay""#);
        check(&json!({ "stableId": "pay", "text": "Pay" }), r#"stableId "pay", text "Pay""#);
        check(&json!({ "ref": "pay" }), r#"ref: "pay" is not a ref such as @b3"#);
    }

    /// Holds targets.18.
    #[test]
    fn what_is_blank_was_not_given() {
        check(&json!({ "ref": "", "text": " " }), "nothing says which element is meant");
        check(&json!({ "ref": "", "text": " ", "id": "pay" }), r#"id "pay""#);
    }

    /// Holds targets.10.
    #[test]
    fn roles_have_the_words_of_the_screen_text_too() {
        check(&json!({ "role": "btn" }), "role button");
        check(&json!({ "role": "input" }), "role text_field");
        check(&json!({ "role": "radio" }), "role radio_button");
        check(&json!({ "role": "knob" }), r#""knob" is no role"#);
    }
}
