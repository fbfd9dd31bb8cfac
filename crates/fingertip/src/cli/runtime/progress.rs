//! How far an installation is: a bar on a terminal, a line a step elsewhere.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::print;
use crate::runtime::install::Progress;

pub(super) struct Bar {
    /// Only where somebody sees it move.
    bar: Option<ProgressBar>,
}

impl Bar {
    pub(super) fn new() -> Self {
        Self { bar: std::io::stderr().is_terminal().then(ProgressBar::no_length) }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn step(&self, what: &str, bytes: Option<u64>) {
        let Some(bar) = &self.bar else { return print::note(what) };
        let shown = if bytes.is_some() {
            "{msg} {bar:30} {bytes} of {total_bytes}, {eta} to go"
        } else {
            "{spinner} {msg}, for {elapsed}"
        };
        if let Ok(style) = ProgressStyle::with_template(shown) {
            bar.set_style(style);
        }
        bar.reset();
        bar.set_length(bytes.unwrap_or_default());
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn at(&self, bytes: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(bytes);
        }
    }
}
