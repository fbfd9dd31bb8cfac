//! Fixed scripts through the phone's `sed` and toybox's: everything that is claimed.

use crate::shell::differential::side_by_side::Pair;

#[tokio::test]
async fn every_command_agrees_with_toybox() {
    let Some(pair) = Pair::installed() else { return };
    let scripts: Vec<&str> = include_str!("sed_fixed.txt").trim_end().split("\n----\n").collect();
    let different = pair.differences(&scripts).await;
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
