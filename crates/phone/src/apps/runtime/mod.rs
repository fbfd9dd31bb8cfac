//! Real apps: an APK's own code in a process of its own (`runtime/` in this repository), spoken to in frames.

mod app;
mod built;
mod calls;
mod child;
mod code;
mod components;
mod events;
mod intents;
mod library;
mod listener;
mod process;
mod questions;
mod ready;
mod settings;
#[cfg(test)]
mod tests;
mod translate;
mod tree;
mod wire;

/// What apps call external storage.
const SHARED: &str = "/storage/emulated/0";

pub use built::Built;
pub use child::cleared;
pub(crate) use code::Code;
pub use settings::Runtime;
pub(crate) use translate::NotTranslated;
