//! The whole tree as JSON, without what is not shown and without layers that say nothing.

use super::json::{Fields, Json};
use super::toasts::write_toasts;
use crate::state::{State, shows_hint};
use crate::tree::node_id;
use crate::{Actions, Bindings, Bounds, Node, NodeId, Reading};

/// Levels of nodes in nodes. Readers of JSON give up on deep nesting, many of them at 128 levels of it, and
/// a level here is two of theirs, and an answer stands around it.
const DEEPEST: usize = 56;

/// One JSON object on one line: a node with its children. Several windows stand in a frame of their own.
/// What is nested deeper than [`DEEPEST`] stands side by side there, in order, with its `depth` in the tree.
pub fn full(reading: &Reading, refs: &Bindings) -> String {
    let json = Json::with_capacity(reading.tree.len() * 96);
    let mut walk = Walk { reading, refs, json };
    let all = Level { next: 0, end: node_id(reading.tree.len()).0, written: 0 };
    let mut roots = all;
    if let (Some(root), None) = (walk.next(&mut roots), walk.next(&mut roots)) {
        walk.open(root, Place::Root);
        walk.children(Level::below(root));
    } else {
        walk.frame();
        walk.children(all);
    }
    walk.json.into_string()
}

struct Walk<'t> {
    reading: &'t Reading,
    refs: &'t Bindings,
    json: Json,
}

/// The nodes of a level that are still to come. Layers that are not shown, or say nothing, are stepped
/// into as if they were not there.
#[derive(Clone, Copy)]
struct Level {
    next: u32,
    end: u32,
    written: usize,
}

impl Level {
    fn below(node: Node<'_>) -> Self {
        Self { next: node.id().0 + 1, end: node.data().end, written: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// What is said of the whole screen is said here.
    Root,
    Inside,
    /// Beside what it is inside of.
    Deeper,
}

impl<'t> Walk<'t> {
    fn next(&self, level: &mut Level) -> Option<Node<'t>> {
        let visibility = &self.reading.visibility;
        while level.next < level.end {
            let node = self.reading.tree.node(NodeId(level.next));
            level.next = node.data().end;
            if !visibility.leads_somewhere(node.id()) {
                continue;
            }
            if !visibility.is_pruned(node.id()) && !visibility.is_empty_wrapper(node) {
                return Some(node);
            }
            level.next = node.id().0 + 1;
        }
        None
    }

    fn frame(&mut self) {
        let mut fields = self.json.object();
        fields.plain("role", "container");
        fields.plain("bounds", Bounds::of(self.reading.size));
        whole(&mut fields, self.reading);
    }

    /// Writes the children of an object that was just opened, and closes it.
    fn children(&mut self, below: Level) {
        let mut levels = vec![below];
        while let Some(mut level) = levels.pop() {
            let Some(node) = self.next(&mut level) else {
                self.json.raw(if level.written > 0 { "]}" } else { "}" });
                continue;
            };
            self.json.raw(if level.written > 0 { "," } else { ",\"children\":[" });
            level.written += 1;
            if levels.len() + 2 < DEEPEST {
                levels.push(level);
                self.open(node, Place::Inside);
                levels.push(Level::below(node));
            } else {
                self.open(node, Place::Deeper);
                self.json.raw("}");
                level.next = node.id().0 + 1;
                levels.push(level);
            }
        }
    }

    /// Writes everything of a node but its children.
    fn open(&mut self, node: Node<'t>, place: Place) {
        let hint_is_text = shows_hint(node);
        let secret = node.is_password();
        let texts = [
            node.resource_id(),
            node.text(),
            node.description(),
            node.hint(),
            node.state(),
            node.pane(),
            node.tooltip(),
        ];
        let is_labelled = texts.iter().any(|text| !text.trim().is_empty());
        let mut fields = self.json.object();
        fields.plain("role", node.role().name());
        fields.plain("bounds", node.bounds());
        if let Some(token) = self.refs.of(node.id()) {
            fields.plain("ref", token);
        }
        fields.text("id", node.resource_id());
        // A password stays where it is, and so does whatever tells of it.
        fields.text("text", if secret || hint_is_text { "" } else { node.text() });
        fields.text("desc", node.description());
        if !is_labelled && !matches!(node.short_class(), "View" | "ViewGroup") {
            fields.text("cls", node.short_class());
        }
        let hint = if node.hint().is_empty() && hint_is_text && !secret {
            node.text()
        } else {
            node.hint()
        };
        fields.text("hint", hint);
        fields.text("state", if secret { "" } else { node.state() });
        fields.text("pane", node.pane());
        fields.text("tooltip", node.tooltip());
        fields.unless("clickable", false, node.is_clickable() && !is_labelled);
        fields.unless("enabled", true, node.is_enabled());
        fields.unless("checked", false, node.is_checked());
        fields.unless("focused", false, node.is_focused());
        fields.unless("selected", false, node.is_selected());
        fields.unless("password", false, secret);
        fields.unless("scrollable", false, node.is_scrollable());
        fields.unless("heading", false, node.is_heading());
        fields.unless("invalid", false, node.is_invalid());
        if let Some(extra) = node.extra() {
            let state = State::of(node).bounded();
            if let Some(expanded) = state.expanded {
                fields.put("expanded", &expanded);
            }
            match (&state.value, &state.text_value) {
                (Some(value), _) => fields.put("value", value),
                // Some phones say what a field holds beside its text.
                (None, Some(value)) if value != node.text() => fields.text("value", value),
                _ => {}
            }
            if let Some(range) = &state.value_range {
                fields.put("range", range);
            }
            fields.text("error", extra.error.as_deref().unwrap_or_default());
        }
        let actions = Actions::of(node);
        if !actions.is_empty() {
            fields.put("actions", &actions);
        }
        match place {
            Place::Root => whole(&mut fields, self.reading),
            Place::Inside => {}
            Place::Deeper => fields.put("depth", &node.depth()),
        }
    }
}

/// What belongs to the screen and to none of its nodes.
fn whole(fields: &mut Fields<'_>, reading: &Reading) {
    if reading.visibility.has_keyboard() {
        fields.plain("keyboard", "shown");
    }
    if !reading.tree.toasts().is_empty() {
        fields.written("toasts", |json| write_toasts(json, reading.tree.toasts()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::extra::{self, Extra, NodeAction, Range, Toast};
    use crate::{Refs, parse_uiautomator};

    fn show(body: &str) -> String {
        let xml = format!("<hierarchy>{body}</hierarchy>");
        let reading = Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None);
        let refs = Refs::default().bind(&reading.tree, &reading.outline, &["test"]);
        full(&reading, &refs)
    }

    fn check(body: &str, expected: &Value) {
        let shown = show(body);
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), *expected, "{shown}");
    }

    #[test]
    fn only_what_is_not_usual_is_written() {
        check(
            r#"<node class="android.widget.FrameLayout" resource-id="a:id/root" bounds="[0,0][900,900]"><node class="android.widget.Button" text="Pay" content-desc="Pay now" clickable="true" enabled="false" bounds="[0,0][90,90]"/><node class="android.view.View" clickable="true" bounds="[0,100][90,190]"/><node class="a.b.Custom" selected="true" bounds="[0,200][90,290]"/><node class="android.widget.CheckBox" checkable="true" checked="true" text="Remember" bounds="[0,300][90,390]"/></node>"#,
            &json!({
                "role": "container", "bounds": "[0,0][900,900]", "id": "a:id/root",
                "children": [
                    {"role": "button", "bounds": "[0,0][90,90]", "ref": "@b1", "text": "Pay", "desc": "Pay now", "enabled": false, "actions": ["tap"]},
                    {"role": "unknown", "bounds": "[0,100][90,190]", "ref": "@g1", "clickable": true, "actions": ["tap"]},
                    {"role": "unknown", "bounds": "[0,200][90,290]", "cls": "Custom", "selected": true},
                    {"role": "check_box", "bounds": "[0,300][90,390]", "ref": "@c1", "text": "Remember", "checked": true, "actions": ["tap", "check"]},
                ],
            }),
        );
    }

    #[test]
    fn layers_that_say_nothing_and_what_is_not_shown_are_left_out() {
        check(
            r#"<node class="android.widget.FrameLayout" bounds="[0,0][900,900]"><node class="android.widget.LinearLayout" bounds="[0,0][900,900]"><node class="android.widget.TextView" text="Hi" bounds="[0,0][90,90]"/><node text="gone" bounds="[0,0][0,0]"/><node text="below" bounds="[0,950][90,990]"/></node></node>"#,
            &json!({"role": "text_view", "bounds": "[0,0][90,90]", "text": "Hi"}),
        );
    }

    #[test]
    fn several_windows_stand_in_a_frame_and_the_keyboard_is_told() {
        check(
            r#"<node class="android.widget.TextView" package="a" text="One" bounds="[0,0][90,90]"/><node class="android.widget.TextView" package="a" text="Two" bounds="[0,0][900,800]"/>"#,
            &json!({
                "role": "container", "bounds": "[0,0][900,800]",
                "children": [
                    {"role": "text_view", "bounds": "[0,0][900,800]", "text": "Two"},
                    {"role": "text_view", "bounds": "[0,0][90,90]", "text": "One"},
                ],
            }),
        );
        check(
            r#"<node class="android.widget.TextView" package="a" text="One" bounds="[0,0][900,900]"/><node class="android.widget.FrameLayout" package="com.google.android.inputmethod.latin" bounds="[0,500][900,900]"><node package="com.google.android.inputmethod.latin" text="q" bounds="[0,500][90,590]"/></node>"#,
            &json!({"role": "text_view", "bounds": "[0,0][900,900]", "text": "One", "keyboard": "shown"}),
        );
    }

    #[test]
    fn a_field_shows_its_hint_as_hint_and_a_password_nothing() {
        let field = |rest: &str| {
            format!(
                r#"<node class="android.widget.EditText" clickable="true" {rest} bounds="[0,0][900,900]"/>"#
            )
        };
        let json = |fields: Value| {
            let mut json = json!({"role": "text_field", "bounds": "[0,0][900,900]", "ref": "@f1", "actions": ["tap", "type"]});
            json.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            json
        };
        check(&field(r#"text="Email" hint="Email""#), &json(json!({"hint": "Email"})));
        check(&field(r#"text="me" hint="Email""#), &json(json!({"text": "me", "hint": "Email"})));
        check(
            &field(r#"text="hunter2" hint="Secret" state-description="hunter2" password="true""#),
            &json(json!({"hint": "Secret", "password": true})),
        );
    }

    #[test]
    fn what_only_some_phones_say_is_written_too() {
        let one = |class: &str, extra: Extra| -> Value {
            let xml = format!(
                r#"<hierarchy><node class="{class}" text="Name" bounds="[0,0][9,9]"/></hierarchy>"#
            );
            let mut tree = parse_uiautomator(xml.as_bytes()).unwrap();
            tree.extras.push(extra);
            tree.nodes[0].extra = 1;
            serde_json::from_str(&full(&Reading::of(tree, None), &Bindings::default())).unwrap()
        };
        let range = Some(Range { min: 0.0, max: 40.0, current: 10.0 });
        let slider = one("android.widget.SeekBar", Extra { range, ..Extra::default() });
        assert_eq!(
            (&slider["value"], &slider["range"]),
            (&json!(10), &json!({"min": 0, "max": 40}))
        );
        let value = Some(extra::Value::Text("Ada".into()));
        let field = Extra { value, error: Some("too short".into()), ..Extra::default() };
        let field = one("android.widget.EditText", field);
        assert_eq!((&field["text"], &field["value"]), (&json!("Name"), &json!("Ada")));
        assert_eq!(field["error"], json!("too short"));
        let actions = Some(vec![NodeAction::Expand]);
        let menu = one("android.view.View", Extra { actions, ..Extra::default() });
        assert_eq!((&menu["expanded"], &menu["actions"]), (&json!(false), &json!(["expand"])));
    }

    #[test]
    fn what_is_too_deep_to_nest_stands_side_by_side() {
        for nodes in [DEEPEST - 1, DEEPEST, DEEPEST + 1, 70, 5_000, 100_000] {
            let open = r#"<node resource-id="x" bounds="[0,0][900,900]">"#;
            let shown = show(&format!("{}{}", open.repeat(nodes), "</node>".repeat(nodes)));
            let mut level: &Value = &serde_json::from_str(&shown).unwrap();
            let mut levels = 1;
            while let Some([child]) = level["children"].as_array().map(Vec::as_slice) {
                level = child;
                levels += 1;
            }
            let beside = level["children"].as_array().map(Vec::as_slice).unwrap_or_default();
            assert_eq!(levels + beside.len(), nodes, "nothing is lost");
            assert!(levels <= DEEPEST);
            let depths: Vec<usize> = beside
                .iter()
                .map(|node| node["depth"].as_u64().unwrap().try_into().unwrap())
                .collect();
            assert_eq!(depths, (levels..nodes).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_follows_something_deep_is_where_it_belongs() {
        let open = r#"<node resource-id="x" bounds="[0,0][900,900]">"#;
        let leaf = |text: &str| format!(r#"<node text="{text}" bounds="[0,0][9,9]"/>"#);
        let deep = format!("{}{}{}", open.repeat(80), leaf("in"), "</node>".repeat(80));
        let shown: Value = serde_json::from_str(&show(&format!(
            r#"<node resource-id="root" bounds="[0,0][900,900]">{deep}{}</node>"#,
            leaf("after")
        )))
        .unwrap();
        assert_eq!(shown["children"][1]["text"], json!("after"));
        assert!(shown["children"][0].to_string().contains(r#""text":"in""#));
    }

    #[test]
    fn messages_of_the_moment_are_told_once() {
        let xml = r#"<hierarchy><node text="Hi" bounds="[0,0][9,9]"><node text="Ho" bounds="[0,0][9,9]"/></node></hierarchy>"#;
        let mut tree = parse_uiautomator(xml.as_bytes()).unwrap();
        tree.toasts.push(Toast {
            text: "Saved \"it\"".into(),
            package: "a.b".into(),
            age_ms: Some(9),
        });
        let shown = full(&Reading::of(tree, None), &Bindings::default());
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(
            shown["toasts"],
            json!([{"text": "Saved \"it\"", "package": "a.b", "age_ms": 9}])
        );
        assert_eq!(shown["children"][0].get("toasts"), None);
    }
}
