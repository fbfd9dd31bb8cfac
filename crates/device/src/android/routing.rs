//! The order in which backends are tried, per operation: the one table.

/// What a caller wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Tree,
    Screenshot,
    Gesture,
    Key,
    Text,
}

/// What can do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Backend {
    /// Android's own commands, in the device's shell.
    Shell,
}

pub(super) const fn order(operation: Operation) -> &'static [Backend] {
    match operation {
        Operation::Tree
        | Operation::Screenshot
        | Operation::Gesture
        | Operation::Key
        | Operation::Text => &[Backend::Shell],
    }
}
