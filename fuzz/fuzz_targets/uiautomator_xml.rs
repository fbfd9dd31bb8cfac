//! Whatever a phone sends as a screen: parsed, shown, matched and hashed without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ui::view::{Header, Options, Outline, compact};
use ui::visibility::Visibility;
use ui::{Fingerprint, Refs, Signature};

fuzz_target!(|bytes: &[u8]| {
    let Ok(tree) = ui::parse_uiautomator(bytes) else { return };
    let visibility = Visibility::of(&tree, tree.extent());
    let outline = Outline::of(&tree, &visibility, Options::default());
    let bindings = Refs::default().bind(&tree, &outline, &["fuzz"]);
    let fingerprint = Fingerprint::of(&tree, &visibility, &["fuzz"]);
    Signature::of(&tree, &visibility, &["fuzz"]);
    let header = Header {
        size: tree.extent(),
        package: "",
        fingerprint: &fingerprint,
        revision: 1,
        loading: None,
    };
    let text = compact(&tree, &outline, &bindings, header, usize::MAX);
    // The header, and a line about gaps where there are any.
    let before = 1 + usize::from(!tree.gaps().is_empty());
    assert_eq!(
        text.lines().count(),
        outline.lines.len() + before,
        "a label made a line of its own"
    );
});
