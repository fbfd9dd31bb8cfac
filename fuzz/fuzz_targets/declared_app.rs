//! The definition of an app, as a user wrote it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = phone::apps::declared(text) {
        // Telling where must not fail either.
        let _ = error.to_string();
    }
});
