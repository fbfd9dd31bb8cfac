//! What the helpers of other projects write down.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ui::{Format, Reading};

fuzz_target!(|bytes: &[u8]| {
    ui::recognise(bytes);
    for format in [Format::DroidbotJson, Format::MaestroJson] {
        if let Ok(tree) = ui::parse(bytes, format) {
            Reading::of(tree, None);
        }
    }
});
