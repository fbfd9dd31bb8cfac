//! What can be done with a node: what the phone lists decides, flags and roles stand in for it.

use serde::Serialize;
use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};

use crate::extra::NodeAction;
use crate::{Flag, Node, Role};

/// In the order in which they are always told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, EnumIter, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Action {
    Tap,
    LongPress,
    Scroll,
    Check,
    Type,
    Adjust,
    Expand,
    Collapse,
}

impl Action {
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A set of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Actions(u8);

impl Actions {
    pub fn of(node: Node<'_>) -> Self {
        let listed = node.extra().and_then(|extra| extra.actions.as_deref());
        let is_adjustable = is_adjustable(node);
        let lists = |action| listed.is_some_and(|listed| listed.contains(&action));
        // A list speaks of what no flag says; what a flag says is not taken back by it.
        let decided = |action, fallback: bool| listed.map_or(fallback, |_| lists(action));
        let scrolls = lists(NodeAction::ScrollForward) || lists(NodeAction::ScrollBackward);
        let mut actions = Self::default();
        actions.add_if(Action::Tap, node.is_clickable() || lists(NodeAction::Tap) || taps(node));
        actions.add_if(Action::LongPress, node.is_long_clickable() || lists(NodeAction::LongPress));
        // To scroll a slider is to move its thumb by a step.
        let moves = node.is_scrollable() || scrolls || scrolls_by_role(node);
        actions.add_if(Action::Scroll, moves && !is_adjustable);
        actions.add_if(Action::Check, checks(node));
        actions.add_if(Action::Type, decided(NodeAction::SetText, node.is_editable()));
        let adjusts = decided(NodeAction::SetProgress, is_adjustable) || (scrolls && is_adjustable);
        actions.add_if(Action::Adjust, adjusts);
        actions.add_if(Action::Expand, lists(NodeAction::Expand));
        actions.add_if(Action::Collapse, lists(NodeAction::Collapse));
        actions
    }

    pub const fn contains(self, action: Action) -> bool {
        self.0 & 1 << action as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::iter().filter(move |action| self.contains(*action))
    }

    const fn add_if(&mut self, action: Action, holds: bool) {
        if holds {
            self.0 |= 1 << action as u8;
        }
    }
}

impl Serialize for Actions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A slider or stepper, or what an iPhone calls adjustable.
pub(crate) fn is_adjustable(node: Node<'_>) -> bool {
    matches!(node.role(), Role::Slider | Role::Stepper) || has_trait(node, "Adjustable")
}

/// Whether a trait is among those listed, whichever way its name is spelled.
pub(crate) fn has_trait(node: Node<'_>, name: &str) -> bool {
    node.extra().is_some_and(|extra| {
        extra.traits.iter().any(|listed| {
            let short = listed.strip_prefix("UIAccessibilityTrait").unwrap_or(listed);
            let letters = short.bytes().filter(u8::is_ascii_alphanumeric);
            letters
                .map(|byte| byte.to_ascii_lowercase())
                .eq(name.bytes().map(|byte| byte.to_ascii_lowercase()))
        })
    })
}

/// Where the phone has no word for being clickable, the role has to do.
fn taps(node: Node<'_>) -> bool {
    let silent = node.flags().said(Flag::Clickable).is_none();
    silent
        && node.is_enabled()
        && matches!(
            node.role(),
            Role::Button
                | Role::ImageButton
                | Role::CheckBox
                | Role::Switch
                | Role::RadioButton
                | Role::Tab
                | Role::ListItem
                | Role::Cell
                | Role::MenuItem
                | Role::Dropdown
                | Role::Spinner
        )
}

fn scrolls_by_role(node: Node<'_>) -> bool {
    node.flags().said(Flag::Scrollable).is_none()
        && matches!(node.role(), Role::ScrollView | Role::List)
}

fn checks(node: Node<'_>) -> bool {
    let role = matches!(node.role(), Role::CheckBox | Role::Switch | Role::RadioButton);
    node.flags().said(Flag::Checkable).unwrap_or(role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extra, Tree, parse_uiautomator};

    fn one(attributes: &str) -> Tree {
        let xml = format!(r#"<hierarchy><node {attributes} bounds="[0,0][9,9]"/></hierarchy>"#);
        parse_uiautomator(xml.as_bytes()).unwrap()
    }

    fn with(mut tree: Tree, extra: Extra) -> Tree {
        tree.extras.push(extra);
        tree.nodes[0].extra = 1;
        tree
    }

    fn check(tree: &Tree, expected: &str) {
        let actions = Actions::of(tree.nodes().next().unwrap());
        let names: Vec<_> = actions.iter().map(Action::name).collect();
        assert_eq!(names.join(" "), expected);
        assert_eq!(serde_json::to_value(actions).unwrap(), serde_json::json!(names));
    }

    #[test]
    fn flags_come_in_the_order_of_the_contract() {
        let all = r#"class="android.widget.EditText" checkable="true" scrollable="true" long-clickable="true" clickable="true""#;
        check(&one(all), "tap long_press scroll check type");
        check(&one(r#"class="android.widget.SeekBar" clickable="false""#), "adjust");
        check(&one(r#"class="android.widget.TextView" clickable="false""#), "");
    }

    #[test]
    fn what_the_phone_lists_decides() {
        let listed =
            |actions: &[NodeAction]| Extra { actions: Some(actions.to_vec()), ..Extra::default() };
        let view = r#"class="android.view.View" clickable="false""#;
        check(
            &with(
                one(view),
                listed(&[NodeAction::SetProgress, NodeAction::Collapse, NodeAction::Expand]),
            ),
            "adjust expand collapse",
        );
        check(
            &with(one(view), listed(&[NodeAction::ScrollForward, NodeAction::Tap])),
            "tap scroll",
        );
        let field = r#"class="android.widget.EditText" clickable="true""#;
        check(&with(one(field), listed(&[NodeAction::Tap])), "tap");
        check(&with(one(field), listed(&[NodeAction::Tap, NodeAction::SetText])), "tap type");
        let slider = r#"class="android.widget.SeekBar" scrollable="false""#;
        check(&with(one(slider), listed(&[NodeAction::ScrollBackward])), "adjust");
    }

    #[test]
    fn where_nothing_is_said_the_role_and_the_traits_do() {
        check(&one(r#"class="android.widget.Switch""#), "tap check");
        check(&one(r#"class="android.widget.Switch" enabled="false""#), "check");
        check(&one(r#"class="android.widget.Switch" clickable="false" checkable="false""#), "");
        check(&one(r#"class="android.widget.ListView""#), "scroll");
        for name in ["Adjustable", "UIAccessibilityTraitAdjustable", "adjustable"] {
            let extra = Extra { traits: vec![name.into()], ..Extra::default() };
            check(&with(one(r#"class="Other""#), extra), "adjust");
        }
    }
}
