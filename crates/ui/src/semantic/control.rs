//! What kind of control a node is and how it is worked.

use serde::Serialize;

use crate::actions::{Action, Actions, is_adjustable};
use crate::extra::NodeAction;
use crate::{Node, Role};

/// What is not sure is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Semantic {
    #[serde(skip_serializing_if = "is_false")]
    pub is_clickable: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub is_container: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_role: Option<SemanticRole>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub supported_actions: &'static [SupportedAction],
    #[serde(skip_serializing_if = "is_false")]
    pub adjustable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_shape: Option<StateShape>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SemanticRole {
    Slider,
    Stepper,
    Dropdown,
    SegmentedControl,
    /// Something that can be adjusted without being any of the known kinds.
    CustomAdjustable,
    /// Several controls that only make sense together.
    CompositeControl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SupportedAction {
    Tap,
    Expand,
    Adjust,
    Increment,
    Decrement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StateShape {
    Continuous,
    Discrete,
    Semantic,
}

impl Semantic {
    pub fn of(node: Node<'_>) -> Self {
        use SupportedAction::{Adjust, Decrement, Expand, Increment, Tap};
        let semantic_role = semantic_role(node);
        let is_clickable = Actions::of(node).contains(Action::Tap);
        let (supported_actions, state_shape): (&'static [_], _) = match semantic_role {
            Some(SemanticRole::Slider | SemanticRole::CustomAdjustable) => {
                (&[Adjust], Some(StateShape::Continuous))
            }
            Some(SemanticRole::Stepper) => (&[Increment, Decrement], Some(StateShape::Discrete)),
            Some(SemanticRole::Dropdown) => (&[Tap, Expand], Some(StateShape::Semantic)),
            Some(SemanticRole::SegmentedControl) => (&[Tap], Some(StateShape::Discrete)),
            Some(SemanticRole::CompositeControl) | None if is_clickable => (&[Tap], None),
            Some(SemanticRole::CompositeControl) | None => (&[], None),
        };
        let adjustable = matches!(
            semantic_role,
            Some(SemanticRole::Slider | SemanticRole::Stepper | SemanticRole::CustomAdjustable)
        );
        Self {
            is_clickable,
            is_container: is_container(node),
            semantic_role,
            supported_actions,
            adjustable,
            state_shape,
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn semantic_role(node: Node<'_>) -> Option<SemanticRole> {
    const COMPOSITES: [&str; 4] = ["DatePicker", "TimePicker", "CalendarView", "SearchView"];
    let class = node.short_class();
    if COMPOSITES.iter().any(|composite| class.ends_with(composite)) {
        return Some(SemanticRole::CompositeControl);
    }
    let known = [
        (Role::Slider, SemanticRole::Slider),
        (Role::Stepper, SemanticRole::Stepper),
        (Role::Dropdown, SemanticRole::Dropdown),
        (Role::Spinner, SemanticRole::Dropdown),
        (Role::SegmentedControl, SemanticRole::SegmentedControl),
    ];
    let by_role = known.iter().find(|(role, _)| *role == node.role()).map(|(_, kind)| *kind);
    let listed = node.extra().and_then(|extra| extra.actions.as_deref()).unwrap_or_default();
    let adjusts = listed.contains(&NodeAction::SetProgress) || is_adjustable(node);
    by_role.or(adjusts.then_some(SemanticRole::CustomAdjustable))
}

fn is_container(node: Node<'_>) -> bool {
    matches!(
        node.role(),
        Role::Container | Role::ScrollView | Role::List | Role::Toolbar | Role::Dialog
    )
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Extra, parse_uiautomator};

    fn check(attributes: &str, extra: Option<Extra>, expected: &serde_json::Value) {
        let xml = format!(r#"<hierarchy><node {attributes} bounds="[0,0][9,9]"/></hierarchy>"#);
        let mut tree = parse_uiautomator(xml.as_bytes()).unwrap();
        if let Some(extra) = extra {
            tree.extras.push(extra);
            tree.nodes[0].extra = 1;
        }
        let semantic = Semantic::of(tree.nodes().next().unwrap());
        assert_eq!(serde_json::to_value(semantic).unwrap(), *expected, "{attributes}");
        assert_eq!(semantic.is_empty(), *expected == json!({}));
    }

    #[test]
    fn kinds_of_controls() {
        check(
            r#"class="android.widget.SeekBar" clickable="false""#,
            None,
            &json!({"semantic_role": "slider", "supported_actions": ["adjust"], "adjustable": true, "state_shape": "continuous"}),
        );
        check(
            r#"class="android.widget.NumberPicker" clickable="false""#,
            None,
            &json!({"semantic_role": "stepper", "supported_actions": ["increment", "decrement"], "adjustable": true, "state_shape": "discrete"}),
        );
        check(
            r#"class="android.widget.Spinner" clickable="true""#,
            None,
            &json!({"is_clickable": true, "semantic_role": "dropdown", "supported_actions": ["tap", "expand"], "state_shape": "semantic"}),
        );
        check(
            r#"class="android.widget.DatePicker" clickable="false""#,
            None,
            &json!({"semantic_role": "composite_control"}),
        );
        let adjustable = Extra { traits: vec!["Adjustable".into()], ..Extra::default() };
        check(
            r#"class="Other""#,
            Some(adjustable),
            &json!({"semantic_role": "custom_adjustable", "supported_actions": ["adjust"], "adjustable": true, "state_shape": "continuous"}),
        );
    }

    #[test]
    fn plain_things_say_little() {
        check(
            r#"class="android.view.View" clickable="true""#,
            None,
            &json!({"is_clickable": true, "supported_actions": ["tap"]}),
        );
        check(
            r#"class="android.widget.FrameLayout" clickable="false""#,
            None,
            &json!({"is_container": true}),
        );
        check(r#"class="android.widget.TextView" clickable="false""#, None, &json!({}));
    }
}
