//! An adb server where none is running: finding an adb program, and starting it. Nothing else in
//! the project starts adb, and nothing ever stops a server.

mod find;
mod launch;

pub use find::{Found, Tried, find_adb};
pub use launch::{Ensured, ensure_server};
