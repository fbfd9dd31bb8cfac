//! Fingerprints: the contract's worked screen as a golden vector, what is still the same screen, and what is
//! another one.

#![expect(clippy::unwrap_used, reason = "a test may give up")]

mod screens;

use screens::{login, node};
use ui::{Fingerprint, Reading, Signature, parse_uiautomator};

const PLACE: [&str; 2] = ["android", "com.example.shop.LoginActivity"];

fn read(body: &str) -> Reading {
    let xml = format!("<hierarchy>{body}</hierarchy>");
    Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None)
}

fn of_reading(reading: &Reading) -> (Fingerprint, Signature) {
    let (tree, visibility) = (&reading.tree, &reading.visibility);
    (Fingerprint::of(tree, visibility, &PLACE), Signature::of(tree, visibility, &PLACE))
}

fn of(body: &str) -> (Fingerprint, Signature) {
    of_reading(&read(body))
}

#[test]
fn the_worked_vector() {
    let fingerprint = of(&login()).0;
    assert_eq!(fingerprint.as_str(), "jzbpiad9eqb2");
    assert_eq!(fingerprint.short(), &fingerprint.as_str()[..6]);
}

/// Holds get_screen_fingerprint.2.
#[test]
fn what_is_still_the_same_screen() {
    let (same, _) = of(&login());
    let status_bar = node(
        "android.widget.FrameLayout",
        "[0,0][1080,60]",
        "",
        &node("android.widget.TextView", "[0,0][90,60]", r#"text="LTE""#, ""),
    )
    .replace("com.example.shop", "com.android.systemui");
    let keyboard = node("android.widget.FrameLayout", "[0,1200][1080,1920]", "", "")
        .replace("com.example.shop", "com.google.android.inputmethod.latin");
    let typed = r#"<node text="me@x.y" "#;
    let beside = |root: &str| format!("{}{root}", login());
    for (what, body) in [
        ("typing", login().replacen(r#"hint="Email""#, r#"hint="Email" text="me@x.y""#, 1)),
        (
            "typing a password",
            login().replace(r#"password="true""#, r#"password="true" text="••""#),
        ),
        (
            "a placeholder",
            login().replacen(
                r#"focused="true"></node>"#,
                &format!(r#"focused="true">{typed} bounds="[50,250][900,300]"/></node>"#),
                1,
            ),
        ),
        ("the time", login().replace("9:41", "10:02 PM")),
        ("focus", login().replace(r#"focused="true""#, r#"focused="false""#)),
        ("a check", login().replace(r#"checked="true""#, r#"checked="false""#)),
        ("enabling", login().replace(r#"enabled="false""#, r#"enabled="true""#)),
        ("selecting", login().replace(r#"text="Sign in""#, r#"text="Sign in" selected="true""#)),
        ("moving", login().replace("[350,1040][730,1090]", "[350,1140][730,1190]")),
        ("the status bar", beside(&status_bar)),
        ("the keyboard", beside(&keyboard)),
    ] {
        assert_ne!(body, login(), "{what} changes the tree");
        assert_eq!(of(&body).0, same, "{what}");
    }
}

/// Holds get_screen_fingerprint.2.
#[test]
fn what_is_another_screen() {
    let (login_screen, _) = of(&login());
    for (what, body) in [
        ("a title", login().replace("Sign in", "Welcome")),
        ("an id", login().replace("id/email", "id/phone")),
        ("a role", login().replace("CheckBox", "Switch")),
        ("a pane", login().replacen("<node ", r#"<node pane-title="Login" "#, 1)),
        (
            "one more",
            login().replacen("</node>", r#"</node><node text="x" bounds="[0,0][9,9]"/>"#, 1),
        ),
    ] {
        assert_ne!(of(&body).0, login_screen, "{what}");
    }
    let reading = read(&login());
    let elsewhere = ["android", "com.example.shop.HomeActivity"];
    assert_ne!(Fingerprint::of(&reading.tree, &reading.visibility, &elsewhere), login_screen);
}

#[test]
fn values_are_not_the_screen() {
    let screen = |control: &str| node("android.widget.FrameLayout", "[0,0][900,900]", "", control);
    for (before, after) in [
        (
            node("android.widget.SeekBar", "[0,0][9,9]", r#"text="30.0""#, ""),
            node("android.widget.SeekBar", "[0,0][9,9]", r#"text="40.0""#, ""),
        ),
        (
            node("android.widget.Switch", "[0,0][9,9]", r#"text="ON""#, ""),
            node("android.widget.Switch", "[0,0][9,9]", r#"text="OFF""#, ""),
        ),
        (
            node(
                "android.widget.Spinner",
                "[0,0][9,9]",
                "",
                r#"<node text="Monthly" bounds="[0,0][9,9]"/>"#,
            ),
            node(
                "android.widget.Spinner",
                "[0,0][9,9]",
                "",
                r#"<node text="Yearly" bounds="[0,0][9,9]"/>"#,
            ),
        ),
        (
            node(
                "android.widget.EditText",
                "[0,0][9,9]",
                r#"text="a@b" content-desc="Email, a@b""#,
                "",
            ),
            node(
                "android.widget.EditText",
                "[0,0][9,9]",
                r#"text="c@d" content-desc="Email, c@d""#,
                "",
            ),
        ),
    ] {
        let (before, after) = (of(&screen(&before)), of(&screen(&after)));
        assert_eq!(before.0, after.0);
        assert_ne!(before.1, after.1);
    }
}

#[test]
fn rows_beyond_the_fiftieth_do_not_count() {
    let list = |rows: usize, last: &str| {
        let rows: String = (1..=rows)
            .map(|row| {
                let says = if row == rows { last } else { "row" };
                node("android.widget.TextView", "[0,0][900,90]", &format!("text=\"{says}\""), "")
            })
            .collect();
        let list = node("android.widget.ListView", "[0,0][900,900]", "", &rows);
        node("android.widget.FrameLayout", "[0,0][900,900]", "", &list)
    };
    assert_ne!(of(&list(50, "a")).0, of(&list(50, "b")).0);
    assert_eq!(of(&list(51, "a")).0, of(&list(51, "b")).0);
    assert_eq!(of(&list(51, "a")).0, of(&list(60, "a")).0);
    // A list inside a row has rows of its own, and the outer count goes on after it.
    let inner = format!(">{}</node>", list(60, "x"));
    let nested = |rows, last: &str| list(rows, last).replacen("></node>", &inner, 1);
    assert_ne!(of(&nested(50, "a")).0, of(&nested(50, "b")).0);
    assert_ne!(of(&nested(51, "a")).0, of(&list(51, "a")).0);
    assert_eq!(of(&nested(51, "a")).0, of(&nested(51, "b")).0);
}
