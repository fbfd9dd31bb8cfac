//! The virtual phone: an adbd, a userland and apps declared as data.

pub mod android;
pub mod apps;
pub mod screen;
