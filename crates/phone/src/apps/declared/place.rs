//! Where in a definition something stands, and errors that say so.

use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

/// A line and a column, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) at: Place,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        let at = spanned.referenced;
        Ok(Self { value: spanned.value, at: Place { line: at.line(), column: at.column() } })
    }
}

/// A definition that cannot be used: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rendered}")]
pub struct DefinitionError {
    pub line: u64,
    pub column: u64,
    /// With the offending line and a caret below it.
    rendered: String,
}

/// Something that is wrong, before its line is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) at: Place,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn in_text(self, yaml: &str) -> DefinitionError {
        let Place { line, column } = self.at;
        let row = usize::try_from(line.saturating_sub(1)).unwrap_or(0);
        let source = yaml.lines().nth(row).unwrap_or_default();
        let indent = usize::try_from(column.saturating_sub(1)).unwrap_or(0).min(source.len());
        let message = self.message;
        let rendered = format!(
            "line {line}, column {column}: {message}\n{line:>5} | {source}\n      | {:indent$}^",
            ""
        );
        DefinitionError { line, column, rendered }
    }
}
