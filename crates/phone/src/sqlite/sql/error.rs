//! What goes wrong with a statement, in SQLite's words.

use crate::sqlite::Malformed;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(crate) struct Error {
    pub(crate) text: String,
    /// SQLite's number for its kind, which is the exit code.
    pub(crate) code: u8,
    /// Was it found before anything was done?
    pub(crate) preparing: bool,
    /// Where in the statement.
    pub(crate) at: Option<usize>,
}

impl Error {
    pub(super) fn prepare(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 1, preparing: true, at: None }
    }

    pub(super) fn prepare_at(text: impl Into<String>, at: usize) -> Self {
        Self { at: Some(at), ..Self::prepare(text) }
    }

    pub(crate) fn step(text: impl Into<String>, code: u8) -> Self {
        Self { text: text.into(), code, preparing: false, at: None }
    }

    pub(super) fn constraint(text: impl Into<String>) -> Self {
        Self::step(text, 19)
    }

    /// What SQLite would do and the phone does not.
    pub(super) fn unsupported(what: impl std::fmt::Display) -> Self {
        Self::prepare(format!("not supported on this phone: {what}"))
    }

    pub(crate) fn malformed(fault: Malformed) -> Self {
        let code = match fault {
            Malformed::NotADatabase => 26,
            Malformed::Unsupported => 1,
            Malformed::Damaged => 11,
        };
        Self { text: fault.to_string(), code, preparing: true, at: None }
    }
}
