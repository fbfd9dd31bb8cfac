//! SQLite's file format, as far as an app needs it that keeps rows in tables: whole files are read
//! and written. Knows no SQL. <https://www.sqlite.org/fileformat2.html>

mod pages;
mod read;
mod record;
mod write;

#[cfg(test)]
mod tests;

/// A database file. Only tables with row ids are known; indexes, views and triggers are not read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Database {
    /// `PRAGMA user_version`: what Android's open helper counts.
    pub(crate) user_version: u32,
    pub(crate) tables: Vec<Table>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Table {
    pub(crate) name: String,
    /// The statement that made it.
    pub(crate) sql: String,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) id: i64,
    /// In the order of the columns. A column that stands for the row id holds nothing.
    pub(crate) values: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// What is wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Malformed {
    #[error("file is not a database")]
    NotADatabase,
    #[error("unsupported file format")]
    Unsupported,
    #[error("database disk image is malformed")]
    Damaged,
}

impl Database {
    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    pub(crate) fn table_mut(&mut self, name: &str) -> Option<&mut Table> {
        self.tables.iter_mut().find(|table| table.name == name)
    }
}

impl Table {
    /// Adds a row under the next id and returns that.
    pub(crate) fn push(&mut self, values: Vec<Cell>) -> i64 {
        let id = self.rows.iter().map(|row| row.id).max().unwrap_or(0).saturating_add(1);
        self.rows.push(Row { id, values });
        id
    }
}
