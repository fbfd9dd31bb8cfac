//! The Compose shop: what the scenarios ask of the declared one, with the same verdicts.

use serde_json::{Value, json};

use crate::desk::{Case, Desk};

#[test]
fn the_compose_shop_as_the_declared_one() {
    Desk::run("FINGERTIP_SHOP", "com.example.composeshop", ".MainActivity", &CASES);
}

fn fill_in(desk: &mut Desk) {
    desk.agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" }));
    desk.agent.done("type_text", json!({ "id": "password", "text": "secret123" }));
}

fn sign_in(desk: &mut Desk) {
    fill_in(desk);
    desk.agent.changes("tap_element", json!({ "id": "sign_in" }));
    desk.agent.shows("Walnut desk lamp");
}

fn details(desk: &mut Desk) {
    sign_in(desk);
    desk.agent.changes("tap_element", json!({ "text": "Linen armchair" }));
    desk.agent.shows("Notifications off");
}

fn settings(desk: &mut Desk) {
    sign_in(desk);
    desk.agent.changes("tap_element", json!({ "text": "Settings" }));
    desk.agent.shows("No delivery day");
}

/// The ref of the line that contains this.
fn find_ref(screen: &str, words: &str) -> String {
    let line = screen.lines().find(|line| line.contains(words));
    let line = line.unwrap_or_else(|| panic!("no {words} in\n{screen}"));
    line.split_whitespace().next().unwrap_or_default().to_owned()
}

fn is_checked(desk: &mut Desk, id: &str, expected: bool) {
    desk.agent.is(id, "checked", json!(expected));
}

fn middle(desk: &mut Desk, query: &str) -> (Value, Value) {
    let at = desk.agent.done("find_element", json!({ "query": query }));
    (at.json["tapCoordinates"]["x"].clone(), at.json["tapCoordinates"]["y"].clone())
}

const CASES: [Case; 16] = [
    ("the first screen is small text with refs", |desk| {
        let screen = desk.agent.screen();
        for line in [
            "\"Welcome to Shop\"",
            "input \"Email\"",
            "input \"Password\" password",
            "check \"Remember me\"",
            "btn \"Sign in\"",
        ] {
            assert!(screen.contains(line), "{line} is not in\n{screen}");
        }
        assert!(screen.lines().count() <= 8, "{screen}");
    }),
    ("wrong input is refused, and success is not the outcome", |desk| {
        let agent = &mut desk.agent;
        agent.changes("tap_element", json!({ "id": "sign_in" }));
        agent.shows("Enter your email address");
        agent.shows("Enter your password");
        agent.done("type_text", json!({ "id": "email", "text": "nobody" }));
        let tapped = agent.changes("tap_element", json!({ "id": "sign_in" }));
        assert_eq!(tapped.json["success"], true, "the device took the tap");
        agent.shows("Enter a valid email address");
        agent.done("clear_text", json!({ "id": "email" }));
        agent.is("email", "text_value", json!(""));
        agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" }));
        agent.done("type_text", json!({ "id": "password", "text": "wrong" }));
        agent.changes("tap_element", json!({ "id": "sign_in" }));
        agent.shows("Wrong email or password");
        let products = json!({ "text": "Products", "timeoutMs": 1000 });
        let verdict = agent.call("expect_element_visible", products);
        assert_eq!((verdict.error, &verdict.json["verified"]), (false, &json!(false)));
        assert!(verdict.screen.contains("Wrong email or password"), "{verdict:?}");
        let log = agent.done("capture_debug_snapshot", json!({ "reason": "refused" }));
        let log = format!("{}{}", log.json, log.screen);
        assert!(log.contains("sign-in refused for demo@example.com"), "{log}");
    }),
    ("a ref of another screen is refused and never redirected", |desk| {
        let sign_in = find_ref(&desk.agent.screen(), "btn \"Sign in\"");
        fill_in(desk);
        assert_eq!(find_ref(&desk.agent.screen(), "btn \"Sign in\""), sign_in);
        desk.agent.done("tap", json!({ "ref": sign_in }));
        desk.agent.shows("Walnut desk lamp");
        let stale = desk.agent.refused("tap_element", json!({ "ref": sign_in }));
        assert_eq!(stale, "STALE_REFERENCE");
    }),
    ("what is not there is named with what is near", |desk| {
        let missed = desk.agent.call("tap_element", json!({ "text": "Sing in" }));
        assert_eq!(missed.json["error"]["code"], "ELEMENT_NOT_FOUND");
        assert!(missed.json["error"].to_string().contains("Sign in"), "{missed:?}");
        let waited =
            desk.agent.done("wait_for_ui", json!({ "text": "Sing in", "timeoutMs": 1500 }));
        assert_eq!(waited.json["met"], false);
        assert!(waited.json["nearest"].to_string().contains("Sign in"), "{waited:?}");
    }),
    ("a tap waits out what loads", |desk| {
        fill_in(desk);
        let row = json!({ "text": "Walnut desk lamp", "timeoutMs": 0 });
        let signed_in = json!({ "id": "sign_in", "expect": row });
        let signed_in = desk.agent.changes("tap_element", signed_in);
        assert_eq!(signed_in.json["expect"]["verified"], true, "{signed_in:?}");
        assert!(!signed_in.screen.contains("loading:"), "{}", signed_in.screen);
    }),
    ("who does not wait sees it load, and waits by name, by screen and for silence", |desk| {
        fill_in(desk);
        let print =
            desk.agent.done("get_screen_fingerprint", json!({})).json["fingerprint"].clone();
        let blind = desk.agent.done("tap_element", json!({ "id": "sign_in", "settle": "none" }));
        assert_eq!(blind.json["effect"], "not_observed");
        let moved = json!({ "previousFingerprint": print, "timeoutMs": 9000 });
        assert_eq!(desk.agent.done("wait_for_screen_change", moved).json["met"], true);
        let row = json!({ "text": "Linen armchair", "condition": "clickable" });
        assert_eq!(desk.agent.done("wait_for_ui", row).json["met"], true);
        let gone = json!({ "id": "loading", "condition": "not_exists" });
        assert_eq!(desk.agent.done("wait_for_ui", gone).json["met"], true);
        assert_eq!(
            desk.agent.done("wait_for_ui", json!({ "condition": "idle" })).json["met"],
            true
        );
    }),
    ("a fingerprint is that of the screen and not of what is on it", |desk| {
        let print = |desk: &mut Desk| desk.agent.done("get_screen_fingerprint", json!({})).json;
        let before = print(desk);
        desk.agent.done("type_text", json!({ "id": "email", "text": "demo" }));
        desk.agent.done("press_back", json!({}));
        desk.agent.done("tap_element", json!({ "id": "remember_me" }));
        assert_eq!(print(desk)["fingerprint"], before["fingerprint"]);
        let same = json!({ "fingerprint": before["fingerprint"], "timeoutMs": 2000 });
        assert_eq!(desk.agent.done("expect_screen", same.clone()).json["verified"], true);
        let named = json!({ "screen": "MainActivity" });
        assert_eq!(desk.agent.done("expect_screen", named).json["verified"], true);
        // Nothing is to be remembered for the next case.
        desk.agent.done("tap_element", json!({ "id": "remember_me" }));
        desk.agent.done("clear_text", json!({ "id": "email" }));
        sign_in(desk);
        assert_eq!(desk.agent.done("expect_screen", same).json["verified"], false);
    }),
    ("swiping reveals rows until the end of the list, and a scroll finds one", |desk| {
        sign_in(desk);
        let before = desk.agent.screen();
        assert!(!before.contains("Candle set"), "{before}");
        let list = find_ref(&before, " scroll");
        let mut swipes = 0;
        while desk.agent.done("swipe", json!({ "direction": "up", "ref": list })).json["effect"]
            != "none"
        {
            swipes += 1;
            assert!(swipes < 12, "the list does not end");
        }
        desk.agent.shows("Candle set");
        let back = json!({ "text": "Ceramic mug", "direction": "up" });
        desk.agent.done("scroll_to_element", back);
        desk.agent.changes("tap_element", json!({ "text": "Ceramic mug" }));
        desk.agent.shows("€14.50");
    }),
    ("several candidates are listed and never guessed between", |desk| {
        sign_in(desk);
        let both = desk.agent.refused("tap_element", json!({ "textContains": "Ceramic" }));
        assert_eq!(both, "AMBIGUOUS_TARGET");
        desk.agent.changes("tap_element", json!({ "textContains": "Ceramic", "index": 0 }));
        desk.agent.shows("Glazed by hand, holds a third of a litre and the heat.");
    }),
    ("a switch is flipped and proved, by point and twice, too", |desk| {
        details(desk);
        let before = json!({ "text": "Notifications on", "timeoutMs": 100 });
        assert_eq!(desk.agent.done("expect_element_visible", before).json["verified"], false);
        desk.agent.changes("tap_element", json!({ "id": "notify" }));
        desk.agent.shows("Notifications on");
        is_checked(desk, "notify", true);
        let (x, y) = middle(desk, "Notify me");
        let off = json!({ "id": "notify", "property": "checked", "expected": false });
        let tapped = desk.agent.done("tap", json!({ "x": x, "y": y, "expect": off }));
        assert_eq!(tapped.json["expect"]["verified"], true, "{tapped:?}");
        desk.agent.done("double_tap", json!({ "id": "notify" }));
        is_checked(desk, "notify", false);
        // Held, it is a click as well.
        desk.agent.done("long_press", json!({ "x": x, "y": y }));
        is_checked(desk, "notify", true);
        let summed =
            json!({ "uiChanged": true, "expectedElementVisible": true, "actionType": "tap" });
        let summed = desk.agent.done("classify_action_outcome", summed);
        assert_eq!(summed.json["outcome"], "success", "{summed:?}");
    }),
    ("a slider is set, and what it cannot take is told", |desk| {
        details(desk);
        for value in [4, 10, 1] {
            let set = json!({ "id": "quantity", "targetValue": value });
            let moved = desk.agent.done("adjust_control", set);
            assert_eq!(moved.json["reached"], true, "{moved:?}");
            desk.agent.shows(&format!("Quantity: {value}"));
        }
        let beyond = json!({ "id": "quantity", "targetValue": 11, "min": 1, "max": 10 });
        assert_eq!(desk.agent.refused("adjust_control", beyond), "INVALID_ARGUMENT");
        let between = json!({ "id": "quantity", "targetValue": 2.5 });
        assert_eq!(desk.agent.refused("adjust_control", between), "CONTROL_CONVERGENCE_FAILED");
        let button = json!({ "id": "add_to_cart", "targetValue": 1 });
        assert_eq!(desk.agent.refused("adjust_control", button), "ELEMENT_NOT_INTERACTABLE");
    }),
    ("a dialog asks, back closes it and then the screen", |desk| {
        details(desk);
        desk.agent.changes("tap_element", json!({ "id": "add_to_cart" }));
        desk.agent.shows("1 × Linen armchair for €349.00");
        desk.agent.changes("press_back", json!({}));
        let closed = desk.agent.screen();
        assert!(!closed.contains("Add to cart?") && closed.contains("Linen armchair"), "{closed}");
        desk.agent.tap("Add to cart");
        desk.agent.changes("tap_element", json!({ "text": "Add" }));
        desk.agent.shows("In your cart: 1");
        desk.agent.changes("press_back", json!({}));
        desk.agent.shows("In your cart: 1");
        desk.agent.shows("Ceramic mug");
        // It is in the app's database, where a phone keeps it.
        let orders = "run-as com.example.composeshop sqlite3 databases/shop.db 'SELECT product, quantity FROM orders'";
        let orders = desk.phones.shell(0, orders);
        assert!(orders.contains("2|1") || orders.contains("not found"), "{orders}");
    }),
    ("a menu opens and closes, and its choice is told by a snackbar", |desk| {
        details(desk);
        let menu = desk.agent.changes("tap_element", json!({ "text": "More options" }));
        for choice in ["Share", "Save for later", "Report a problem"] {
            assert!(menu.screen.contains(&format!("btn \"{choice}\"")), "{}", menu.screen);
        }
        desk.agent.changes("press_back", json!({}));
        desk.agent.tap("More options");
        desk.agent.changes("tap_element", json!({ "text": "Save for later" }));
        desk.agent.shows("Save for later: done");
        desk.agent.changes("tap_element", json!({ "text": "Undo" }));
        let gone = json!({ "text": "Save for later: done", "condition": "not_exists" });
        assert_eq!(desk.agent.done("wait_for_ui", gone).json["met"], true);
    }),
    ("what never rests is told, pictured and left", |desk| {
        sign_in(desk);
        let opened = desk.agent.done("tap_element", json!({ "text": "Featured" }));
        assert_eq!(opened.json["effect"], "not_observed", "{opened:?}");
        let unread = desk.agent.refused("get_screen_fingerprint", json!({}));
        assert_eq!(unread, "TREE_UNAVAILABLE");
        assert_eq!(desk.front(), ".MainActivity", "no tree is needed for that");
        assert!(desk.agent.done("capture_screenshot", json!({})).picture);
        desk.agent.done("press_back", json!({ "settle": "none" }));
        desk.agent.shows("Walnut desk lamp");
    }),
    ("a day is chosen in a calendar", |desk| {
        settings(desk);
        desk.agent.changes("tap_element", json!({ "text": "Choose delivery day" }));
        desk.agent.changes("tap_element", json!({ "textContains": "June 15, 2026" }));
        desk.agent.changes("tap_element", json!({ "text": "OK" }));
        desk.agent.shows("Delivery on 2026-06-15");
        desk.agent.tap("Choose delivery day");
        desk.agent.changes("tap_element", json!({ "text": "Cancel" }));
        desk.agent.shows("Delivery on 2026-06-15");
    }),
    ("a sheet comes up from below and goes, and one of two is chosen", |desk| {
        settings(desk);
        let sheet = desk.agent.changes("tap_element", json!({ "text": "Help" }));
        assert!(sheet.screen.contains("How can we help?"), "{}", sheet.screen);
        desk.agent.changes("press_back", json!({}));
        let closed = json!({ "text": "How can we help?", "condition": "not_exists" });
        assert_eq!(desk.agent.done("wait_for_ui", closed).json["met"], true);
        desk.agent.tap("Help");
        desk.agent.changes("tap_element", json!({ "text": "Call us" }));
        desk.agent.changes("tap_element", json!({ "text": "US dollar" }));
        let chosen = json!({ "text": "US dollar", "property": "checked", "expected": true });
        assert_eq!(desk.agent.done("expect_state", chosen).json["verified"], true);
        desk.agent.changes("tap_element", json!({ "text": "Sign out" }));
        desk.agent.shows("Welcome to Shop");
    }),
];
