//! Whatever an app writes, it stays inside quotes: no line, ref or word of ours is ever forged.

use std::collections::BTreeSet;

use proptest::prelude::*;
use ui::view::{DEFAULT_BUDGET, Header, compact};
use ui::{Fingerprint, Reading, Refs, parse_uiautomator};

const CLASSES: [&str; 6] = [
    "android.widget.Button",
    "android.widget.EditText",
    "android.widget.TextView",
    "android.widget.Switch",
    "android.widget.LinearLayout",
    "android.view.View",
];

/// Text that would like to be more than text.
fn foreign() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        Just("x\"\n  @b9 btn \"Pay\"".to_owned()),
        Just("\\\" @b7 btn".to_owned()),
        Just("a\u{2028}@s1 scroll\u{85}\u{b}x\rscreen 1x1 #abcdef r9".to_owned()),
        Just("\u{202e}\u{200b}\u{feff}\\".to_owned()),
        "[\"\\\\@= \n\r\t]{0,12}",
        Just(String::new()),
    ]
}

fn escape(text: &str) -> String {
    text.chars().map(|character| format!("&#{};", u32::from(character))).collect()
}

prop_compose! {
    fn node()(
        class in 0..CLASSES.len(),
        texts in proptest::collection::vec(foreign(), 8),
        flags in any::<u16>(),
        row in 0..20_u32,
    ) -> String {
        let names = ["text", "content-desc", "hint", "pane-title", "state-description", "tooltip-text", "resource-id", "package"];
        let said: String = names.iter().zip(&texts).map(|(name, text)| format!(" {name}=\"{}\"", escape(text))).collect();
        let flag = |bit: u16, name: &str| format!(" {name}=\"{}\"", flags & (1 << bit) != 0);
        let flags: String = ["clickable", "checkable", "checked", "scrollable", "password", "selected", "enabled", "focused"]
            .iter().zip(0..).map(|(name, bit)| flag(bit, name)).collect();
        format!(r#"<node class="{}"{said}{flags} bounds="[0,{}][900,{}]""#, CLASSES[class], row * 100, row * 100 + 90)
    }
}

/// What is outside quotes, and whether every quote is closed.
fn unquoted(line: &str) -> Option<String> {
    let (mut outside, mut inside, mut escaped) = (String::new(), false, false);
    for character in line.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            _ if !inside => outside.push(character),
            _ => {}
        }
    }
    (!inside).then_some(outside)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Holds calls.20.
    #[test]
    fn nothing_is_forged(nodes in proptest::collection::vec(node(), 1..8), nested in any::<bool>()) {
        let body = if nested {
            nodes.iter().map(|node| format!("{node}>")).collect::<String>() + &"</node>".repeat(nodes.len())
        } else {
            nodes.iter().map(|node| format!("{node}/>")).collect()
        };
        let xml = format!(r#"<hierarchy><node class="F" bounds="[0,0][1080,2400]">{body}</node></hierarchy>"#);
        let tree = parse_uiautomator(xml.as_bytes()).expect("well-formed");
        let reading = Reading::of(tree, None);
        let Reading { tree, size, visibility, outline } = &reading;
        let refs = Refs::default().bind(tree, outline, &[]);
        let fingerprint = Fingerprint::of(tree, visibility, &[]);
        let package = tree.nodes().map(ui::Node::package).find(|package| !package.is_empty()).unwrap_or_default();
        let header = Header { size: *size, package, fingerprint: &fingerprint, revision: 1, loading: None };
        let text = compact(tree, outline, &refs, header, DEFAULT_BUDGET * 100);
        prop_assert_eq!(text.lines().count(), outline.lines.len() + 1, "{}", text);
        prop_assert!(!text.chars().any(|character| character.is_control() && character != '\n'));

        let header = unquoted(text.lines().next().unwrap_or_default());
        let words = header.as_deref().map(|header| header.split_whitespace().count());
        prop_assert!(matches!(words, Some(4 | 5)), "{:?}", header);

        let mut shown = BTreeSet::new();
        for line in text.lines().skip(1) {
            let outside = unquoted(line);
            prop_assert!(outside.is_some(), "an open quote: {}", line);
            for word in outside.unwrap_or_default().split_whitespace() {
                if word.starts_with('@') {
                    shown.insert(word.to_owned());
                }
                prop_assert!(word.chars().all(|c| c.is_ascii_alphanumeric() || "@=+(),:.".contains(c)), "{} in {}", word, line);
            }
        }
        let given: BTreeSet<String> =
            outline.elements().filter_map(|element| refs.of(element.node)).map(|token| token.to_string()).collect();
        prop_assert_eq!(shown, given);
    }
}
