//! Apps: the trait behind which every app process stands, and the apps that are declared as data.

mod app;

pub use crate::android::Host;
pub use app::{App, Factory, Installable, Key, Pointer};

/// The apps a phone starts with.
pub fn preinstalled() -> Vec<Installable> {
    Vec::new()
}
