//! The engine and the tools name no platform: a difference is a capability or a value, not an `if`.

use super::source::{rust_files, split, workspace};

#[test]
fn engine_and_tools_branch_on_no_platform() {
    let mut wrong = Vec::new();
    for folder in ["crates/engine/src", "crates/fingertip/src/tools"] {
        for file in rust_files(&workspace().join(folder)) {
            let (code, literals) = split(&std::fs::read_to_string(&file).unwrap());
            let named = |text: &str| {
                let text = text.to_lowercase();
                text.split(|c: char| !c.is_ascii_alphanumeric())
                    .any(|word| word == "android" || word == "ios")
            };
            // A text may speak of Android; a literal that is nothing but the name is a comparison.
            let compared =
                literals.iter().any(|literal| ["android", "ios"].contains(&literal.as_str()));
            if named(&code) || compared {
                wrong.push(file);
            }
        }
    }
    assert!(wrong.is_empty(), "these name a platform: {wrong:?}");
}
