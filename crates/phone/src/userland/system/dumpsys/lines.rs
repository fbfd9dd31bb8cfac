//! The text of a dump, put together line by line.

use std::fmt::{Display, Write as _};

#[derive(Default)]
pub(super) struct Lines(String);

impl Lines {
    pub(super) fn new(title: &str) -> Self {
        Self(format!("{title}\n"))
    }

    pub(super) fn add(&mut self, line: impl Display) {
        let _infallible = writeln!(self.0, "{line}");
    }

    /// Lines that somebody else made.
    pub(super) fn append(&mut self, lines: &str) {
        self.0.push_str(lines);
    }

    pub(super) fn text(self) -> String {
        self.0
    }
}
