//! The JSON views: over whatever trees there can be, and over screens recorded from real devices.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;
use ui::view::{elements, full};
use ui::{ChangeSignatures, Reading, Refs, classify, parse, recognise};

struct Shown {
    reading: Reading,
    full: String,
    elements: String,
}

fn show(bytes: &[u8]) -> Option<Shown> {
    let tree = parse(bytes, recognise(bytes)?).ok()?;
    let reading = Reading::of(tree, None);
    let refs = Refs::default().bind(&reading.tree, &reading.outline, &["test"]);
    let (full, elements) = (full(&reading, &refs), elements(&reading, &refs));
    Some(Shown { reading, full, elements })
}

/// Both views, read back by someone else.
fn read_back(shown: &Shown) -> (Value, Vec<Value>) {
    let full: Value = serde_json::from_str(&shown.full).expect("the tree is JSON");
    let elements: Vec<Value> = serde_json::from_str(&shown.elements).expect("the list is JSON");
    assert!(full.is_object());
    assert_eq!(elements.len(), shown.reading.tree.len(), "nothing is dropped");
    (full, elements)
}

fn refs_of(full: &Value, found: &mut Vec<String>) {
    found.extend(full["ref"].as_str().map(str::to_owned));
    for child in full["children"].as_array().into_iter().flatten() {
        refs_of(child, found);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

#[test]
fn every_recorded_screen_becomes_json() {
    let Some(corpus) = judge::corpus_or_skip() else { return };
    let (mut screens, mut nodes, mut bytes) = (0, 0, [0; 3]);
    for path in files(&corpus) {
        let Ok(content) = std::fs::read(&path) else { continue };
        let Some(shown) = show(&content) else { continue };
        let again = show(&content).expect("what was read once is read again");
        assert_eq!(shown.full, again.full, "{}", path.display());
        assert_eq!(shown.elements, again.elements, "{}", path.display());
        let unchanged = [&shown, &again].map(|shown| ChangeSignatures::of(&shown.reading));
        assert_eq!(classify(unchanged[0], unchanged[1]), None, "{}", path.display());
        let (full, elements) = read_back(&shown);
        let mut in_tree = Vec::new();
        refs_of(&full, &mut in_tree);
        let listed: Vec<_> =
            elements.iter().filter_map(|element| element["element_id"].as_str()).collect();
        let names = path.display();
        for token in &in_tree {
            assert!(listed.contains(&token.as_str()), "{names}: {token} is not in the list");
        }
        for token in &listed {
            assert!(
                in_tree.iter().any(|known| known == token),
                "{names}: {token} is not in the tree"
            );
        }
        screens += 1;
        nodes += elements.len();
        for (sum, size) in
            bytes.iter_mut().zip([content.len(), shown.full.len(), shown.elements.len()])
        {
            *sum += size;
        }
    }
    let [source, full, elements] = bytes;
    println!(
        "{screens} screens, {nodes} nodes, {source} bytes: {full} as tree, {elements} as list"
    );
    assert!(screens > 100, "{screens} screens");
}

const SECRET: &str = "correct-horse";

#[derive(Debug, Clone)]
struct Spec {
    attributes: String,
    children: Vec<Self>,
}

impl Spec {
    fn write(&self, out: &mut String) {
        out.push_str("<node ");
        out.push_str(&self.attributes);
        out.push('>');
        for child in &self.children {
            child.write(out);
        }
        out.push_str("</node>");
    }
}

fn escape(text: &str) -> String {
    text.chars().map(|character| format!("&#{};", u32::from(character))).collect()
}

fn attributes() -> impl Strategy<Value = String> {
    let class = prop::sample::select(vec![
        "android.widget.EditText",
        "android.widget.TextView",
        "android.widget.FrameLayout",
        "android.widget.SeekBar",
        "android.widget.Spinner",
        "android.view.View",
        "android.widget.ListView",
        "android.widget.Switch",
        "XCUIElementTypeOther",
    ]);
    let flags = proptest::collection::vec(
        prop::sample::select(vec![
            "clickable",
            "checkable",
            "checked",
            "scrollable",
            "focused",
            "selected",
        ]),
        0..3,
    );
    let edge = -50..1200_i32;
    (class, any::<String>(), any::<String>(), flags, any::<bool>(), [edge.clone(), edge.clone(), edge.clone(), edge])
        .prop_map(|(class, text, other, flags, password, [left, top, right, bottom])| {
            let text = if password { SECRET.to_owned() } else { text };
            let mut out = format!(
                r#"class="{class}" password="{password}" text="{}" bounds="[{left},{top}][{right},{bottom}]""#,
                escape(&text)
            );
            let key = ["content-desc", "hint", "resource-id", "pane-title", "tooltip-text"][other.len() % 5];
            out.extend([" ", key, "=\"", &escape(&other), "\""]);
            let mut flags = flags;
            flags.sort_unstable();
            flags.dedup();
            for flag in flags {
                out.extend([" ", flag, "=\"true\""]);
            }
            out
        })
}

fn trees() -> impl Strategy<Value = String> {
    let leaf = attributes().prop_map(|attributes| Spec { attributes, children: Vec::new() });
    let tree = leaf.prop_recursive(5, 40, 5, |inner| {
        (attributes(), proptest::collection::vec(inner, 0..5))
            .prop_map(|(attributes, children)| Spec { attributes, children })
    });
    proptest::collection::vec(tree, 1..3).prop_map(|roots| {
        let mut xml = String::from("<hierarchy>");
        for root in &roots {
            root.write(&mut xml);
        }
        xml.push_str("</hierarchy>");
        xml
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_tree_becomes_json_without_its_passwords(xml in trees()) {
        let shown = show(xml.as_bytes()).expect("a screen");
        read_back(&shown);
        prop_assert!(!shown.full.contains(SECRET), "{}", shown.full);
        prop_assert!(!shown.elements.contains(SECRET), "{}", shown.elements);
        prop_assert!(!shown.full.contains('\n') && !shown.elements.contains('\n'));
        let most = 1_500 * shown.reading.tree.len() + 8 * xml.len();
        prop_assert!(shown.full.len() + shown.elements.len() <= most, "size grows with the tree");
    }
}

/// Twice the nodes, twice the answer: nothing is told again for each level.
#[test]
fn the_answer_grows_with_the_nodes_however_they_are_nested() {
    let sizes = |rows: usize, depth: usize| {
        let open = r#"<node resource-id="a:id/x" clickable="true" class="android.view.View" bounds="[0,0][900,900]">"#;
        let row = format!("{}{}", open.repeat(depth), "</node>".repeat(depth));
        let xml = format!("<hierarchy>{open}{}</node></hierarchy>", row.repeat(rows));
        let shown = show(xml.as_bytes()).expect("a screen");
        assert_eq!(shown.reading.tree.len(), rows * depth + 1);
        (shown.full.len(), shown.elements.len())
    };
    for (rows, depth) in [(20_000, 1), (1, 20_000), (140, 140)] {
        let (full, elements) = sizes(rows, depth);
        let nodes = rows * depth + 1;
        assert!(full / nodes < 200 && elements / nodes < 600, "{full} and {elements} for {nodes}");
    }
}
