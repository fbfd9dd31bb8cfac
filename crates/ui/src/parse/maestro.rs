//! What `maestro hierarchy` prints: attributes as texts, children beside them, no kinds on iOS.

use std::borrow::Cow;

use super::build::Builder;
use super::json::{Items, Json, Value, Visitor, walk};
use super::{NotAScreen, json_start, no_screen, text_of};
use crate::extra::{self, Extra};
use crate::tree::Said;
use crate::{Bounds, Flag, Tree};

pub(super) fn parse_maestro(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let start = json_start(&text).ok_or_else(|| no_screen(&text))?;
    let json = Json::read(&text, start);
    let root = json.root().filter(|root| root.is_object()).ok_or_else(|| no_screen(&text))?;
    let mut hierarchy = Hierarchy { builder: Builder::default() };
    if let Some(children) = hierarchy.enter(root, 0) {
        walk(children, &mut hierarchy);
        hierarchy.leave();
    }
    let mut builder = hierarchy.builder;
    match json.broken() {
        Some(gap) => builder.close_broken(gap),
        None => builder.close_all(text.len()),
    }
    builder.finish()
}

/// Whether a value has what such a node has.
pub(super) fn is_node(value: Value<'_>) -> bool {
    let attributes = value.get("attributes").filter(|attributes| attributes.is_object());
    let named = |key| attributes.and_then(|attributes| attributes.get(key)).is_some();
    let children = value.get("children").is_none_or(Value::is_list);
    children && named("bounds") && (named("accessibilityText") || named("resource-id"))
}

struct Hierarchy {
    builder: Builder,
}

impl<'j> Visitor<'j> for Hierarchy {
    fn enter(&mut self, value: Value<'j>, _: usize) -> Option<Items<'j>> {
        if !value.is_object() {
            self.builder.wrong("a node", value);
            return None;
        }
        let node = self.read(value);
        let children = node.children.clone();
        let is_outside = self.builder.data().parent.is_none();
        if is_outside && node.is_nothing() && children.is_some() {
            // What holds the app and the status bar together is no part of the screen.
            self.builder.open_frame();
        } else {
            self.open(node);
        }
        Some(children.unwrap_or_else(|| Items::none_of(value)))
    }

    fn leave(&mut self) {
        self.builder.close();
    }
}

#[derive(Default)]
struct Node<'j> {
    label: Cow<'j, str>,
    title: Cow<'j, str>,
    value: Cow<'j, str>,
    text: Cow<'j, str>,
    hint: Cow<'j, str>,
    resource_id: Cow<'j, str>,
    class: Cow<'j, str>,
    package: Cow<'j, str>,
    bounds: Bounds,
    said: Said,
    children: Option<Items<'j>>,
}

impl Node<'_> {
    fn is_nothing(&self) -> bool {
        let texts =
            [&self.label, &self.title, &self.value, &self.text, &self.hint, &self.resource_id];
        self.bounds == Bounds::default() && texts.iter().all(|text| text.is_empty())
    }
}

impl Hierarchy {
    fn read<'j>(&mut self, value: Value<'j>) -> Node<'j> {
        let mut node = Node::default();
        for (key, value) in value.members() {
            match &*key {
                "attributes" if value.is_object() => self.attributes(value, &mut node),
                "children" if value.is_list() => node.children = Some(value.items()),
                "attributes" | "children" if !value.is_null() => self.builder.wrong(&key, value),
                name => self.flag(name, value, &mut node),
            }
        }
        node
    }

    fn attributes<'j>(&mut self, attributes: Value<'j>, node: &mut Node<'j>) {
        for (key, value) in attributes.members() {
            let place = match &*key {
                "accessibilityText" | "content-desc" => &mut node.label,
                "title" => &mut node.title,
                "value" => &mut node.value,
                "text" => &mut node.text,
                "hintText" => &mut node.hint,
                "resource-id" => &mut node.resource_id,
                "class" => &mut node.class,
                "package" => &mut node.package,
                "bounds" => {
                    let text = value.text();
                    match text.as_deref().and_then(Bounds::parse) {
                        Some(bounds) => node.bounds = bounds,
                        None => self.builder.wrong("bounds", value),
                    }
                    continue;
                }
                name => {
                    self.flag(name, value, node);
                    continue;
                }
            };
            *place = self.builder.text(&key, value);
        }
    }

    fn flag(&mut self, name: &str, value: Value<'_>, node: &mut Node<'_>) {
        let flag = match name {
            "enabled" => Flag::Enabled,
            "focused" => Flag::Focused,
            "selected" => Flag::Selected,
            "checked" => Flag::Checked,
            "clickable" => Flag::Clickable,
            "checkable" => Flag::Checkable,
            "scrollable" => Flag::Scrollable,
            "long-clickable" => Flag::LongClickable,
            "focusable" => Flag::Focusable,
            "password" => Flag::Password,
            _ => return,
        };
        if value.text().is_some_and(|text| text.is_empty()) {
            return;
        }
        if let Some(is) = self.builder.flag(name, value) {
            node.said = node.said.then(Said::one(flag, is));
        }
    }

    fn open(&mut self, node: Node<'_>) {
        let builder = &mut self.builder;
        let mut data = builder.data();
        data.flags.apply(node.said);
        data.bounds = node.bounds;
        data.resource_id = builder.tree.intern(&node.resource_id);
        data.hint = builder.tree.intern(&node.hint);
        (data.class, data.role) = builder.class(&node.class);
        data.package = if node.package.is_empty() {
            builder.package_around()
        } else {
            builder.package(&node.package)
        };
        if node.class.is_empty() {
            // iOS: the text repeats the title or the value.
            let shown = [&node.label, &node.title, &node.text, &node.value]
                .into_iter()
                .find(|text| !text.is_empty());
            data.text = builder.tree.intern(shown.map_or("", |shown| shown));
            let beside = shown.is_some_and(|shown| *shown != node.value) && !node.value.is_empty();
            if beside {
                let value = Some(extra::Value::Text(node.value.into()));
                builder.extra(&mut data, Extra { value, ..Extra::default() });
            }
        } else {
            // Android: the text is what is shown, the label describes it.
            data.text = builder.tree.intern(&node.text);
            data.description = builder.tree.intern(&node.label);
        }
        builder.open(data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    #[test]
    fn labels_values_and_flags_are_read() {
        let text = r#"{"attributes":{"accessibilityText":"","bounds":"[0,0][0,0]","enabled":"false"},"children":[
          {"attributes":{"accessibilityText":"Shop","title":"","value":"","text":"","hintText":"","resource-id":"","bounds":"[0,0][393,852]","enabled":"true","focused":"false"},"children":[
            {"attributes":{"accessibilityText":"Volume","value":"40%","text":"40%","resource-id":"volume","bounds":"[0,10][393,50]"},"children":[],"enabled":true,"clickable":null},
            {"attributes":{"accessibilityText":7,"value":"3 of 3","text":"3 of 3","bounds":"nowhere","checked":"true"},"children":[]}],"enabled":true},
          {"attributes":{"bounds":"[0,0][393,54]","text":"08:54","class":"android.widget.TextView","accessibilityText":"time"},"children":null}]}"#;
        insta::assert_snapshot!(outline(&parse_maestro(text.as_bytes()).unwrap()), @r#"
        unknown  [0,0][393,852] text="Shop"
          unknown  [0,10][393,50] id="volume" text="Volume" {value: Some(Text("40%"))}
          unknown  [0,0][0,0] text="3 of 3" Checked
        text_view android.widget.TextView [0,0][393,54] text="08:54" description="time"
        gap at 510: accessibilityText is a number
        gap at 555: bounds is a text
        "#);
    }
}
