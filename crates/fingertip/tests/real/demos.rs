//! API Demos: twenty cases that Appium's own UiAutomator2 driver tests on this app, asked through our tools.

use serde_json::{Value, json};

use crate::desk::{Case, Desk};

#[test]
fn api_demos_as_appium_tests_it() {
    Desk::run("FINGERTIP_APIDEMOS", "io.appium.android.apis", ".ApiDemos", &CASES);
}

/// Types into a field that is cleared first.
fn types(desk: &mut Desk, text: &str) {
    desk.agent.done("clear_text", json!({ "id": "edit" }));
    let typed = desk.agent.done("type_text", json!({ "id": "edit", "text": text }));
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
    assert_eq!(desk.text("edit"), text);
}

const CASES: [Case; 20] = [
    ("one element by its description", |desk| {
        let found = desk.agent.done("find_element", json!({ "query": "Animation", "exact": true }));
        assert_eq!(found.json["matched_count"], 1, "{found:?}");
        assert_eq!(found.json["resourceId"], "android:id/text1", "{found:?}");
        let seen = json!({ "description": "Animation" });
        assert_eq!(desk.agent.done("expect_element_visible", seen).json["verified"], true);
    }),
    ("by class: the title comes first, and there are ten more", |desk| {
        let texts: Vec<_> =
            desk.nodes().into_iter().filter(|node| node["role"] == "text_view").collect();
        assert_eq!(texts[0]["text"], "API Demos");
        assert!(texts.len() > 10, "{texts:?}");
    }),
    ("nothing where nothing is, and an empty name is refused", |desk| {
        let none = desk.agent.refused("tap_element", json!({ "text": "blargimarg" }));
        assert_eq!(none, "ELEMENT_NOT_FOUND");
        desk.agent.refused("tap_element", json!({ "text": "" }));
    }),
    ("several by one id are listed, and one of them by its place", |desk| {
        let rows = desk.agent.call("tap_element", json!({ "id": "android:id/text1" }));
        assert_eq!(rows.json["error"]["code"], "AMBIGUOUS_TARGET", "{rows:?}");
        let list = desk.nodes().into_iter().filter(|node| node["id"] == "android:id/list").count();
        assert_eq!(list, 1);
        desk.agent.changes("tap_element", json!({ "id": "android:id/text1", "index": 3 }));
        desk.agent.shows("Activity");
    }),
    ("a description with an apostrophe, the first in the list", |desk| {
        let seen = json!({ "description": "Access'ibility" });
        assert_eq!(desk.agent.done("expect_element_visible", seen).json["verified"], true);
        let nodes = desk.nodes();
        let list = nodes.iter().position(|node| node["id"] == "android:id/list").unwrap();
        assert_eq!(nodes[list + 1]["text"], "Access'ibility");
    }),
    ("a text, whole and in part", |desk| {
        for selector in [json!({ "text": "Accessibility" }), json!({ "textContains": "ccessibil" })]
        {
            let seen = desk.agent.done("expect_element_visible", selector);
            assert_eq!(seen.json["verified"], true, "{seen:?}");
            let element = seen.json["element"].as_str().unwrap_or_default();
            assert!(element.ends_with("\"Accessibility\""), "{element}");
        }
    }),
    ("waiting for what never comes ends in time", |desk| {
        let never = json!({ "id": "there_is_nothing_called_this", "timeoutMs": 5000 });
        let waited = desk.agent.done("wait_for_ui", never);
        assert_eq!(waited.json["met"], false, "{waited:?}");
        let lasted = waited.json["waited_ms"].as_u64();
        assert!(lasted.is_some_and(|ms| (5000..10_000).contains(&ms)), "{waited:?}");
    }),
    ("text, description, id, state and place of a row", |desk| {
        let nodes = desk.nodes();
        let row = nodes.iter().find(|node| node["text"] == "Animation").unwrap();
        assert_eq!((&row["id"], &row["desc"]), (&json!("android:id/text1"), &json!("Animation")));
        assert!(row["state"].is_null() && row["actions"][0] == "tap", "enabled: {row}");
        let bounds = row["bounds"].as_str().unwrap_or_default().replace("][", ",");
        let sides: Vec<i32> = bounds
            .trim_matches(['[', ']'])
            .split(',')
            .filter_map(|side| side.parse().ok())
            .collect();
        let [left, top, right, bottom] = sides[..] else { panic!("{row}") };
        assert!(left >= 0 && top >= 0 && right <= 1080 && bottom > top && right > left, "{row}");
        let row = json!({ "text": "Animation", "property": "enabled", "expected": true });
        assert_eq!(desk.agent.done("expect_state", row).json["verified"], true);
    }),
    ("text is set in a field, and the field that was tapped is the active one", |desk| {
        desk.open(".view.TextFields");
        let last = json!({ "className": "android.widget.EditText", "index": 4 });
        let mut typing = last.clone();
        typing["text"] = json!("original value");
        let typed = desk.agent.done("type_text", typing);
        assert_eq!(typed.json["arrived"], true, "{typed:?}");
        desk.agent.done("tap_element", last);
        let screen = desk.agent.screen();
        let active: Vec<_> = screen.lines().filter(|line| line.contains(" focused")).collect();
        assert!(active.len() == 1 && active[0].contains("original value"), "{screen}");
    }),
    ("printable text of every kind is typed", |desk| {
        desk.open(".view.TextFields");
        for text in [
            "Life, the Universe and Everything.",
            "&-",
            "In the mid-1990s he ate fish & chips as mayor-elect.",
            "Super-test.",
            "0123456789",
        ] {
            types(desk, text);
        }
    }),
    ("what plain adb cannot type is refused before anything is touched", |desk| {
        desk.open(".view.TextFields");
        types(desk, "before");
        for text in ["Áé Œ ù ḍ", "परीक्षा-परीक्षण", "测试", "تجريب", "בדיקות"]
        {
            let refused = desk.agent.refused("type_text", json!({ "id": "edit", "text": text }));
            assert_eq!(refused, "INPUT_UNSUPPORTED", "{text}");
        }
        assert_eq!(desk.text("edit"), "before");
    }),
    ("a password is typed and cleared", |desk| {
        desk.open(".view.TextFields");
        // The page repeats what is in the field.
        desk.agent.done("type_text", json!({ "id": "edit1", "text": "super-duper password" }));
        let screen = desk.agent.screen();
        assert!(!screen.contains("input \"super-duper"), "{screen}");
        assert_eq!(desk.text("edit1Text"), "super-duper password");
        desk.agent.done("clear_text", json!({ "id": "edit1" }));
        assert_eq!(desk.text("edit1Text"), "");
    }),
    ("a field takes no more than it may hold", |desk| {
        desk.open(".view.TextFields");
        let letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let field = json!({ "className": "android.widget.EditText", "index": 3, "text": letters });
        let typed = desk.agent.call("type_text", field);
        assert!(typed.json["arrived"] != true, "not all of it did: {typed:?}");
        let nodes = desk.nodes();
        let limited: Vec<_> = nodes.iter().filter(|node| node["text"] == "0123456789a").collect();
        assert_eq!(limited.len(), 1, "{nodes:?}");
    }),
    ("keys arrive by number and name", |desk| {
        desk.open(".text.KeyEventText");
        desk.agent.done("press_key", json!({ "key": 82 }));
        let text = desk.text("text");
        assert!(text.contains("[keycode=82]") && text.contains("keyCode=KEYCODE_MENU"), "{text}");
        desk.agent.tap("CLEAR");
        desk.agent.done("press_key", json!({ "key": "KEYCODE_A" }));
        let text = desk.text("text");
        assert!(text.contains("keyCode=KEYCODE_A") && !text.contains("MENU"), "{text}");
    }),
    ("activities are started by name, with a category", |desk| {
        assert_eq!(desk.front(), ".ApiDemos");
        for name in [".view.SplitTouchView", ".os.MorseCode"] {
            desk.open(name);
            assert_eq!(desk.front(), name);
        }
        desk.open(".app.HelloWorld -c appium.android.intent.category.SAMPLE_CODE");
        assert_eq!(desk.front(), ".app.HelloWorld");
        desk.agent.shows("Hello, World!");
    }),
    ("turned to landscape and back, a field keeps its text", |desk| {
        desk.open(".view.TextFields");
        types(desk, "kept");
        for (rotation, size) in [(1, "2400x1080"), (0, "1080x2400"), (0, "1080x2400")] {
            desk.turn(rotation);
            let screen = desk.agent.screen();
            assert!(screen.starts_with(&format!("screen {size} ")), "{screen}");
            assert_eq!(desk.text("edit"), "kept");
        }
    }),
    ("a swipe moves a list away, and a scroll brings it back", |desk| {
        desk.open(".view.List1");
        desk.agent.shows("Abertam");
        let swipe = json!({ "x1": 540, "y1": 2000, "x2": 540, "y2": 500, "durationMs": 400 });
        desk.agent.changes("swipe", swipe);
        let gone = json!({ "text": "Abertam", "timeoutMs": 0 });
        assert_eq!(desk.agent.done("expect_element_visible", gone).json["verified"], false);
        desk.agent.done("scroll_to_element", json!({ "text": "Abertam", "direction": "up" }));
        desk.agent.shows("Abertam");
    }),
    ("a row far down is scrolled to", |desk| {
        desk.open(".view.List1");
        let found = desk.agent.done("scroll_to_element", json!({ "text": "Beer Cheese" }));
        assert!(
            found.json["scrolls_performed"].as_u64().is_some_and(|times| times > 0),
            "{found:?}"
        );
        desk.agent.shows("Beer Cheese");
    }),
    ("each of two lists moves alone, and Arabic is found", |desk| {
        desk.open(".view.SplitTouchView");
        let first = |nodes: &[Value]| -> Vec<String> {
            let lists = (0..nodes.len()).filter(|at| nodes[*at]["role"] == "list");
            lists.map(|at| nodes[at + 1]["text"].as_str().unwrap_or_default().to_owned()).collect()
        };
        let before = first(&desk.nodes());
        desk.agent.changes("swipe", json!({ "x1": 200, "y1": 2000, "x2": 200, "y2": 800 }));
        let after = first(&desk.nodes());
        assert_eq!((before.len(), after.len()), (2, 2), "{before:?} {after:?}");
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
        desk.open(".text.Unicode");
        desk.agent.shows("عربي");
    }),
    ("a popup menu answers with a toast", |desk| {
        desk.open(".view.PopupMenu1");
        for item in ["Search", "Add"] {
            desk.agent.changes("tap_element", json!({ "description": "Make a Popup!" }));
            desk.agent.changes("tap_element", json!({ "text": item }));
            let windows = desk.phones.shell(0, "dumpsys notification; dumpsys window windows");
            assert!(windows.contains("Toast"), "{item}: {windows}");
        }
    }),
];
