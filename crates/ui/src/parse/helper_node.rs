//! One node of the helper's answer. Only what differs from the usual is sent: what every Android reports
//! is said by its absence, too; what only some report is unknown when absent.

use std::borrow::Cow;

use super::build::Builder;
use super::json::{Items, Value};
use crate::extra::{self, Collection, Extra, Item, NodeAction, Range};
use crate::tree::{Said, Span};
use crate::{Flag, Role};

/// Opens a node; answers its children.
pub(super) fn open_node<'j>(
    builder: &mut Builder,
    value: Value<'j>,
    window_package: Span,
) -> Option<Items<'j>> {
    let mut data = builder.data();
    data.package = if data.parent.is_some() { builder.package_around() } else { window_package };
    data.flags.apply(USUAL);
    let mut node = Node { class: Cow::Borrowed("android.view.View"), ..Node::default() };
    for (key, value) in value.members() {
        node.field(builder, &key, value);
    }
    if !node.package.is_empty() {
        data.package = builder.package(&node.package);
    }
    (data.class, data.role) = builder.class(&node.class);
    if let Some(words) = &node.extra.role_description
        && matches!(data.role, Role::Unknown | Role::Container)
    {
        data.role = Role::of_description(words).unwrap_or(data.role);
    }
    node.settle(data.role);
    data.flags.apply(node.said);
    data.bounds = node.bounds;
    let tree = &mut builder.tree;
    data.resource_id = tree.intern(&node.id);
    data.text = tree.intern(&node.text);
    data.description = tree.intern(&node.description);
    data.hint = tree.intern(&node.hint);
    data.state = tree.intern(&node.state);
    data.pane = tree.intern(&node.pane);
    data.tooltip = tree.intern(&node.tooltip);
    builder.extra(&mut data, node.extra);
    builder.open(data);
    node.children
}

/// What holds where nothing is sent. Whether something is checked is known of checkable nodes only.
const USUAL: Said = Said::one(Flag::Enabled, true)
    .then(Said::one(Flag::Displayed, true))
    .then(Said::one(Flag::Clickable, false))
    .then(Said::one(Flag::LongClickable, false))
    .then(Said::one(Flag::Scrollable, false))
    .then(Said::one(Flag::Checkable, false))
    .then(Said::one(Flag::Focusable, false))
    .then(Said::one(Flag::Focused, false))
    .then(Said::one(Flag::Selected, false))
    .then(Said::one(Flag::Password, false))
    .then(Said::one(Flag::Editable, false))
    .then(Said::one(Flag::Multiline, false))
    .then(Said::one(Flag::Invalid, false));

#[derive(Default)]
struct Node<'j> {
    class: Cow<'j, str>,
    package: Cow<'j, str>,
    id: Cow<'j, str>,
    text: Cow<'j, str>,
    description: Cow<'j, str>,
    hint: Cow<'j, str>,
    state: Cow<'j, str>,
    pane: Cow<'j, str>,
    tooltip: Cow<'j, str>,
    bounds: crate::Bounds,
    said: Said,
    shows_hint: bool,
    is_password: bool,
    checkable: bool,
    checked: Option<bool>,
    expanded: Option<bool>,
    extra: Extra,
    children: Option<Items<'j>>,
}

impl<'j> Node<'j> {
    fn field(&mut self, builder: &mut Builder, key: &str, value: Value<'j>) {
        match key {
            "class" => {
                let class = builder.text(key, value);
                if !class.is_empty() {
                    self.class = class;
                }
            }
            "package" => self.package = builder.text(key, value),
            "id" => self.id = builder.text(key, value),
            "text" => self.text = builder.text(key, value),
            "description" => self.description = builder.text(key, value),
            "hint" => self.hint = builder.text(key, value),
            "stateDescription" => self.state = builder.text(key, value),
            "paneTitle" => self.pane = builder.text(key, value),
            "tooltip" => self.tooltip = builder.text(key, value),
            "bounds" => self.bounds = builder.edges(key, value),
            "error" => self.extra.error = boxed(&builder.text(key, value)),
            "roleDescription" => self.extra.role_description = boxed(&builder.text(key, value)),
            "testTag" => self.extra.test_tag = boxed(&builder.text(key, value)),
            "uniqueId" => self.extra.unique_id = boxed(&builder.text(key, value)),
            "rangeInfo" => self.extra.range = range(builder, value),
            "collectionInfo" => self.extra.collection = collection(builder, value),
            "collectionItemInfo" => self.extra.item = item(builder, value),
            "actions" => self.actions(builder, value),
            "inputType" => self.input_type(builder, value),
            "showingHint" => {
                self.shows_hint = self.say(builder, Flag::ShowsHint, key, value) == Some(true);
            }
            "password" => {
                self.is_password |= self.say(builder, Flag::Password, key, value) == Some(true);
            }
            "checkable" => {
                self.checkable = self.say(builder, Flag::Checkable, key, value) == Some(true);
            }
            // Since API 36 a box may be checked in part: neither yes nor no.
            "checked" if value.text().as_deref() == Some("partial") => {
                self.extra.value = Some(extra::Value::Text("partial".into()));
            }
            "checked" => self.checked = builder.flag(key, value),
            "expanded" => self.expanded = builder.flag(key, value),
            "children" if value.is_list() => self.children = Some(value.items()),
            "children" if !value.is_null() => builder.wrong(key, value),
            _ => {
                if let Some(flag) = flag_named(key) {
                    self.say(builder, flag, key, value);
                }
            }
        }
    }

    fn say(
        &mut self,
        builder: &mut Builder,
        flag: Flag,
        key: &str,
        value: Value<'_>,
    ) -> Option<bool> {
        let is = builder.flag(key, value)?;
        self.said = self.said.then(Said::one(flag, is));
        Some(is)
    }

    /// What follows from several fields together.
    fn settle(&mut self, role: Role) {
        if self.shows_hint {
            let text = std::mem::take(&mut self.text);
            if self.hint.is_empty() {
                self.hint = text;
            }
        }
        if self.is_password && !self.text.chars().all(is_mask) {
            // A secret that should not have been sent is not passed on.
            self.text = Cow::Borrowed("");
        }
        if self.id.is_empty() {
            self.id = Cow::Owned(self.extra.test_tag.as_deref().unwrap_or_default().to_owned());
        }
        let is_partial = self.extra.value.is_some();
        let checked = self.checked.or((self.checkable && !is_partial).then_some(false));
        let can = |action| self.extra.actions.iter().flatten().any(|has| *has == action);
        let expanded =
            self.expanded.or_else(|| match (can(NodeAction::Expand), can(NodeAction::Collapse)) {
                (true, false) => Some(false),
                (false, true) => Some(true),
                _ => None,
            });
        for (flag, value) in [(Flag::Checked, checked), (Flag::Expanded, expanded)] {
            if let Some(value) = value {
                self.said = self.said.then(Said::one(flag, value));
            }
        }
        // These classes usually can be set: one that cannot now must not be taken for one that can.
        if matches!(role, Role::TextField | Role::Slider) {
            self.extra.actions.get_or_insert_default();
        }
    }

    fn actions(&mut self, builder: &mut Builder, value: Value<'_>) {
        if !value.is_list() {
            builder.wrong("actions", value);
            return;
        }
        let mut actions = Vec::new();
        for action in value.items() {
            if let Some(name) = action.text() {
                // Names that are not known here are of no use here.
                actions.extend(action_named(&name).filter(|action| !actions.contains(action)));
            } else if let Some(label) = action.get("label") {
                self.extra.custom_actions.extend(boxed(&builder.text("label", label)));
            } else {
                builder.wrong("an action", action);
            }
        }
        self.extra.actions = Some(actions);
    }

    /// Android's bits: a class, a variation of it, and marks.
    fn input_type(&mut self, builder: &mut Builder, value: Value<'_>) {
        let Some(bits) = builder.integer("inputType", value) else { return };
        let is_password = matches!((bits & 0xf, bits & 0xff0), (1, 0x80 | 0xe0) | (2, 0x10));
        if is_password {
            self.is_password = true;
            self.said = self.said.then(Said::one(Flag::Password, true));
        }
        if bits & 0xf == 1 && bits & 0x2_0000 != 0 {
            self.said = self.said.then(Said::one(Flag::Multiline, true));
        }
    }
}

fn flag_named(name: &str) -> Option<Flag> {
    Some(match name {
        "enabled" => Flag::Enabled,
        "visible" => Flag::Displayed,
        "clickable" => Flag::Clickable,
        "longClickable" => Flag::LongClickable,
        "scrollable" => Flag::Scrollable,
        "focusable" => Flag::Focusable,
        "focused" => Flag::Focused,
        "selected" => Flag::Selected,
        "editable" => Flag::Editable,
        "multiLine" => Flag::Multiline,
        "contentInvalid" => Flag::Invalid,
        "heading" => Flag::Heading,
        _ => return None,
    })
}

fn action_named(name: &str) -> Option<NodeAction> {
    Some(match name {
        "click" => NodeAction::Tap,
        "longClick" => NodeAction::LongPress,
        "setText" => NodeAction::SetText,
        "setProgress" => NodeAction::SetProgress,
        "expand" => NodeAction::Expand,
        "collapse" => NodeAction::Collapse,
        "dismiss" => NodeAction::Dismiss,
        "scrollForward" => NodeAction::ScrollForward,
        "scrollBackward" => NodeAction::ScrollBackward,
        _ => return None,
    })
}

fn range(builder: &mut Builder, value: Value<'_>) -> Option<Range> {
    let mut number = |key| value.get(key).and_then(|number| builder.number(key, number));
    let (min, max, current) = (number("min"), number("max"), number("current"));
    if let (Some(min), Some(max), Some(current)) = (min, max, current) {
        return Some(Range { min, max, current });
    }
    builder.gap(value.at(), "rangeInfo lacks a number".to_owned());
    None
}

fn collection(builder: &mut Builder, value: Value<'_>) -> Option<Collection> {
    if !value.is_object() {
        builder.wrong("collectionInfo", value);
        return None;
    }
    let mut count = |key| count(builder, key, value);
    Some(Collection { rows: count("rows"), columns: count("columns"), items: count("items") })
}

fn item(builder: &mut Builder, value: Value<'_>) -> Option<Item> {
    if !value.is_object() {
        builder.wrong("collectionItemInfo", value);
        return None;
    }
    let mut count = |key| count(builder, key, value);
    Some(Item {
        row: count("row").unwrap_or_default(),
        column: count("column").unwrap_or_default(),
        rows: count("rowSpan").unwrap_or(1),
        columns: count("columnSpan").unwrap_or(1),
    })
}

/// Android writes -1 for what it does not know.
fn count(builder: &mut Builder, key: &str, value: Value<'_>) -> Option<u32> {
    let count = builder.integer(key, value.get(key)?)?;
    u32::try_from(count).ok()
}

fn is_mask(character: char) -> bool {
    matches!(character, '•' | '●' | '*' | '·' | '∙' | '⦁')
}

fn boxed(text: &str) -> Option<Box<str>> {
    (!text.is_empty()).then(|| text.into())
}
