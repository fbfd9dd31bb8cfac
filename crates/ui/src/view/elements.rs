//! The flat list: every node of the tree, shown or not, with what it takes to find it again.

use foldhash::HashMap;
use serde::Serialize;

use super::json::{Fields, Json, bounded};
use crate::state::{State, shows_hint};
use crate::{Actions, Bindings, Node, Reading, Semantic, Tree};

/// A JSON array on one line. An element's place in it is its index, and `parentId` names such an index.
/// What is as usual is left out: visible, enabled, not focused, not selected.
pub fn elements(reading: &Reading, refs: &Bindings) -> String {
    let tree = &reading.tree;
    let labels = labels(reading);
    let uses = Uses::of(tree);
    let apple = is_apple(tree);
    let mut json = Json::with_capacity(2 + tree.len() * 192);
    json.raw("[");
    for node in tree.nodes() {
        let index = node.id().index();
        if index > 0 {
            json.raw(",");
        }
        let mut fields = json.object();
        if let Some(token) = refs.of(node.id()) {
            fields.plain("element_id", token);
        }
        let source = source(node, labels[index]);
        let is_unique = source.is_some_and(|source| uses.is_unique(source));
        names(&mut fields, node, labels[index].map(|label| label.value), is_unique);
        if let Some(source) = source {
            let confidence = confidence(source, is_unique, apple);
            fields.put("selector", &Selector { value: &bounded(source.value), confidence });
        }
        facts(&mut fields, node, reading);
        json.raw("}");
    }
    json.raw("]");
    json.into_string()
}

#[derive(Serialize)]
struct Selector<'t> {
    value: &'t str,
    confidence: Confidence,
}

#[derive(Serialize)]
struct Confidence {
    score: f64,
    reason: String,
}

/// What a node can be told by, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Identifier,
    Label,
    Text,
    Class,
}

#[derive(Debug, Clone, Copy)]
struct Source<'t> {
    kind: Kind,
    value: &'t str,
}

/// How many nodes could be meant by a value.
#[derive(Default)]
struct Uses<'t> {
    identifiers: HashMap<&'t str, Count>,
    /// Whoever reads words on a screen does not see which attribute they are from.
    words: HashMap<&'t str, Count>,
    classes: HashMap<&'t str, Count>,
}

#[derive(Default)]
struct Count {
    nodes: u32,
    /// The last one that was counted, of words.
    last: u32,
}

impl<'t> Uses<'t> {
    fn of(tree: &'t Tree) -> Self {
        let mut uses = Self::default();
        // Backwards, so that what is inside a node was met before it.
        for node in tree.nodes().rev() {
            let id = node.id().0;
            uses.identifiers.entry(node.resource_id().trim()).or_default().nodes += 1;
            uses.classes.entry(node.class().trim()).or_default().nodes += 1;
            for Source { value, .. } in said(node) {
                let count = uses.words.entry(value).or_default();
                // What repeats the words of something in it is the same thing.
                if count.nodes == 0 || count.last >= node.data().end {
                    *count = Count { nodes: count.nodes + 1, last: id };
                }
            }
        }
        uses
    }

    fn is_unique(&self, source: Source<'_>) -> bool {
        let values = match source.kind {
            Kind::Identifier => &self.identifiers,
            Kind::Label | Kind::Text => &self.words,
            Kind::Class => &self.classes,
        };
        values.get(source.value).is_some_and(|count| count.nodes == 1)
    }
}

fn names(fields: &mut Fields<'_>, node: Node<'_>, label: Option<&str>, is_unique: bool) {
    let id = node.resource_id().trim();
    if !id.is_empty() {
        fields.text("stable_id", id);
        fields.put("stable_id_unique", &is_unique);
    }
    fields.plain("role", node.role().name());
    let text = public_text(node);
    let label = label.unwrap_or_default();
    fields.text("label", if label == text.trim() { "" } else { label });
    fields.text("text", text);
    // A name without a package is one that its author gave for tests.
    fields.text("test_tag", if id.contains(":id/") { "" } else { id });
    fields.text("type", node.class());
    for (key, extra) in [("hint", node.hint()), ("pane", node.pane()), ("tooltip", node.tooltip())]
    {
        fields.text(key, if extra.trim() == label { "" } else { extra });
    }
    if !node.is_password() {
        fields.text("state_description", node.state());
    }
}

fn facts(fields: &mut Fields<'_>, node: Node<'_>, reading: &Reading) {
    let semantic = Semantic::of(node);
    if !semantic.is_empty() {
        fields.put("semantic", &semantic);
    }
    let state = State::of(node).notable().bounded();
    if !state.is_empty() {
        fields.put("state", &state);
    }
    let bounds = node.bounds();
    fields.put("bounds", &[bounds.left, bounds.top, bounds.right, bounds.bottom]);
    fields.unless("visible", true, reading.visibility.shown(node).is_some());
    fields.unless("enabled", true, node.is_enabled());
    fields.unless("password", false, node.is_password());
    if let Some(parent) = node.parent() {
        fields.put("parentId", &parent.id().0);
        fields.put("depth", &node.depth());
    }
    let actions = Actions::of(node);
    if !actions.is_empty() {
        fields.put("actions", &actions);
    }
}

/// What each node is called: by its line in the outline, else by itself.
fn labels(reading: &Reading) -> Vec<Option<Source<'_>>> {
    let tree = &reading.tree;
    let mut labels: Vec<_> = tree.nodes().map(own_label).collect();
    for element in reading.outline.elements() {
        let index = element.node.index();
        if labels[index].is_none() {
            labels[index] = element.label.and_then(|label| own_label(tree.node(label.0)));
        }
    }
    labels
}

/// What a node is called by its author, else what it says: what a field holds is no name for it.
fn own_label(node: Node<'_>) -> Option<Source<'_>> {
    let holds = if node.is_editable() { public_text(node).trim() } else { "" };
    said(node).find(|source| source.kind == Kind::Label || source.value != holds)
}

/// All the words of a node, what its author calls it first.
fn said(node: Node<'_>) -> impl Iterator<Item = Source<'_>> {
    let hint = if shows_hint(node) && !node.is_password() { node.text() } else { node.hint() };
    let words = [
        (Kind::Label, node.description()),
        (Kind::Text, public_text(node)),
        (Kind::Text, hint),
        (Kind::Text, node.tooltip()),
    ];
    words
        .into_iter()
        .map(|(kind, words)| Source { kind, value: words.trim() })
        .filter(|source| !source.value.is_empty())
}

/// The text of a node, unless it is a secret or merely a hint.
fn public_text(node: Node<'_>) -> &str {
    if node.is_password() || shows_hint(node) { "" } else { node.text() }
}

fn source<'t>(node: Node<'t>, label: Option<Source<'t>>) -> Option<Source<'t>> {
    let named = |kind, value: &'t str| {
        Some(Source { kind, value: value.trim() }).filter(|source| !source.value.is_empty())
    };
    let class = if node.is_interactive() { node.class() } else { "" };
    named(Kind::Identifier, node.resource_id())
        .or(label)
        .or_else(|| named(Kind::Text, public_text(node)))
        .or_else(|| named(Kind::Class, class))
}

/// The scale of the contract: how far a value of this kind can be trusted to find the same element.
fn confidence(source: Source<'_>, is_unique: bool, apple: bool) -> Confidence {
    let (score, android, ios) = match source.kind {
        Kind::Identifier => (100, "resource_id", "accessibility_identifier"),
        Kind::Label => (90, "content_description", "label_match"),
        Kind::Text if apple => (75, "text_match", "value_match"),
        Kind::Text => (60, "text_match", "value_match"),
        Kind::Class => (35, "class_match", "type_match"),
    };
    let mut reason = if apple { ios } else { android }.to_owned();
    if source.kind != Kind::Identifier {
        reason.push_str(", no_stable_id");
    }
    if !is_unique {
        reason.push_str(", not_unique");
    }
    let score = if is_unique { score } else { score - 5 };
    Confidence { score: f64::from(score) / 100.0, reason }
}

/// Whether the tree speaks of an iPhone: its words for where a value comes from are other ones.
fn is_apple(tree: &Tree) -> bool {
    let names = |node: Node<'_>| {
        node.class().starts_with("XCUIElementType")
            || node.class().starts_with("AX")
            || node.extra().is_some_and(|extra| !extra.traits.is_empty())
    };
    tree.roots().any(|root| matches!(root.class(), "Application" | "Window"))
        || tree.nodes().any(names)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Refs, parse_uiautomator};

    fn show(body: &str) -> Vec<Value> {
        let xml = format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][900,900]">{body}</node></hierarchy>"#
        );
        let reading = Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None);
        let refs = Refs::default().bind(&reading.tree, &reading.outline, &["test"]);
        serde_json::from_str(&elements(&reading, &refs)).unwrap()
    }

    /// Holds get_ui_tree.11.
    #[test]
    fn every_node_is_listed_with_what_is_known_of_it() {
        let shown = show(
            r#"<node class="android.widget.Button" resource-id="a:id/pay" text="Pay" content-desc="Pay now" clickable="true" enabled="false" bounds="[0,0][90,90]"/><node text="below" clickable="false" bounds="[0,950][90,990]"/>"#,
        );
        assert_eq!(
            shown,
            [
                json!({
                    "role": "container", "type": "android.widget.FrameLayout",
                    "semantic": {"is_container": true}, "bounds": [0, 0, 900, 900],
                }),
                json!({
                    "element_id": "@b1", "stable_id": "a:id/pay", "stable_id_unique": true,
                    "role": "button", "label": "Pay now", "text": "Pay", "type": "android.widget.Button",
                    "selector": {"value": "a:id/pay", "confidence": {"score": 1.0, "reason": "resource_id"}},
                    "semantic": {"is_clickable": true, "supported_actions": ["tap"]},
                    "state": {"enabled": false}, "bounds": [0, 0, 90, 90], "enabled": false,
                    "parentId": 0, "depth": 1, "actions": ["tap"],
                }),
                json!({
                    "role": "unknown", "text": "below",
                    "selector": {"value": "below", "confidence": {"score": 0.6, "reason": "text_match, no_stable_id"}},
                    "bounds": [0, 950, 90, 990], "visible": false, "parentId": 0, "depth": 1,
                }),
            ]
        );
    }

    #[test]
    fn selectors_say_how_far_they_can_be_trusted() {
        let check = |attributes: &str, value: Value, score: f64, reason: &str| {
            let node = format!(r#"<node {attributes} bounds="[0,0][90,90]"/>"#);
            let found = &show(&node)[1]["selector"];
            let expected =
                json!({"value": value, "confidence": {"score": score, "reason": reason}});
            assert_eq!(*found, expected, "{attributes}");
        };
        check(r#"resource-id="tag""#, json!("tag"), 1.0, "resource_id");
        check(r#"content-desc="Cart""#, json!("Cart"), 0.9, "content_description, no_stable_id");
        check(
            r#"text="Cart" content-desc="Cart""#,
            json!("Cart"),
            0.9,
            "content_description, no_stable_id",
        );
        check(r#"text="Cart""#, json!("Cart"), 0.6, "text_match, no_stable_id");
        check(r#"class="x.Y" clickable="true""#, json!("x.Y"), 0.35, "class_match, no_stable_id");
        check(
            r#"class="XCUIElementTypeOther" resource-id="tag""#,
            json!("tag"),
            1.0,
            "accessibility_identifier",
        );
        check(
            r#"class="XCUIElementTypeOther" text="v""#,
            json!("v"),
            0.75,
            "value_match, no_stable_id",
        );
        assert_eq!(show(r#"<node class="x.Y" bounds="[0,0][9,9]"/>"#)[1].get("selector"), None);
    }

    #[test]
    fn what_is_not_unique_says_so() {
        let row = r#"<node resource-id="a:id/row" content-desc="Row" bounds="[0,0][90,90]"/>"#;
        for element in &show(&format!("{row}{row}"))[1..] {
            assert_eq!(element["stable_id_unique"], json!(false));
            let confidence = json!({"score": 0.95, "reason": "resource_id, not_unique"});
            assert_eq!(element["selector"]["confidence"], confidence);
        }
    }

    #[test]
    fn identifiers_are_no_labels_and_labels_no_identifiers() {
        let [_, described, tagged] = &show(
            r#"<node content-desc="Cart" bounds="[0,0][9,9]"/><node resource-id="cart_tag" bounds="[0,0][9,9]"/>"#,
        )[..] else {
            panic!()
        };
        assert_eq!((described.get("stable_id"), described.get("test_tag")), (None, None));
        assert_eq!(
            (&tagged["stable_id"], &tagged["test_tag"]),
            (&json!("cart_tag"), &json!("cart_tag"))
        );
        assert_eq!(tagged.get("label"), None);
    }

    #[test]
    fn an_element_is_called_by_what_stands_in_it() {
        let row = r#"<node class="android.view.View" clickable="true" bounds="[0,0][90,90]"><node class="android.widget.TextView" text="Account" bounds="[0,0][90,90]"/></node>"#;
        let shown = show(row);
        assert_eq!(shown[1]["label"], json!("Account"));
        let reason = json!({"score": 0.6, "reason": "text_match, no_stable_id"});
        assert_eq!(shown[1]["selector"], json!({"value": "Account", "confidence": reason}));
        assert_eq!(shown[2]["selector"], shown[1]["selector"], "one thing, said once");
        let described = row.replace("text=", "content-desc=");
        let reason = json!({"score": 0.9, "reason": "content_description, no_stable_id"});
        assert_eq!(show(&described)[1]["selector"]["confidence"], reason);
    }

    #[test]
    fn words_are_unique_wherever_they_come_from() {
        let check = |nodes: &str, reasons: &[&str]| {
            let shown = show(nodes);
            let found: Vec<&Value> =
                shown[1..].iter().map(|node| &node["selector"]["confidence"]["reason"]).collect();
            assert_eq!(found, reasons, "{nodes}");
        };
        let row = r#"<node class="android.view.View" clickable="true" bounds="[0,0][90,90]"><node class="android.widget.TextView" text="Cart" bounds="[0,0][90,90]"/></node>"#;
        let described = r#"<node content-desc="Cart" bounds="[0,100][90,190]"/>"#;
        let (text, description) = ("text_match, no_stable_id", "content_description, no_stable_id");
        let twice = |reason: &str| format!("{reason}, not_unique");
        check(row, &[text, text]);
        check(&format!("{row}{row}"), &[&*twice(text); 4]);
        check(&format!("{row}{described}"), &[&*twice(text), &twice(text), &twice(description)]);
        let hint =
            r#"<node class="android.widget.EditText" hint="Cart" bounds="[0,200][90,290]"/>"#;
        check(hint, &[text]);
        check(&format!("{described}{hint}"), &[&*twice(description), &twice(text)]);
        let around = format!(r#"<node content-desc="Cart" bounds="[0,0][900,900]">{row}</node>"#);
        check(&around, &[description, text, text]);
        let around =
            format!(r#"<node content-desc="Cart" bounds="[0,0][900,900]">{row}{row}</node>"#);
        let many = twice(text);
        check(&around, &[&*twice(description), &many, &many, &many, &many]);
    }

    #[test]
    fn a_password_stays_where_it_is() {
        let field = r#"<node class="android.widget.EditText" text="hunter2" hint="Secret" state-description="hunter2" password="true" bounds="[0,0][90,90]"/>"#;
        let shown = &show(field)[1];
        assert!(!shown.to_string().contains("hunter2"), "{shown}");
        assert_eq!((&shown["label"], &shown["password"]), (&json!("Secret"), &json!(true)));
        let bare = r#"<node class="android.view.View" clickable="true" bounds="[0,0][90,90]"><node class="android.widget.TextView" text="hunter2" password="true" bounds="[0,0][90,90]"/></node>"#;
        assert!(!show(bare).iter().any(|element| element.to_string().contains("hunter2")));
    }
}
