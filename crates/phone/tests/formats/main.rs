//! The phone's output held against recordings of real devices. For each format there is one small reader, as somebody
//! who has only real phones would write it; both sides go through it, and the fields that it finds are compared.
//! Without the recordings (see `recordings`) the tests say so and pass.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]

mod activities;
#[path = "../adb_host/mod.rs"]
mod adb_host;
mod battery;
mod comparison;
mod coverage;
mod device;
mod devices;
mod exits;
mod fields;
mod frames;
mod input;
mod install;
mod lists;
mod log;
mod media;
mod memory;
mod messages;
mod monkey;
mod package;
mod preferences;
mod recordings;
mod sections;
mod starts;
mod tables;
mod tasks;
mod views;
mod windows;
