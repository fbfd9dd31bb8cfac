//! Definitions: what is accepted, and how mistakes are told.

use proptest::prelude::*;

use crate::apps::declared;

#[test]
fn every_embedded_definition_is_valid() {
    for yaml in crate::apps::EMBEDDED {
        if let Err(error) = declared(yaml) {
            panic!("{error}");
        }
    }
}

/// Line, column and a part of the message.
fn check(yaml: &str, line: u64, column: u64, message: &str) {
    let error = declared(yaml).expect_err("it has a mistake");
    let shown = error.to_string();
    assert!(shown.contains(message), "{shown}");
    assert_eq!((error.line, error.column), (line, column), "{shown}");
}

fn app(body: &str) -> String {
    format!(
        "package: com.x.y\nlabel: X\nstate: {{name: a}}\nactivities:\n  .Main:\n    body:\n      {body}\n"
    )
}

#[test]
fn mistakes_are_told_with_their_place() {
    check("package: nope\nlabel: X\nactivities: {}\n", 1, 10, "`nope` is no package name");
    check(&app("text: {text: \"{nam}\"}"), 7, 20, "there is no variable `nam` here");
    check(&app("button: {text: Go, on_tap: [go: {to: .Nowhere}]}"), 7, 44, "there is no activity");
    check(&app("button: {text: Go, on_tap: [dialog: gone]}"), 7, 43, "there is no dialog `gone`");
    check(&app("field: {hint: Name}"), 7, 21, "this widget needs `bind`");
    check(&app("text: {text: Hi, style: outlined}"), 7, 31, "style does not fit");
    check(&app("text: {text: Hi, colour: red}"), 7, 24, "colour");
    check(&app("text: {text: \"{1 +}\"}"), 7, 20, "the expression ends too early");
    check(&app("text: {text: Hi, visible: len(}"), 7, 33, "ends too early");
    check(&app("column: {children: [blink: {}]}"), 7, 27, "blink");
}

#[test]
fn a_mistake_in_meaning_shows_its_line_and_a_caret() {
    let error = declared(&app("text: {text: \"{nam}\"}")).unwrap_err();
    insta::assert_snapshot!(error, @r#"
    line 7, column 20: there is no variable `nam` here
        7 |       text: {text: "{nam}"}
          |                    ^
    "#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// A definition with a piece cut out, doubled or overwritten is accepted or refused, never worse.
    #[test]
    fn a_damaged_definition_is_an_error_at_most(
        at in any::<prop::sample::Index>(),
        length in 1_usize..40,
        filling in "[ -~\n]{0,8}",
    ) {
        let yaml = include_str!("../../../assets/shop.yaml");
        let (from, to) = (at.index(yaml.len()), at.index(yaml.len()) + length);
        let before: String = yaml.chars().take(from).collect();
        let after: String = yaml.chars().skip(to).collect();
        let _result = declared(&format!("{before}{filling}{after}")).map(drop);
    }
}
