//! The judge itself: a good text passes, and every way to spoil it is noticed.

use std::fmt::Write as _;

use judge::{Shown, Subject, Verdict};
use ui::{NodeId, parse, parse_uiautomator, recognise};

/// `class "text" [bounds] attributes` a line, indented by depth.
fn screen(outline: &str) -> Shown {
    let mut xml = String::from("<hierarchy>");
    let mut open: Vec<usize> = Vec::new();
    for line in outline.lines().filter(|line| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        while open.last().is_some_and(|last| *last >= depth) {
            open.pop();
            xml.push_str("</node>");
        }
        let (class, rest) = line.trim().split_once(' ').expect("a class and more");
        let package = if rest.contains("package=") { "" } else { r#"package="com.example""# };
        write!(xml, r#"<node class="{class}" {package} {rest}>"#).expect("memory");
        open.push(depth);
    }
    xml.push_str(&"</node>".repeat(open.len()));
    xml.push_str("</hierarchy>");
    Shown::of_tree(parse_uiautomator(xml.as_bytes()).expect("a screen"))
}

/// What is wrong with `text` as the text of this screen: subject and sort of each loss. The text is
/// written by hand, with `@3` for the ref of the fourth node, so that the views have no say in it.
fn losses(outline: &str, text: &str) -> Vec<(Subject, &'static str)> {
    let mut shown = screen(outline);
    let line = |line: &str| {
        let (token, rest) = line.trim().split_once(' ').unwrap_or((line, ""));
        let node = token.strip_prefix('@').and_then(|number| number.parse().ok());
        match node.and_then(|number| shown.refs.of(NodeId(number))) {
            Some(token) => format!("{token} {rest}"),
            None => line.to_owned(),
        }
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    shown.text = format!("screen\n{}", lines.join("\n"));
    Verdict::on(&shown).losses.iter().map(|loss| (loss.subject, loss.sort)).collect()
}

const FORM: &str = r#"
FrameLayout bounds="[0,0][1000,2000]"
  TextView text="Sign in" bounds="[0,0][1000,100]"
  EditText text="me@x.y" hint="Email" focused="true" bounds="[0,100][1000,200]"
  EditText text="hunter2" hint="Password" password="true" bounds="[0,200][1000,300]"
  CheckBox text="Remember" checkable="true" checked="true" clickable="true" bounds="[0,300][1000,400]"
  Button text="Go" enabled="false" clickable="true" bounds="[0,400][1000,500]"
  Button text="Below" clickable="true" bounds="[0,2400][1000,2500]"
"#;

const FORM_TEXT: &str = r#"
"Sign in"
@2 input "Email" = "me@x.y" focused
@3 input "Password" password
@4 check "Remember" checked
@5 btn "Go" disabled
"#;

#[test]
fn whatever_is_missing_is_named() {
    use Subject::{Element, Label, Leak, State};
    assert_eq!(losses(FORM, FORM_TEXT), []);
    for (what, lost) in [
        (r#""Sign in""#, vec![(Label, "text")]),
        (r#""Email""#, vec![(Label, "hint")]),
        (r#" = "me@x.y""#, vec![(Label, "text"), (State, "value")]),
        (" focused", vec![(State, "focused")]),
        (" checked", vec![(State, "checked")]),
        (" disabled", vec![(State, "disabled")]),
        ("@5 ", vec![(Element, "clickable")]),
        ("@2 ", vec![(Element, "field"), (State, "value")]),
    ] {
        assert_eq!(losses(FORM, &FORM_TEXT.replace(what, "")), lost, "without {what}");
    }
    let told = FORM_TEXT.replace(" password", r#" = "hunter2" password"#);
    assert_eq!(losses(FORM, &told), [(Leak, "password")]);
}

#[test]
fn a_longer_label_of_the_same_element_says_it_all() {
    let row = r#"
FrameLayout bounds="[0,0][1000,2000]"
  LinearLayout content-desc="NAME" clickable="true" bounds="[0,0][1000,200]"
    TextView text="Ann" bounds="[0,0][500,100]"
  TextView text="Bob, Ann" bounds="[0,400][500,500]"
"#;
    for (name, lost) in
        [("Ann, 3 new", 0), ("3 new: Ann", 0), ("Anna, 3 new", 1), ("Call", 1), ("Ann", 0)]
    {
        let text = format!("@1 btn \"{name}\"\n\"Bob, Ann\"");
        assert_eq!(losses(&row.replace("NAME", name), &text).len(), lost, "{name}");
    }
}

#[test]
fn equal_labels_count_once_a_line_of_the_screen() {
    let rows = |second: &str| {
        format!(
            r#"
FrameLayout bounds="[0,0][1000,2000]"
  TextView text="5" bounds="[0,0][100,100]"
  TextView text="5" bounds="{second}"
"#
        )
    };
    assert_eq!(losses(&rows("[500,10][600,110]"), "\"5\""), []);
    assert_eq!(losses(&rows("[0,100][100,200]"), "\"5\""), [(Subject::Label, "text")]);
    assert_eq!(losses(&rows("[0,100][100,200]"), "\"5\"\n\"5\""), []);
}

#[test]
fn an_icon_and_its_title_are_one_label_of_their_element() {
    let icon = r#"
FrameLayout bounds="[0,0][1000,2000]"
  FrameLayout clickable="true" bounds="[0,0][200,300]"
    ImageView content-desc="Mail" bounds="[0,0][200,200]"
    TextView text="Mail" bounds="[0,200][200,300]"
"#;
    assert_eq!(losses(icon, "@1 btn \"Mail\""), []);
    let backdrop = icon.replace("[200,300]\"\n    Image", "[1000,2000]\"\n    Image");
    assert_eq!(losses(&backdrop, "@1 btn \"Mail\""), [(Subject::Label, "text")]);
}

#[test]
fn what_a_broken_parent_holds_still_counts() {
    let outline = r#"
FrameLayout bounds="[0,0][1000,2000]"
  View bounds="[500,500][400,400]"
    Button text="Answer" clickable="true" bounds="[0,0][100,100]"
    Button text="Nowhere" clickable="true" bounds="[0,0][0,100]"
"#;
    let lost = [(Subject::Label, "text"), (Subject::Element, "clickable")];
    assert_eq!(losses(outline, ""), lost);
}

#[test]
fn bars_and_keys_are_one_or_none() {
    let bar = r#"
FrameLayout package="com.android.systemui" bounds="[0,0][1000,50]"
  TextView package="com.android.systemui" text="9:41" bounds="[0,0][100,50]"
"#;
    assert_eq!(losses(bar, ""), [(Subject::Label, "text")]);
    let app = r#"
FrameLayout bounds="[0,50][1000,2000]"
"#;
    assert_eq!(losses(&format!("{bar}{app}"), ""), []);
    let notice = format!("{bar}  TextView text=\"Missed call\" bounds=\"[0,20][1000,50]\"\n");
    assert_eq!(losses(&notice, "\"Missed call\""), [(Subject::Label, "text")], "no app in front");
    let heads_up = r#"
FrameLayout package="com.android.systemui" bounds="[0,0][1000,240]"
  TextView package="com.android.systemui" text="Ann: are you there?" bounds="[0,0][1000,120]"
  Button package="com.android.systemui" text="Reply" clickable="true" bounds="[0,120][300,240]"
"#;
    let missed =
        [(Subject::Label, "text"), (Subject::Label, "text"), (Subject::Element, "clickable")];
    assert_eq!(losses(&format!("{heads_up}{app}"), ""), missed);
    let buttons = r#"
FrameLayout package="com.android.systemui" bounds="[0,1880][1000,2000]"
  ImageView package="com.android.systemui" content-desc="Back" clickable="true" bounds="[0,1880][300,2000]"
"#;
    assert_eq!(losses(&format!("{buttons}{app}"), ""), []);
    let bubble = buttons.replace("[0,1880][1000,2000]", "[700,1880][1000,2000]");
    assert_eq!(losses(&format!("{bubble}{app}"), "").len(), 2, "not a whole edge");
    let dialog = bar.replace("[1000,50]", "[1000,900]");
    assert_eq!(losses(&format!("{dialog}{app}"), ""), [(Subject::Label, "text")], "no bar");
    let keys = r#"
FrameLayout package="com.google.android.inputmethod.latin" bounds="[0,1500][1000,2000]"
  View package="com.google.android.inputmethod.latin" content-desc="q" clickable="true" bounds="[0,1500][100,1600]"
"#;
    assert_eq!(losses(&format!("{app}{keys}"), ""), [(Subject::Label, "keyboard")]);
    assert_eq!(losses(&format!("{app}{keys}"), "keyboard shown"), []);
    assert_eq!(losses(keys, "").len(), 2, "alone it is an app like others");
}

#[test]
fn a_state_may_stand_on_the_line_that_stands_for_its_node() {
    let tab = r#"
FrameLayout bounds="[0,0][1000,2000]"
  View selected="true" bounds="[0,0][300,100]"
    TextView text="Home" bounds="[0,0][300,100]"
  View clickable="true" bounds="[300,0][600,100]"
    TextView text="Cart" bounds="[300,0][600,100]"
"#;
    assert_eq!(losses(tab, "\"Home\" selected\n@3 btn \"Cart\""), []);
    let wrong = "\"Home\"\n@3 btn \"Cart\" selected";
    assert_eq!(losses(tab, wrong), [(Subject::State, "selected"), (Subject::Lie, "selected")]);
}

#[test]
fn a_state_that_is_told_must_hold() {
    for (line, word) in [
        ("@2 input \"Email\" = \"me@x.y\" focused", "disabled"),
        ("@2 input \"Email\" = \"me@x.y\" focused", "password"),
        ("@3 input \"Password\" password", "focused"),
        ("@4 check \"Remember\" checked", "selected"),
        ("@4 check \"Remember\" checked", "expanded"),
        ("@5 btn \"Go\" disabled", "checked"),
        ("\"Sign in\"", "invalid"),
    ] {
        let told = FORM_TEXT.replace(line, &format!("{line} {word}"));
        assert_ne!(told, FORM_TEXT);
        assert_eq!(losses(FORM, &told), [(Subject::Lie, word)], "{line} {word}");
    }
    let named = FORM.replace("Sign in", "focused").replace("Below", "disabled");
    assert_eq!(losses(&named, &FORM_TEXT.replace("Sign in", "focused")), [], "a label is no state");
}

/// A layer that is off, around `inside`.
fn layer(state: &str, inside: &str) -> String {
    format!(
        r#"
FrameLayout bounds="[0,0][1000,2000]"
  FrameLayout {state} bounds="[0,0][1000,500]"
{inside}
"#
    )
}

#[test]
fn a_layer_speaks_through_the_one_line_in_it_and_through_no_other() {
    let one = r#"    Button text="A" clickable="true" bounds="[0,0][100,100]""#;
    let two =
        format!("{one}\n{}", r#"    Button text="B" clickable="true" bounds="[0,100][100,200]""#);
    let off = r#"enabled="false""#;
    let lone = layer(off, one);
    assert_eq!(losses(&lone, "@2 btn \"A\" disabled"), []);
    assert_eq!(losses(&lone, "@2 btn \"A\""), [(Subject::State, "disabled")]);
    let both = layer(off, &two);
    assert_eq!(losses(&both, "group disabled\n@2 btn \"A\"\n@3 btn \"B\""), []);
    let first = losses(&both, "@2 btn \"A\" disabled\n@3 btn \"B\"");
    assert_eq!(first, [(Subject::State, "disabled"), (Subject::Lie, "disabled")]);
    let none = losses(&both, "@2 btn \"A\"\n@3 btn \"B\"");
    assert_eq!(none, [(Subject::State, "disabled")]);
    let focus = layer(r#"focused="true""#, &two);
    assert_eq!(losses(&focus, "@2 btn \"A\"\n@3 btn \"B\""), [], "it is nowhere");
    let told = losses(&focus, "@2 btn \"A\" focused\n@3 btn \"B\"");
    assert_eq!(told, [(Subject::Lie, "focused")]);
    let plain = layer("", &two);
    assert_eq!(
        losses(&plain, "group disabled\n@2 btn \"A\"\n@3 btn \"B\""),
        [(Subject::Lie, "disabled")]
    );
}

#[test]
fn what_has_neither_label_nor_ref_still_says_its_state() {
    let stars = r#"
FrameLayout bounds="[0,0][1000,2000]"
  TextView text="Rate" state-description="new" bounds="[0,0][100,100]"
  ImageView state-description="3 of 5" bounds="[0,100][100,200]"
  ImageView state-description="3 of 5" bounds="[0,200][100,300]"
  View enabled="false" bounds="[0,300][100,400]"
"#;
    let whole = "\"Rate\" state=\"new\"\nimage state=\"3 of 5\"\nimage state=\"3 of 5\"";
    assert_eq!(losses(stars, whole), []);
    for (part, lost) in [(" state=\"new\"", 1), ("\nimage state=\"3 of 5\"", 2)] {
        let losses = losses(stars, &whole.replace(part, ""));
        assert_eq!(losses, vec![(Subject::State, "state"); lost], "without {part}");
    }
    let once = whole.replacen("\nimage state=\"3 of 5\"", "", 1);
    assert_eq!(losses(stars, &once), [(Subject::State, "state")], "each has a line");
}

/// What is wrong with `text` as the text of what a helper sent of these nodes.
fn of_helper(nodes: &str, text: &str) -> Vec<(Subject, &'static str)> {
    let json = format!(
        r#"{{"fingertip":1,"size":[1000,2000],"windows":[{{"type":1,"bounds":[0,0,1000,2000],"root":{{"class":"android.widget.FrameLayout","bounds":[0,0,1000,2000],"children":[{nodes}]}}}}]}}"#
    );
    let format = recognise(json.as_bytes()).expect("a screen");
    let mut shown = Shown::of_tree(parse(json.as_bytes(), format).expect("a screen"));
    assert!(shown.reading.tree.gaps().is_empty(), "{:?}", shown.reading.tree.gaps());
    let token = shown.refs.of(NodeId(1)).map(|token| token.to_string()).unwrap_or_default();
    shown.text = format!("screen\n{}", text.replace("@1", &token));
    Verdict::on(&shown).losses.iter().map(|loss| (loss.subject, loss.sort)).collect()
}

#[test]
fn values_errors_and_half_checks_are_asked_for() {
    let bar = r#"{"class":"android.widget.ProgressBar","bounds":[0,0,1000,50],"rangeInfo":{"type":0,"min":0,"max":100,"current":30}}"#;
    assert_eq!(of_helper(bar, "progress = 30 of 0..100"), []);
    assert_eq!(of_helper(bar, ""), [(Subject::State, "value")]);
    let turning = bar.replace("100,\"current\":30", "0,\"current\":0");
    assert_eq!(of_helper(&turning, ""), [], "it stands nowhere");
    let half = r#"{"class":"android.widget.CheckBox","text":"All","bounds":[0,0,1000,50],"checkable":true,"checked":"partial","clickable":true}"#;
    assert_eq!(of_helper(half, "@1 check \"All\" partly"), []);
    assert_eq!(of_helper(half, "@1 check \"All\""), [(Subject::State, "partly")]);
    let whole = of_helper(half, "@1 check \"All\" checked");
    assert_eq!(whole, [(Subject::State, "partly"), (Subject::Lie, "checked")]);
    let wrong = r#"{"class":"android.widget.TextView","text":"PIN","error":"too short","bounds":[0,0,1000,50]}"#;
    assert_eq!(of_helper(wrong, "\"PIN\" error=\"too short\""), []);
    assert_eq!(of_helper(wrong, "\"PIN\""), [(Subject::State, "error")]);
}

#[test]
fn a_row_may_speak_for_the_box_in_it_and_a_child_for_its_wrapper() {
    let row = r#"
FrameLayout bounds="[0,0][1000,2000]"
  LinearLayout clickable="true" bounds="[0,0][1000,200]"
    TextView text="Wi-Fi" bounds="[0,0][500,100]"
    Switch checkable="true" checked="true" bounds="[800,0][1000,200]"
"#;
    assert_eq!(losses(row, "@1 switch \"Wi-Fi\" checked"), []);
    assert_eq!(losses(row, "@1 switch \"Wi-Fi\""), [(Subject::State, "checked")]);
    let takes_taps = row.replace("Switch", "Switch clickable=\"true\"");
    let lost = losses(&takes_taps, "@1 switch \"Wi-Fi\" checked");
    assert_eq!(lost, [(Subject::Element, "checkable")]);
    let wrapper = |button: &str| {
        format!(
            r#"
FrameLayout bounds="[0,0][1000,2000]"
  View clickable="true" bounds="[0,0][1000,200]"
    Button text="Go" clickable="true" bounds="{button}"
"#
        )
    };
    assert_eq!(losses(&wrapper("[400,0][600,200]"), "@2 btn \"Go\""), []);
    let lost = losses(&wrapper("[0,0][100,200]"), "@2 btn \"Go\"");
    assert_eq!(lost, [(Subject::Element, "clickable")]);
}
