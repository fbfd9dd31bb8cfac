//! Refs across pages of one place, and beside clocks: what an agent holds never turns into something else,
//! and what only ticks, counts or complains around it leaves it alone.

use ui::refs::Located;
use ui::{Bindings, Reading, Ref, Refs, Signature, Size, parse_uiautomator};

fn node(class: &str, [left, top, right, bottom]: [i32; 4], rest: &str, inside: &str) -> String {
    format!(
        r#"<node class="{class}" package="com.example" bounds="[{left},{top}][{right},{bottom}]" {rest}>{inside}</node>"#
    )
}

fn text(words: &str, top: i32) -> String {
    let rest = format!("text=\"{words}\"");
    node("android.widget.TextView", [0, top, 900, top + 80], &rest, "")
}

fn button(words: &str, id: &str, top: i32) -> String {
    let rest = format!("clickable=\"true\" text=\"{words}\" resource-id=\"{id}\"");
    node("android.widget.Button", [0, top, 900, top + 80], &rest, "")
}

fn tap_target(left: i32, top: i32) -> String {
    node("android.view.View", [left, top, left + 100, top + 80], r#"clickable="true""#, "")
}

fn toggle(top: i32) -> String {
    let rest = r#"checkable="true" clickable="true""#;
    node("android.view.View", [0, top, 200, top + 80], rest, "")
}

fn field(top: i32) -> String {
    node("android.widget.EditText", [0, top, 1080, top + 80], r#"clickable="true""#, "")
}

const LIST: &str = "androidx.recyclerview.widget.RecyclerView";
const SCROLL: &str = "android.widget.ScrollView";

fn scrolling(class: &str, inside: &str) -> String {
    node(class, [0, 200, 1080, 1900], r#"scrollable="true""#, inside)
}

fn window(inside: &str) -> String {
    node("android.widget.FrameLayout", [0, 0, 1080, 1920], "", inside)
}

/// A window that lies above the page and fills a part of the display.
fn floating(inside: &str) -> String {
    node("android.widget.FrameLayout", [90, 600, 990, 1300], "", inside)
}

#[derive(Default)]
struct Agent {
    refs: Refs,
}

struct Seen {
    bindings: Bindings,
    signature: Signature,
    tokens: Vec<Ref>,
}

impl Agent {
    /// What is seen of these windows, the top one last.
    fn sees(&mut self, windows: &str) -> Seen {
        let tree = parse_uiautomator(format!("<hierarchy>{windows}</hierarchy>").as_bytes())
            .expect("well-formed");
        let reading = Reading::of(tree, Some(Size { width: 1080, height: 1920 }));
        let bindings = self.refs.bind(&reading.tree, &reading.outline, &["app"]);
        let signature = Signature::of(&reading.tree, &reading.visibility, &["app"]);
        let tokens = reading.outline.elements().filter_map(|element| bindings.of(element.node));
        Seen { tokens: tokens.collect(), signature, bindings }
    }
}

/// Whether the refs of the one are those of the other; a mix of both is neither.
#[track_caller]
fn check(before: &str, after: &str, kept: bool) {
    let mut agent = Agent::default();
    let [first, second] = [before, after].map(|windows| agent.sees(windows));
    assert!(!first.tokens.is_empty());
    for token in &first.tokens {
        let located = agent.refs.locate(*token, &second.bindings);
        let is_here = matches!(located, Located::Here(_));
        assert_eq!(is_here, kept, "{token} is {located:?}");
    }
    if first.signature == second.signature {
        assert_eq!(first.tokens, second.tokens, "the same screen has the same refs");
    }
    assert_eq!(agent.sees(before).tokens, first.tokens, "what came back is known again");
}

#[test]
fn the_answers_to_one_question_are_not_those_to_the_next() {
    let answers =
        || button("OK", "android:id/button1", 900) + &button("Cancel", "android:id/button2", 1000);
    let asks = |question: &str| text(question, 700) + &answers();
    let (keep, delete) = (asks("Keep a copy?"), asks("Delete your account?"));
    check(&window(&keep), &window(&delete), false);
    check(&floating(&keep), &floating(&delete), false);
    check(&floating(&keep), &floating(&keep), true);
    // The title is the same; the message, which may scroll, is not.
    let warns = |message: &str| {
        let rest = format!("text=\"{message}\" resource-id=\"android:id/message\"");
        let message = node("android.widget.TextView", [0, 700, 900, 790], &rest, "");
        floating(&(text("Warning", 610) + &scrolling(SCROLL, &message) + &answers()))
    };
    check(&warns("A copy is kept."), &warns("All is lost."), false);
    // The sum matters.
    check(&floating(&asks("Pay 5 euros?")), &floating(&asks("Pay 500 euros?")), false);
}

#[test]
fn the_same_controls_under_another_title_are_others() {
    let page = |title: &str| window(&(text(title, 0) + &toggle(300) + &field(500)));
    check(&page("Wi-Fi"), &page("Erase everything"), false);
    check(&page("Step 1 of 3"), &page("Step 2 of 3"), false);
    check(&page("Inbox (3)"), &page("Inbox (12)"), true);
    check(&page("1 selected"), &page("12 selected"), true);
    check(&page("1 of 3"), &page("2 of 3"), false);
    check(&page("2024 in review"), &page("2025 in review"), false);
    check(&page("Wi-Fi, 9:41"), &page("Wi-Fi, 9:42"), true);
    let list = |title: &str| {
        let row = node(
            "android.view.View",
            [0, 200, 1080, 300],
            r#"clickable="true""#,
            &text("Mum", 210),
        );
        window(&(text(title, 0) + &scrolling(LIST, &row)))
    };
    check(&list("Inbox"), &list("Trash"), false);
    check(&list("Inbox"), &list("Inbox"), true);
}

#[test]
fn a_title_that_counts_by_itself_keeps_the_refs() {
    let page = |title: &str, more: &str| {
        window(&(text(title, 0) + &toggle(300) + &field(500) + &text(more, 700)))
    };
    let mut agent = Agent::default();
    let mut alone = |title: &str, more: &str| {
        agent.refs.leave_alone();
        agent.sees(&page(title, more)).tokens
    };
    let first = alone("Ticks 1", "Wait");
    // Once might be the answer to an act of before.
    assert_ne!(alone("Ticks 2", "Wait"), first);
    assert_eq!(alone("Ticks 3", "Wait"), first);
    assert_eq!(alone("Ticks 3", "Wait"), first);
    assert_eq!(alone("Ticks 14", "Go"), first, "it is known by now");
    assert_eq!(agent.sees(&page("Ticks 15", "Go")).tokens, first, "whoever acts");
    assert_ne!(agent.sees(&page("Tocks 15", "Go")).tokens, first);

    // Steps are taken by acts, and bring other words.
    let mut agent = Agent::default();
    let steps = ["Step 1", "Step 2", "Step 3", "Step 4"].map(|title| {
        let seen = agent.sees(&page(title, "Name")).tokens;
        agent.refs.leave_alone();
        assert_eq!(agent.sees(&page(title, "Name")).tokens, seen);
        seen
    });
    assert!(steps.windows(2).all(|pair| pair[0] != pair[1]), "{steps:?}");
    let mut agent = Agent::default();
    let words = ["Name", "Street", "City", "Country"];
    let slides = ["1", "2", "3", "4"].map(|number| format!("Slide {number}"));
    let slides: Vec<_> = slides
        .iter()
        .zip(words)
        .map(|(title, words)| {
            agent.refs.leave_alone();
            agent.sees(&page(title, words)).tokens
        })
        .collect();
    assert!(slides.windows(2).all(|pair| pair[0] != pair[1]), "{slides:?}");
}

#[test]
fn an_id_means_the_same_thing_on_one_page_whatever_it_says() {
    let page = |title: &str, label: &str| {
        window(&(text(title, 0) + &button(label, "a:id/action_button", 300)))
    };
    check(&page("Ada", "Follow"), &page("Ada", "Unfollow"), true);
    check(&page("Ada", "Follow"), &page("Account", "Delete"), false);
    let cart = |label: &str| window(&(button(label, "a:id/cart", 0) + &button("Help", "", 200)));
    check(&cart("Cart (2)"), &cart("Cart (3)"), true);
    let system =
        |label: &str| window(&(text("Ada", 0) + &button(label, "android:id/button1", 300)));
    check(&system("Follow"), &system("Delete"), false);
}

#[test]
fn what_happens_on_a_page_leaves_its_refs_alone() {
    let form = |low: &str| {
        window(&(text("Sign in", 0) + &field(200) + low + &toggle(700) + &button("Go", "", 900)))
    };
    let page = form("");
    check(&page, &form(&text("Enter your name", 300)), true);
    let summary = |words: &str| form(&text(words, 300));
    check(&summary("3 items"), &summary("4 items, 2 on their way"), true);
    let below = |more: &str| page.replace("</node></node>", &format!("</node>{more}</node>"));
    check(&page, &below(&text("Message sent", 1700)), true);
    check(&page, &below(&button("Retry", "", 1700)), true);
    check(&page, &format!("{page}{}", floating(&text("Sure?", 700))), true);
    let keyboard = node("android.widget.FrameLayout", [0, 1200, 1080, 1920], "", "")
        .replace("com.example", "com.example.inputmethod.latin");
    check(&page, &format!("{page}{keyboard}"), true);
    // A toolbar's words are the title whatever stands above it.
    let bar =
        node("androidx.appcompat.widget.Toolbar", [0, 100, 1080, 190], "", &text("Shop", 100));
    let shop = |banner: &str| window(&(banner.to_owned() + &bar + &button("Buy", "", 300)));
    check(&shop(""), &shop(&text("You are offline", 0)), true);
}

#[test]
fn what_scrolls_is_no_title() {
    let page = |rows: &[&str]| {
        let rows: String =
            rows.iter().zip((210..).step_by(100)).map(|(row, top)| text(row, top)).collect();
        window(&(scrolling(SCROLL, &rows) + &button("Save", "", 1910)))
    };
    check(&page(&["Name", "Street", "City"]), &page(&["Street", "City", "Country"]), true);
}

#[test]
fn a_clock_beside_in_a_row_or_in_a_name_keeps_the_refs() {
    let player =
        |clock: &str| window(&(text(clock, 0) + &tap_target(100, 1000) + &tap_target(300, 1000)));
    check(&player("0:31"), &player("0:32"), true);
    let resend = |clock: &str| {
        let resend = format!("Resend code in {clock}");
        let named = button(&resend, "a:id/resend", 100) + &button(&resend, "", 200);
        window(&(named + &button(clock, "", 300)))
    };
    check(&resend("0:31"), &resend("0:30"), true);
    let chats = |clock: &str| {
        let row = |(name, top): (&str, i32)| {
            let archive = button("Archive", "", top + 80);
            let inside = text(clock, top) + &text(name, top + 40) + &archive;
            node("android.widget.LinearLayout", [0, top, 1080, top + 190], "", &inside)
        };
        window(&scrolling(LIST, &[("Mum", 200), ("Dad", 400)].map(row).concat()))
    };
    check(&chats("12:41"), &chats("12:42"), true);
}

#[test]
fn the_words_beside_a_clock_still_count() {
    let mut agent = Agent::default();
    let [send, delete] = ["Send in 0:05", "Delete in 0:04"]
        .map(|words| agent.sees(&window(&button(words, "", 100))).tokens);
    assert_ne!(send, delete);
}

#[test]
fn sliders_that_look_alike_keep_their_refs_while_they_move() {
    let slider = |top: i32| {
        let rest = r#"clickable="true" content-desc="How much""#;
        node("android.widget.SeekBar", [0, top, 900, top + 80], rest, "")
    };
    let mixer = |bass: u32, treble: u32| {
        let bass = text(&format!("Bass {bass}"), 200) + &slider(300);
        let treble = text(&format!("Treble {treble}"), 400) + &slider(500);
        window(&(text("Sound", 0) + &bass + &treble))
    };
    check(&mixer(1, 1), &mixer(4, 1), true);
    check(&mixer(1, 1), &mixer(1, 9), true);
}

#[test]
fn keys_that_change_places_take_their_refs_along() {
    let pad = |keys: [&str; 3]| {
        let key = |(key, top): (&str, i32)| button(key, "", top);
        let [first, second, third] = keys;
        window(&[(first, 1000), (second, 1100), (third, 1200)].map(key).concat())
    };
    let mut agent = Agent::default();
    let before = agent.sees(&pad(["7", "8", "9"])).tokens;
    let after = agent.sees(&pad(["9", "7", "8"])).tokens;
    assert_eq!(after, [before[2], before[0], before[1]]);
}

#[test]
fn alarms_that_scroll_are_not_taken_for_each_other() {
    let alarms = |clocks: [&str; 2]| {
        let row = |(clock, top): (&str, i32)| {
            let inside = text(clock, top) + &tap_target(900, top);
            node("android.widget.LinearLayout", [0, top, 1080, top + 90], "", &inside)
        };
        let [first, second] = clocks;
        window(&scrolling(LIST, &[(first, 200), (second, 300)].map(row).concat()))
    };
    let mut agent = Agent::default();
    let before = agent.sees(&alarms(["7:00", "8:30"])).tokens;
    let after = agent.sees(&alarms(["8:30", "9:00"])).tokens;
    // The first is the list itself.
    assert_eq!(before[0], after[0]);
    assert!(!after.contains(&before[1]), "the alarm at seven is gone");
    assert_ne!(before[2], after[2], "the spot is the same, the alarm is not");
}
