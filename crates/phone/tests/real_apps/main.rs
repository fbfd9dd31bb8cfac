//! Real apps on the phone, with a real JVM: API Demos installed, started and used as over adb. Needs `java`, the folder of jars
//! that FINGERTIP_RUNTIME_PARTS names, and the APK that FINGERTIP_APIDEMOS names (npm `android-apidemos@5.0.0`,
//! `apks/ApiDemos-debug.apk`); without them the tests say so and pass.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]

#[path = "../adb_host/mod.rs"]
mod adb_host;
mod built;
mod demos;
mod dumper;
mod host;
mod sharing;
