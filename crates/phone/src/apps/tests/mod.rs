//! The phone's own apps, driven as a user drives them.

mod bench;
mod definition;
pub(crate) mod driver;
mod shop;
mod torture;
