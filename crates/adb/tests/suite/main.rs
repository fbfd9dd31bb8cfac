//! The crate from outside: against scripted peers, against the real adb server, and (the contract)
//! against anything that behaves like a device.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of tests fail and talk as tests do"
)]

#[cfg(unix)]
mod contract;
mod corpus;
mod direct;
mod fake_server;
mod hostile;
mod peer;
#[cfg(unix)]
mod quoting;
#[cfg(unix)]
mod real_server;
mod scripted;
mod services;
mod smart_socket;
mod sync;

use std::time::Duration;

use adb::Deadline;

/// Long enough for anything that works; paused clocks jump over it.
fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}
