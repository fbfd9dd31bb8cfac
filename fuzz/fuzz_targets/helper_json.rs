//! What our own helper answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ui::{Format, Reading};

fuzz_target!(|bytes: &[u8]| {
    ui::recognise(bytes);
    if let Ok(tree) = ui::parse(bytes, Format::HelperJson) {
        Reading::of(tree, None);
    }
});
