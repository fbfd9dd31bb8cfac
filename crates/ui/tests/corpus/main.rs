//! Screens recorded from real devices, where they are at hand: what is read, what is shown, what it costs.

#![expect(clippy::print_stdout, reason = "a test that skips says so")]

mod cost;
mod loss;
mod matching;
mod mutation;
mod reading;
mod refs;

use std::sync::LazyLock;

use judge::{Folder, Recording};

/// Every recorded screen; none, and a word about it, where there is no corpus.
fn screens() -> &'static [Recording] {
    static FOLDER: LazyLock<Folder> = LazyLock::new(|| match judge::corpus() {
        Some(folder) => Folder::read(&folder).expect("a folder that can be read"),
        None => Folder::default(),
    });
    if FOLDER.screens.is_empty() {
        println!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
    }
    &FOLDER.screens
}
