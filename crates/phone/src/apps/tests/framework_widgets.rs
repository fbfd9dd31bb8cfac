//! Declared widgets tell accessibility what the framework's own do. The court is a table that `runtime/test/widgets.py` records from
//! the real framework at the levels that it runs at.
//!
//! Held as a dump says them: class, id, text, hint, description, the place in a list, and every flag that a dump shows or leaves nodes out by.
//! No dump has state, actions and range. They are held all the same: what a declared widget says of itself must allow exactly the actions
//! and the state that the framework tells (`allowed`), and a finger, keys and the picture must find them so (`framework_touches`).
//! Recorded only, because nothing follows from it here: `multiLine`, and how many rows and columns a menu counts.
//! Neither from the framework nor here: lists, cards and tabs (androidx has them), web pages.

use std::collections::BTreeSet;

use super::driver::Driver;
use crate::{
    android::{Android, Api, Builder},
    apps::declared,
    screen::{Flags, Node, Size, Tree},
};

const TABLE: &str = include_str!("framework_widgets.tsv");
pub(super) const PACKAGE: &str = "com.example.widgets";

/// Each widget of the table as a declared app writes it.
const DECLARED: [(&str, &str); 53] = [
    ("text", "text: {id: ID, text: Hello}"),
    ("text tap", "text: {id: ID, text: Hello, on_tap: [set: {a: ID}]}"),
    (
        "text tap long_tap",
        "text: {id: ID, text: Hello, on_tap: [set: {a: ID}], on_long_tap: [set: {a: held ID}]}",
    ),
    ("text disabled", "text: {id: ID, text: Hello, enabled: off}"),
    ("text desc", "text: {id: ID, text: Hello, desc: Greeting}"),
    ("button", "button: {id: ID, text: Do it, on_tap: [set: {a: ID}]}"),
    ("button disabled", "button: {id: ID, text: Do it, enabled: off, on_tap: [set: {a: ID}]}"),
    (
        "button long_tap",
        "button: {id: ID, text: Do it, on_tap: [set: {a: ID}], on_long_tap: [set: {a: held ID}]}",
    ),
    ("icon_button desc", "icon_button: {id: ID, icon: heart, desc: Like, on_tap: [set: {a: ID}]}"),
    ("icon_button", "icon_button: {id: ID, icon: heart, on_tap: [set: {a: ID}]}"),
    (
        "icon_button desc disabled",
        "icon_button: {id: ID, icon: heart, desc: Like, enabled: off, on_tap: [set: {a: ID}]}",
    ),
    ("image desc", "image: {id: ID, desc: A photo}"),
    ("image", "image: {id: ID}"),
    ("image desc tap", "image: {id: ID, desc: A photo, on_tap: [set: {a: ID}]}"),
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
    ("column tap", "column: {id: ID, on_tap: [set: {a: ID}], children: [text: {text: In it}]}"),
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
             - button: {{id: alert, text: Ask, on_tap: [dialog: sure]}}\n          \
             - text: {{id: touched, text: \"{{a}}\"}}\n          \
             - text: {{id: level, text: \"{{level}}\"}}\n",
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
    /// Type, least, most, now.
    range: &'static str,
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    class: String,
    text: String,
    hint: String,
    desc: String,
    flags: Vec<&'static str>,
    state: String,
    actions: BTreeSet<String>,
    /// Its row, where it is one.
    row: Option<u32>,
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

impl Told {
    fn of(node: &Node, level: u32) -> Self {
        let (state, actions) = allowed(node, level);
        let mut flags: Vec<_> =
            HELD.iter().filter(|held| node.flags.has(held.1)).map(|held| held.0).collect();
        flags.extend(kind_flags(node));
        Self {
            class: node.class.to_string(),
            text: node.text.clone(),
            hint: node.hint.clone(),
            desc: node.desc.clone(),
            flags,
            state,
            actions: actions.into_iter().map(str::to_owned).collect(),
            row: (node.class == "android.widget.CheckedTextView").then_some(node.index),
        }
    }
}

/// What only the class and the texts tell.
fn kind_flags(node: &Node) -> impl Iterator<Item = &'static str> {
    let field = node.class == FIELD;
    [
        ("editable", field),
        ("showingHint", field && !node.hint.is_empty() && node.text == node.hint),
        ("canOpenPopup", node.class == "android.widget.Spinner"),
    ]
    .into_iter()
    .filter_map(|(name, is)| is.then_some(name))
}

const FIELD: &str = "android.widget.EditText";
/// Actions of the framework that its recording has no names for.
const SHOW_ON_SCREEN: &str = "20036";
const TO_POSITION: &str = "20037";
const SCROLL_DOWN: &str = "2003a";
const SET_PROGRESS: &str = "2003d";
const IME_ENTER: &str = "20054";

/// The state and the actions that follow from what a node says of itself, by the framework's rules. How far a bar has come is seen by
/// [`super::framework_touches`]; both bars of the app stand at 30.
fn allowed(node: &Node, level: u32) -> (String, Vec<&'static str>) {
    let has = |flag| node.flags.has(flag);
    let (enabled, focused) = (!has(Flags::DISABLED), has(Flags::FOCUSED));
    let field = node.class == FIELD;
    let reads_out =
        !node.desc.is_empty() || !(node.text.is_empty() || field && node.text == node.hint);
    let class = node.class.rsplit('.').next().unwrap_or_default();
    let slides = class == "SeekBar" && enabled;
    let scrolls = class == "ScrollView" && has(Flags::SCROLLABLE);

    let on = has(Flags::CHECKED);
    let state = match class {
        _ if level < 30 => "",
        "CheckBox" => {
            if on {
                "checked"
            } else {
                "not checked"
            }
        }
        "RadioButton" => {
            if on {
                "selected"
            } else {
                "not selected"
            }
        }
        "Switch" => {
            if on {
                "ON"
            } else {
                "OFF"
            }
        }
        "ProgressBar" if node.id.ends_with(&format!("/{}", id_of("spinner"))) => {
            if level < 34 {
                ""
            } else {
                "in progress"
            }
        }
        "SeekBar" | "ProgressBar" => "30%",
        _ => "",
    };
    let actions = [
        ("accessibilityFocus", true),
        ("clearSelection", true),
        ("select", true),
        (SHOW_ON_SCREEN, true),
        ("click", enabled && has(Flags::CLICKABLE)),
        ("longClick", enabled && has(Flags::LONG_CLICKABLE)),
        ("focus", has(Flags::FOCUSABLE) && !focused),
        ("clearFocus", focused),
        ("nextAtGranularity", reads_out),
        ("previousAtGranularity", reads_out),
        ("setSelection", reads_out),
        ("setText", field && enabled),
        (IME_ENTER, field && focused && level >= 30),
        ("scrollForward", slides || scrolls),
        ("scrollBackward", slides),
        (SET_PROGRESS, slides),
        (SCROLL_DOWN, scrolls),
        (TO_POSITION, class == "ListView"),
    ];
    let actions = actions.into_iter().filter_map(|(name, allowed)| allowed.then_some(name));
    (state.to_owned(), actions.collect())
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
            range: cell(11),
            told: Told {
                class: cell(3).to_owned(),
                text: cell(5).replace("\\n", "\n"),
                hint: cell(6).to_owned(),
                desc: cell(7).to_owned(),
                flags: HELD
                    .iter()
                    .map(|held| held.0)
                    .chain(["editable", "showingHint", "canOpenPopup"])
                    .filter(|flag| told(flag))
                    .collect(),
                state: cell(8).to_owned(),
                actions: cell(10).split_whitespace().map(str::to_owned).collect(),
                row: cell(13).split(' ').next().and_then(|row| row.parse().ok()),
            },
        });
    }
    assert!(lines.len() > 60, "the table has level {level}");
    lines
}

/// The node at `/0/1` below another, by the indexes that it reports.
pub(super) fn below<'a>(tree: &'a Tree, id: &str, path: &str) -> Option<&'a Node> {
    let id = format!("/{id}");
    let mut at = tree.nodes.iter().position(|node| node.id.ends_with(&id))?;
    for index in path.split('/').filter_map(|step| step.parse::<u32>().ok()) {
        at = tree.children(Some(at)).find(|child| tree.nodes[*child].index == index)?;
    }
    Some(&tree.nodes[at])
}

/// The id that the app gives a widget of the table.
pub(super) fn id_of(name: &str) -> String {
    let place = DECLARED.iter().position(|(declared, _)| *declared == name);
    format!("w{}", place.unwrap_or_else(|| panic!("no declared widget for {name:?}")))
}

/// The widgets themselves, with what the framework lets be done with them and their range.
pub(super) fn doable(level: u32) -> Vec<(&'static str, BTreeSet<String>, &'static str)> {
    let widgets = lines(level).into_iter().filter(|line| line.path == ".");
    let declared = widgets.filter(|line| DECLARED.iter().any(|(name, _)| *name == line.name));
    declared.map(|line| (line.name, line.told.actions, line.range)).collect()
}

/// So high that everything is on the screen.
pub(super) fn phone(api: Api) -> Builder {
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
    for Line { name, path, told, .. } in lines(level) {
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
        let seen = node.as_ref().map(|node| Told::of(node, level));
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
