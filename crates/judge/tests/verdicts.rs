//! The judge itself: a good text passes, and every way to spoil it is noticed.

use std::fmt::Write as _;

use judge::{Shown, Subject, Verdict};
use ui::{NodeId, parse_uiautomator};

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
    assert_eq!(losses(tab, wrong), [(Subject::State, "selected")]);
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
