//! Definitions: what is accepted, and how mistakes are told.

use proptest::prelude::*;

use crate::apps::{EMBEDDED, declared};

#[test]
fn every_embedded_definition_is_valid() {
    for yaml in EMBEDDED {
        if let Err(error) = declared(yaml) {
            panic!("{error}");
        }
    }
}

#[test]
fn the_example_of_the_reference_is_valid() {
    let page = include_str!("../../../../../docs/apps.md");
    let yaml = page.split_once("```yaml\n").unwrap().1.split("```").next().unwrap();
    declared(yaml).unwrap();
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
    check(&app("field: {hint: Name}"), 7, 7, "`field` needs `bind`");
    check(&app("text: {text: Hi, style: outlined}"), 7, 31, "`text` has the styles `body`");
    check(&app("text: {text: Hi, colour: red}"), 7, 24, "colour");
    check(&app("text: {text: \"{1 +}\"}"), 7, 20, "the expression ends too early");
    check(&app("text: {text: Hi, visible: len(}"), 7, 33, "ends too early");
    check(&app("column: {children: [blink: {}]}"), 7, 27, "blink");
    check(&app("tabs: {bind: name}"), 7, 7, "`tabs` needs `pages`");
    check(&app("dropdown: {bind: name}"), 7, 7, "`dropdown` needs `of`");
    check(&app("clock: {format: \"%!\"}"), 7, 23, "no format of a clock");
    check(&app("text: {text: \"{matches(name, '[')}\"}"), 7, 20, "`[` is no regular expression");
    let tapped = |action: &str| app(&format!("button: {{text: Go, on_tap: [{action}]}}"));
    check(&tapped("delete: gone"), 7, 43, "there is no table `gone`");
    check(&tapped("insert: {table: t, values: {}}"), 7, 51, "there is no table `t`");
    check(&tapped("add: {to: gone, value: {}}"), 7, 45, "there is no variable `gone`");
    check(&tapped("fetch: {url: x, into: gone}"), 7, 57, "there is no variable `gone`");
    let permission = "permission: {name: android.permission.CAMERA}";
    check(&tapped(permission), 7, 54, "`android.permission.CAMERA` is not in `permissions`");
    let head = "package: com.x.y\nlabel: X\nactivities: {}\n";
    check(&format!("{head}device: {{a: wifi_on}}\n"), 4, 13, "`wifi_on` is no setting");
    check(&format!("{head}style: swing\n"), 4, 8, "swing");
    let table = "database: {name: a.db, tables: {t: {_id: text}}}\n";
    check(&format!("{head}{table}"), 4, 18, "`_id` is no name for a table or a column");
    let file = "database: {name: ../a.db, tables: {}}\n";
    check(&format!("{head}{file}"), 4, 18, "`../a.db` is no file name");
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

fn told(yaml: &str) -> String {
    declared(yaml).expect_err("it has a mistake").to_string()
}

fn told_of(body: &str) -> String {
    told(&app(body))
}

#[test]
fn a_missing_property_is_told_at_its_widget() {
    let children = "column:\n        children:\n          - text: {text: Hi}\n          - ";
    insta::assert_snapshot!(told_of(&format!("{children}list: {{row: {{text: {{text: a}}}}}}")), @"
    line 10, column 13: `list` needs `of`
       10 |           - list: {row: {text: {text: a}}}
          |             ^
    ");
    insta::assert_snapshot!(told_of(&format!("{children}slider: {{}}")), @"
    line 10, column 13: `slider` needs `bind`
       10 |           - slider: {}
          |             ^
    ");
    insta::assert_snapshot!(told_of(&format!("{children}field:\n              bind:\n")), @"
    line 10, column 13: `field` needs `bind`
       10 |           - field:
          |             ^
    ");
}

#[test]
fn a_property_of_another_widget_is_told_with_what_this_one_takes() {
    insta::assert_snapshot!(told_of("button: {text: Go, min: 3, of: count, hint: xx}"), @"
    line 7, column 26: `button` takes no `min`; it takes `text`, `style`, and what every widget takes
        7 |       button: {text: Go, min: 3, of: count, hint: xx}
          |                          ^
    ");
    insta::assert_snapshot!(told_of("divider: {id: line, children: []}"), @"
    line 7, column 27: `divider` takes no `children`; it takes only what every widget takes: `id`, `visible`, `enabled`, `desc`, `weight`, `width`, `height`, `class`, `on_tap`, `on_long_tap`, `drift`
        7 |       divider: {id: line, children: []}
          |                           ^
    ");
    let toolbar = "package: com.x.y\nlabel: X\nactivities:\n  .Main:\n    toolbar:\n      title: X\n      \
                   actions:\n        - {icon: plus, text: Add}\n    body: {space: {}}\n";
    insta::assert_snapshot!(told(toolbar), @"
    line 8, column 24: an action of a toolbar takes no `text`; it takes `icon`, `desc`, `on_tap`, `on_long_tap`, `id`, `visible`
        8 |         - {icon: plus, text: Add}
          |                        ^
    ");
}

#[test]
fn the_reader_of_yaml_speaks_our_words() {
    insta::assert_snapshot!(told_of("buton: {text: Go}"), @"
    line 7, column 7: `buton` is not known here; the nearest names are `button`, `date`, `row`, `card`, `clock`
        7 |       buton: {text: Go}
          |       ^
    ");
    insta::assert_snapshot!(told_of("text: {txt: Hi}"), @"
    line 7, column 14: `txt` is not known here; the nearest names are `text`, `as`, `gap`, `hint`, `id`
        7 |       text: {txt: Hi}
          |              ^
    ");
    insta::assert_snapshot!(told_of("text: {text: Hi, align: middle}"), @"
    line 7, column 31: `middle` is not known here; known are `end`, `center`, `start`
        7 |       text: {text: Hi, align: middle}
          |                               ^
    ");
    insta::assert_snapshot!(told_of("text: {text: Hi}\n      button: {text: Go}"), @"
    line 8, column 7: one widget only can be here; give each its own `- ` below `children`, and indent properties below their widget
        8 |       button: {text: Go}
          |       ^
    ");
    insta::assert_snapshot!(told_of("text: {text: Hi, text: Ho}"), @"
    line 7, column 24: `text` is here twice
        7 |       text: {text: Hi, text: Ho}
          |                        ^
    ");
    insta::assert_snapshot!(told_of("button: {text: Go, on_tap: [hang: -1]}"), @"
    line 7, column 41: a whole number that is not negative is expected here
        7 |       button: {text: Go, on_tap: [hang: -1]}
          |                                         ^
    ");
    insta::assert_snapshot!(told_of("button: {text: Go, on_tap: [after: {do: []}]}"), @"
    line 7, column 43: `ms` is missing here
        7 |       button: {text: Go, on_tap: [after: {do: []}]}
          |                                           ^
    ");
    insta::assert_snapshot!(told_of("button: {text: Go, on_tap: [back: 3]}"), @"
    line 7, column 41: nothing may follow this name; write it without `:`
        7 |       button: {text: Go, on_tap: [back: 3]}
          |                                         ^
    ");
    insta::assert_snapshot!(told_of("button: {text: Go, on_tap: {back: 3}}"), @"
    line 7, column 34: a list (`[a, b]`, or `- ` before each entry) is expected here
        7 |       button: {text: Go, on_tap: {back: 3}}
          |                                  ^
    ");
    insta::assert_snapshot!(told_of("text: Hi"), @"
    line 7, column 13: `name: value` is expected here
        7 |       text: Hi
          |             ^
    ");
    insta::assert_snapshot!(told_of("text"), @"
    line 7, column 7: a widget needs its properties; write `text: {}` for none
        7 |       text
          |       ^
    ");
    insta::assert_snapshot!(told_of("column: {children: [text, space: {}]}"), @"
    line 7, column 27: a widget needs its properties; write `text: {}` for none
        7 |       column: {children: [text, space: {}]}
          |                           ^
    ");
    insta::assert_snapshot!(told_of("{}"), @"
    line 7, column 7: a widget is missing here
        7 |       {}
          |       ^
    ");
    insta::assert_snapshot!(told_of("[text]"), @"
    line 6, column 5: a name with its properties (`text: {text: Hi}`) is expected here
        6 |     body:
          |     ^
    ");
    insta::assert_snapshot!(told_of("column: {gap: wide}"), @"
    line 7, column 21: a number is expected here
        7 |       column: {gap: wide}
          |                     ^
    ");
    insta::assert_snapshot!(told_of("column: {children: [}"), @"
    line 7, column 26: this is no YAML: mismatched bracket '[' closed by '}'
        7 |       column: {children: [}
          |                          ^
    ");
    insta::assert_snapshot!(told("label: X\nactivities: {}\n"), @"
    line 2, column 1: `package` is missing here
        2 | activities: {}
          | ^
    ");
    insta::assert_snapshot!(told("package: com.x.y\nlabel: [X]\nactivities: {}\n"), @"
    line 2, column 8: a text is expected here; quote it if it begins with a bracket or a brace
        2 | label: [X]
          |        ^
    ");
    insta::assert_snapshot!(told("package: com.x.y\nlabel: X\nactivities:\n  .Main: {launcher: 3}\n"), @"
    line 4, column 21: `true` or `false` is expected here
        4 |   .Main: {launcher: 3}
          |                     ^
    ");
    insta::assert_snapshot!(told("package: com.x.y\nlabel: X\nstate: {a: }\nactivities: {}\n"), @r#"
    line 3, column 10: a value is missing here; write "" for an empty text
        3 | state: {a: }
          |          ^
    "#);
    insta::assert_snapshot!(told("package: com.x.y\n---\npackage: com.x.y\n"), @"
    line 1, column 1: `label` is missing here
        1 | package: com.x.y
          | ^
    ");
    insta::assert_snapshot!(told(""), @"
    line 1, column 1: the definition ends too early
        1 | 
          | ^
    ");
}

/// Whatever is wrong, no word of a library shows through.
#[test]
fn one_message_one_place_one_excerpt() {
    for body in
        ["buton: {}", "text: {text: Hi}\n      button: {}", "slider: {min: x}", "text: [", "3"]
    {
        let shown = told_of(body);
        assert_eq!(shown.lines().count(), 3, "{shown}");
        assert_eq!(shown.matches("line ").count(), 1, "{shown}");
        for leaked in ["<input>", "variant", "serde", "struct", "field `", "Options", "u64"] {
            assert!(!shown.contains(leaked), "{shown}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// A definition with a piece cut out, doubled or overwritten is accepted or refused, never worse.
    #[test]
    fn a_damaged_definition_is_an_error_at_most(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        length in 1_usize..40,
        filling in "[ -~\n]{0,8}",
    ) {
        let yaml = EMBEDDED[which.index(EMBEDDED.len())];
        let (from, to) = (at.index(yaml.len()), at.index(yaml.len()) + length);
        let before: String = yaml.chars().take(from).collect();
        let after: String = yaml.chars().skip(to).collect();
        let _result = declared(&format!("{before}{filling}{after}")).map(drop);
    }
}
