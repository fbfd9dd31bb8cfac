//! What a command left behind.

use std::borrow::Cow;

/// The collected output of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    pub stdout: Vec<u8>,
    /// Empty where the device cannot tell errors from output.
    pub stderr: Vec<u8>,
    /// `None` where the device cannot tell.
    pub exit: Option<u8>,
}

impl Output {
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    pub fn error_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr)
    }

    /// Whether the command is known to have failed.
    pub fn failed(&self) -> bool {
        self.exit.is_some_and(|code| code != 0)
    }
}
