//! Where lines for people go out. A reader that is gone is not an error.

use std::fmt::Display;
use std::io::Write as _;

pub(super) fn line(text: impl Display) {
    drop(writeln!(std::io::stdout().lock(), "{text}"));
}

pub(super) fn error(text: impl Display) {
    drop(writeln!(std::io::stderr().lock(), "fingertip: {text}"));
}

pub(super) fn note(text: impl Display) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}
