//! The real `adb` against the phone on TCP. Each test has its own adb server on its own port, and its own phones.
//! Without `adb` on the PATH the tests say so and pass.
//!
//! What a phone must stand up to, and where it is held to it:
//! - the real adb's shells, exit codes, streams and long lines: `shell`
//! - files of all sizes, folders, odd names and refusals: `files`
//! - forward, reverse, refused targets: `sockets`
//! - a phone that is killed, while idle and in a transfer: `loss`
//! - two servers on one phone, two phones on one server, device lists: `devices`
//! - phones that are offline, unauthorized, full or booting: `faults`
//! - an emulator with its console, beside phones: `emulator`
//! - logcat, dumped and followed: `log`
//! - installing and removing APKs: `install`; the same with an app that runs, and what a user does with it: `crates/fingertip/tests/real/with_adb.rs`
//! - a hostile device against our client, a slow and glued server, quoting: `crates/adb/tests/suite`
//! - exactly what was asked is typed: `crates/fingertip/tests/scenario/typing.rs`

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]

#[path = "../apk/mod.rs"]
mod apk;
mod devices;
mod emulator;
mod faults;
mod files;
mod harness;
mod install;
mod log;
mod loss;
mod process;
mod shell;
mod sockets;
