//! SQLite's file format: whole files are read and written, `sql/` changes what they hold.
//! <https://www.sqlite.org/fileformat2.html>

mod index_tree;
mod pages;
mod read;
mod record;
pub(crate) mod sql;
mod wal;
mod write;

#[cfg(test)]
mod tests;

pub(crate) use wal::with_log;

/// A database file.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Database {
    /// `PRAGMA user_version`: what Android's open helper counts.
    pub(crate) user_version: u32,
    pub(crate) tables: Vec<Table>,
    /// Indexes, views, triggers and virtual tables.
    pub(crate) others: Vec<Other>,
    pub(crate) header: Header,
}

/// What else the file says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) page_size: usize,
    pub(crate) application_id: u32,
    pub(crate) schema_version: u32,
    pub(crate) change_counter: u32,
    pub(crate) encoding: Encoding,
    /// `PRAGMA journal_mode=wal`, which stays with the file.
    pub(crate) write_ahead: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16Little,
    Utf16Big,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Table {
    pub(crate) name: String,
    /// The statement that made it.
    pub(crate) sql: String,
    /// By their ids. Those of a table without row ids are in the order and with the columns of its key first.
    pub(crate) rows: Vec<Row>,
    /// Where it stands in the schema; 0 is the end.
    pub(crate) place: i64,
    /// The first page of its tree in the file it was read from.
    pub(crate) root: u32,
    pub(crate) without_ids: bool,
    /// Why the rows could not be read.
    pub(crate) fault: Option<Malformed>,
}

/// Whatever has a name but no rows of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Other {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) table: String,
    /// An index that a constraint made has none.
    pub(crate) sql: Option<String>,
    pub(crate) place: i64,
    pub(crate) root: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Index,
    View,
    Trigger,
    VirtualTable,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) id: i64,
    /// In the order of the columns. A column that stands for the row id holds nothing.
    pub(crate) values: Vec<Cell>,
}

/// Text keeps bytes that are no UTF-8 as `crate::text` does.
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

impl Default for Header {
    fn default() -> Self {
        Self {
            page_size: pages::PAGE,
            application_id: 0,
            schema_version: 0,
            change_counter: 0,
            encoding: Encoding::Utf8,
            write_ahead: false,
        }
    }
}

impl Kind {
    /// As the schema has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::View => "view",
            Self::Trigger => "trigger",
            Self::VirtualTable => "table",
        }
    }
}

impl Database {
    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn table_mut(&mut self, name: &str) -> Option<&mut Table> {
        self.tables.iter_mut().find(|table| table.name.eq_ignore_ascii_case(name))
    }

    /// Where a new table or index goes.
    pub(crate) fn next_place(&self) -> i64 {
        let tables = self.tables.iter().map(|table| table.place);
        tables.chain(self.others.iter().map(|other| other.place)).max().unwrap_or(0) + 1
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
