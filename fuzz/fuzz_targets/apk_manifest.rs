//! An APK that somebody sends to the phone: archive, signatures, binary XML, resource table.
#![no_main]

use std::io::{Seek as _, Write as _};

use libfuzzer_sys::fuzz_target;
use phone::android::Api;

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).and_then(|()| file.rewind()).expect("room for it");
    let _ = phone::android::read_apk(file, "app.apk", Api::default());
});
