//! The page source of WebDriverAgent as XML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ui::{Format, Reading};

fuzz_target!(|bytes: &[u8]| {
    ui::recognise(bytes);
    if let Ok(tree) = ui::parse(bytes, Format::WdaXml) {
        Reading::of(tree, None);
    }
});
