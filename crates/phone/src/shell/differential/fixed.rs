//! The scripts of `fixed.txt`: everything the shell claims, and every difference that was ever found.

use super::side_by_side::Pair;

/// Each with a line of dashes after it.
const SCRIPTS: &str = include_str!("fixed.txt");

#[tokio::test]
async fn agrees_with_mksh_and_toybox() {
    let Some(pair) = Pair::installed() else { return };
    let scripts: Vec<&str> = SCRIPTS.trim_end().split("\n----\n").collect();
    let different = pair.differences(&scripts).await;
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
