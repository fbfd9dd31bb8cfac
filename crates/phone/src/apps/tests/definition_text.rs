//! Texts of definitions show as they are written, whatever YAML would make of them.

use super::driver::Driver;
use crate::apps::declared;

const APP: &str = "
package: com.x.words
label: No
state: {answer: off, sure: true}
activities:
  .Main:
    launcher: true
    toolbar: {title: On}
    body:
      column:
        children:
          - text: {text: Yes}
          - text: {text: True}
          - text: {text: 1.50}
          - text: {text: 007}
          - text: {text: \"{answer}, {sure}\"}
          - button: {text: no, desc: y}
";

#[tokio::test(start_paused = true)]
async fn plain_scalars_show_as_written() {
    let driver = Driver::home().await;
    let app = declared(APP).unwrap();
    assert_eq!(app.manifest.label, "No");
    driver.android.install(app).unwrap();
    driver.start("com.x.words", ".Main").await;
    driver.settle().await;
    let mut texts = driver.texts().await;
    texts.retain(|text| !text.is_empty());
    assert_eq!(texts, ["On", "Yes", "True", "1.50", "007", "off, true", "no"]);
    assert_eq!(driver.node("no").await.desc, "y");
}

fn told(body: &str) -> String {
    let head = "package: com.x.y\nlabel: X\nactivities:\n  .Main:\n    body:\n      ";
    declared(&format!("{head}{body}\n")).expect_err("it has a mistake").to_string()
}

#[test]
fn lists_and_records_are_no_text() {
    insta::assert_snapshot!(told("text: {text: [a, b]}"), @"
    line 6, column 20: a text is expected here; quote it if it begins with a bracket or a brace
        6 |       text: {text: [a, b]}
          |                    ^
    ");
    insta::assert_snapshot!(told("text: {text: {count}}"), @"
    line 6, column 20: a text is expected here; quote it if it begins with a bracket or a brace
        6 |       text: {text: {count}}
          |                    ^
    ");
    insta::assert_snapshot!(told("button: {text: Go, on_tap: [toast: [a]]}"), @"
    line 6, column 42: a text is expected here; quote it if it begins with a bracket or a brace
        6 |       button: {text: Go, on_tap: [toast: [a]]}
          |                                          ^
    ");
}
