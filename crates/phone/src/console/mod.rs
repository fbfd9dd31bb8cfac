//! An emulator's second port: the console that `adb emu` and telnet speak to. It changes the same device state as the
//! shell's commands, and refuses what the phone has no state for.

mod access;
mod avd;
mod command;
mod geo;
mod line;
mod network;
mod power;
mod session;
mod sms;
mod table;

#[cfg(test)]
mod tests;

pub use access::Access;

pub(crate) use session::{Console, serve};
