//! Declared widgets tell accessibility what the framework's own do. The court is a table that `runtime/test/widgets.py` records from
//! the real framework at the levels that it runs at.
//!
//! Held: class, id, text, hint, description, and every flag that a dump shows or leaves nodes out by. Recorded only, because nothing on the
//! phone says them of a declared app: state, actions, range, collections, and the flags `editable`, `multiLine`, `showingHint`, `canOpenPopup`.
//! Neither from the framework nor here: lists, cards and tabs (androidx has them), web pages.

use super::driver::Driver;
use crate::{
    android::{Android, Api, Builder},
    apps::declared,
    screen::{Flags, Node, Size, Tree},
};

const TABLE: &str = include_str!("framework_widgets.tsv");
const PACKAGE: &str = "com.example.widgets";

/// Each widget of the table as a declared app writes it.
const DECLARED: [(&str, &str); 53] = [
    ("text", "text: {id: ID, text: Hello}"),
    ("text tap", "text: {id: ID, text: Hello, on_tap: [set: {a: b}]}"),
    (
        "text tap long_tap",
        "text: {id: ID, text: Hello, on_tap: [set: {a: b}], on_long_tap: [set: {a: b}]}",
    ),
    ("text disabled", "text: {id: ID, text: Hello, enabled: off}"),
    ("text desc", "text: {id: ID, text: Hello, desc: Greeting}"),
    ("button", "button: {id: ID, text: Do it}"),
    ("button disabled", "button: {id: ID, text: Do it, enabled: off}"),
    ("button long_tap", "button: {id: ID, text: Do it, on_long_tap: [set: {a: b}]}"),
    ("icon_button desc", "icon_button: {id: ID, icon: heart, desc: Like}"),
    ("icon_button", "icon_button: {id: ID, icon: heart}"),
    ("icon_button desc disabled", "icon_button: {id: ID, icon: heart, desc: Like, enabled: off}"),
    ("image desc", "image: {id: ID, desc: A photo}"),
    ("image", "image: {id: ID}"),
    ("image desc tap", "image: {id: ID, desc: A photo, on_tap: [set: {a: b}]}"),
    ("field", "field: {id: ID, bind: empty, hint: Name}"),
    ("field filled", "field: {id: ID, bind: name, hint: Name}"),
    ("field filled focused", "field: {id: ID, bind: name, hint: Name}"),
    ("field no_hint", "field: {id: ID, bind: empty}"),
    ("field filled disabled", "field: {id: ID, bind: name, hint: Name, enabled: off}"),
    ("field disabled", "field: {id: ID, bind: empty, hint: Name, enabled: off}"),
    ("field password", "field: {id: ID, bind: empty, hint: Name, input: password}"),
    ("field password filled", "field: {id: ID, bind: name, hint: Name, input: password}"),
    ("field multiline filled", "field: {id: ID, bind: lines, hint: Name, input: multiline}"),
    ("field number filled", "field: {id: ID, bind: number, hint: Name, input: number}"),
    ("date", "date: {id: ID, bind: empty, hint: Day}"),
    ("date filled", "date: {id: ID, bind: day, hint: Day}"),
    ("check_box", "check_box: {id: ID, text: Remember, bind: off}"),
    ("check_box on", "check_box: {id: ID, text: Remember, bind: on}"),
    ("check_box disabled", "check_box: {id: ID, text: Remember, bind: off, enabled: off}"),
    ("check_box on disabled", "check_box: {id: ID, text: Remember, bind: on, enabled: off}"),
    ("switch", "switch: {id: ID, text: Remember, bind: off}"),
    ("switch on", "switch: {id: ID, text: Remember, bind: on}"),
    ("switch disabled", "switch: {id: ID, text: Remember, bind: off, enabled: off}"),
    ("switch on disabled", "switch: {id: ID, text: Remember, bind: on, enabled: off}"),
    ("radio", "radio: {id: ID, text: Remember, bind: pick, value: Two}"),
    ("radio on", "radio: {id: ID, text: Remember, bind: pick, value: One}"),
    ("radio disabled", "radio: {id: ID, text: Remember, bind: pick, value: Two, enabled: off}"),
    ("radio on disabled", "radio: {id: ID, text: Remember, bind: pick, value: One, enabled: off}"),
    ("slider desc", "slider: {id: ID, desc: Level, bind: level}"),
    ("slider", "slider: {id: ID, bind: level}"),
    ("slider desc disabled", "slider: {id: ID, desc: Level, bind: level, enabled: off}"),
    ("spinner", "spinner: {id: ID}"),
    ("progress", "progress: {id: ID, value: \"{level}\", max: 100}"),
    ("dropdown", "dropdown: {id: ID, bind: pick, of: picks}"),
    ("dropdown disabled", "dropdown: {id: ID, bind: pick, of: picks, enabled: off}"),
    ("column", "column: {id: ID, children: [text: {text: In it}]}"),
    ("column tap", "column: {id: ID, on_tap: [set: {a: b}], children: [text: {text: In it}]}"),
    ("column desc", "column: {id: ID, desc: Group, children: [text: {text: In it}]}"),
    (
        "column hidden",
        "column: {id: ID, children: [text: {text: Gone, visible: off}, text: {text: In it}, space: {height: 10}, text: {text: Last}]}",
    ),
    ("stack", "stack: {id: ID, children: [text: {text: In it}]}"),
    ("divider", "divider: {id: ID}"),
    ("space", "space: {id: ID, height: 10}"),
    ("clock", "clock: {id: ID, format: \"12:34\"}"),
];

fn app() -> String {
    let mut yaml = format!(
        "package: {PACKAGE}\nlabel: W\n\
         state: {{a: a, empty: '', name: Ada, lines: \"Ada\\nGrace\", number: '42', day: '2026-11-15', on: true, off: false, pick: One, level: 30, picks: [One, Two]}}\n\
         dialogs:\n  sure: {{title: Sure?, message: It is gone then., positive: {{text: 'YES'}}, negative: {{text: 'NO'}}, neutral: {{text: LATER}}}}\n\
         activities:\n  \
           .Scroll:\n    exported: true\n    body:\n      column:\n        children:\n          \
             - scroll: {{id: fits, height: 100, children: [text: {{text: In it}}]}}\n          \
             - scroll: {{id: overflows, height: 72, children: [text: {{text: Whole, height: 48}}, text: {{text: Cut, height: 48}}, text: {{text: Beyond, height: 48}}]}}\n  \
           .Main:\n    exported: true\n    body:\n      column:\n        children:\n          \
             - button: {{id: alert, text: Ask, on_tap: [dialog: sure]}}\n",
    );
    for (place, (_, widget)) in DECLARED.iter().enumerate() {
        let widget = widget.replace("ID", &format!("w{place}"));
        yaml.push_str("          - ");
        yaml.push_str(&widget);
        yaml.push('\n');
    }
    yaml
}

/// A line of the table: the widget and its state, the node below it, and what is held.
struct Line {
    name: &'static str,
    path: &'static str,
    told: Told,
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    class: String,
    text: String,
    hint: String,
    desc: String,
    flags: Vec<&'static str>,
}

const HELD: [(&str, Flags); 11] = [
    ("checkable", Flags::CHECKABLE),
    ("checked", Flags::CHECKED),
    ("clickable", Flags::CLICKABLE),
    ("disabled", Flags::DISABLED),
    ("focusable", Flags::FOCUSABLE),
    ("focused", Flags::FOCUSED),
    ("longClickable", Flags::LONG_CLICKABLE),
    ("password", Flags::PASSWORD),
    ("scrollable", Flags::SCROLLABLE),
    ("selected", Flags::SELECTED),
    ("unimportant", Flags::UNIMPORTANT),
];

impl From<&Node> for Told {
    fn from(node: &Node) -> Self {
        Self {
            class: node.class.to_string(),
            text: node.text.clone(),
            hint: node.hint.clone(),
            desc: node.desc.clone(),
            flags: HELD.iter().filter(|held| node.flags.has(held.1)).map(|held| held.0).collect(),
        }
    }
}

/// What holds at a level; what the user cannot see is in no dump.
fn lines(level: u32) -> Vec<Line> {
    let mut lines = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<_> = line.split('\t').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let flags: Vec<_> = cell(9).split(' ').collect();
        let levels = cell(1).split(',');
        if !levels.into_iter().any(|held| held.parse() == Ok(level)) || flags.contains(&"invisible")
        {
            continue;
        }
        let told = |flag: &str| match flag {
            "unimportant" => cell(3) != "nothing" && !flags.contains(&"important"),
            _ => flags.contains(&flag),
        };
        lines.push(Line {
            name: cell(0),
            path: cell(2),
            told: Told {
                class: cell(3).to_owned(),
                text: cell(5).replace("\\n", "\n"),
                hint: cell(6).to_owned(),
                desc: cell(7).to_owned(),
                flags: HELD.iter().map(|held| held.0).filter(|flag| told(flag)).collect(),
            },
        });
    }
    assert!(lines.len() > 60, "the table has level {level}");
    lines
}

/// The node at `/0/1` below another, by the indexes that it reports.
fn below<'a>(tree: &'a Tree, id: &str, path: &str) -> Option<&'a Node> {
    let id = format!("/{id}");
    let mut at = tree.nodes.iter().position(|node| node.id.ends_with(&id))?;
    for index in path.split('/').filter_map(|step| step.parse::<u32>().ok()) {
        at = tree.children(Some(at)).find(|child| tree.nodes[*child].index == index)?;
    }
    Some(&tree.nodes[at])
}

/// So high that everything is on the screen.
fn phone(api: Api) -> Builder {
    Android::builder().api(api).size(Size::new(1080, 20_000), 420).app(declared(&app()).unwrap())
}

async fn check(api: Api, level: u32) {
    let driver = Driver::on(phone(api)).await;
    driver.start(PACKAGE, ".Scroll").await;
    driver.settle().await;
    let scroll = driver.tree().await;
    driver.start(PACKAGE, ".Main").await;
    driver.settle().await;
    let main = driver.tree().await;
    let id_of = |name: &str| {
        let place = DECLARED.iter().position(|(declared, _)| *declared == name);
        format!("w{}", place.unwrap_or_else(|| panic!("no declared widget for {name:?}")))
    };
    driver.tap(&id_of("dropdown")).await;
    driver.settle().await;
    let menu = driver.tree().await;
    driver.back().await;
    driver.tap("alert").await;
    driver.settle().await;
    let alert = driver.tree().await;
    driver.back().await;
    driver.tap(&id_of("field filled focused")).await;
    driver.settle().await;
    let focused = driver.tree().await;

    let mut wrong = Vec::new();
    for Line { name, path, told } in lines(level) {
        let by_text = |tree: &Tree| tree.nodes.iter().find(|node| node.text == told.text).cloned();
        let node = match name {
            "scroll" => below(&scroll, "fits", path).cloned(),
            "scroll overflowing" => below(&scroll, "overflows", path).cloned(),
            "menu" => menu.nodes.iter().find(|node| node.class.ends_with("ListView")).cloned(),
            "menu_row" | "menu_row on" => by_text(&menu),
            _ if name.starts_with("alert ") => by_text(&alert),
            "field filled focused" => below(&focused, &id_of(name), path).cloned(),
            _ => below(&main, &id_of(name), path).cloned(),
        };
        let seen = node.as_ref().map(Told::from);
        let nothing = told.class == "nothing" && seen.is_none();
        if !nothing && seen.as_ref() != Some(&told) {
            wrong.push(format!("{name} {path}\n  framework {told:?}\n  declared  {seen:?}"));
        }
    }
    assert!(wrong.is_empty(), "API {level}:\n{}", wrong.join("\n"));
    assert!(below(&scroll, "overflows", "/0/2").is_none(), "what lies beyond is not told");
    let cut = below(&scroll, "overflows", "/0/1").unwrap().bounds.height();
    let whole = below(&scroll, "overflows", "/0/0").unwrap().bounds.height();
    assert_eq!(cut * 2, whole, "what is cut has the bounds of what is seen of it");
}

#[tokio::test(start_paused = true)]
async fn android_9_tells_what_the_framework_tells() {
    check(Api::Android9, 28).await;
}

#[tokio::test(start_paused = true)]
async fn android_12_tells_what_the_framework_tells() {
    check(Api::Android12, 31).await;
}

#[tokio::test(start_paused = true)]
async fn android_14_tells_what_the_framework_tells() {
    check(Api::Android14, 34).await;
}

#[tokio::test(start_paused = true)]
async fn android_15_tells_what_the_framework_tells() {
    check(Api::Android15, 35).await;
}

/// The newest that the framework runs at on Java 17 is one before the phone's.
#[tokio::test(start_paused = true)]
async fn android_16_tells_what_the_framework_of_15_tells() {
    check(Api::Android16, 35).await;
}
