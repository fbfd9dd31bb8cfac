//! What a statement works on: the database, its definitions, and rows as queries see them.

use std::cell::{Cell as Counter, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::ast::Column;
use super::connection::Release;
use super::error::Error;
use super::eval::{Env, eval};
use super::parse::Parsed;
use super::parse_table::{Definition, table_definition};
use super::value::{Affinity, real};
use crate::sqlite::{Cell, Database, Row};

/// Rows looked at and values kept before a statement is given up: the phone goes on for others, too.
const MOST_STEPS: u64 = if cfg!(test) { 3_000_000 } else { 20_000_000 };

pub(super) struct Context<'a> {
    pub(super) database: &'a Database,
    definitions: RefCell<HashMap<usize, Rc<Definition>>>,
    pub(super) release: Release,
    pub(super) now: &'a jiff::Zoned,
    pub(super) last_id: i64,
    pub(super) changes: i64,
    pub(super) total_changes: i64,
    steps: Counter<u64>,
}

impl<'a> Context<'a> {
    pub(super) fn new(database: &'a Database, release: Release, now: &'a jiff::Zoned) -> Self {
        Self {
            database,
            definitions: RefCell::default(),
            release,
            now,
            last_id: 0,
            changes: 0,
            total_changes: 0,
            steps: Counter::new(0),
        }
    }

    /// Counts work.
    pub(super) fn tick(&self) -> Parsed<()> {
        self.ticks(1)
    }

    pub(super) fn ticks(&self, count: usize) -> Parsed<()> {
        let steps = self.steps.get().saturating_add(count as u64);
        self.steps.set(steps);
        if steps > MOST_STEPS { Err(Error::step("interrupted", 9)) } else { Ok(()) }
    }

    pub(super) fn definition(&self, table: usize) -> Parsed<Rc<Definition>> {
        if let Some(known) = self.definitions.borrow().get(&table) {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(definition(self.database, table)?);
        self.definitions.borrow_mut().insert(table, Rc::clone(&found));
        Ok(found)
    }

    /// All rows of a table: its columns, then the row id.
    pub(super) fn scan(&self, table: usize) -> Parsed<Vec<Vec<Cell>>> {
        let definition = self.definition(table)?;
        let table = &self.database.tables[table];
        if let Some(fault) = table.fault {
            return Err(Error { preparing: false, ..Error::malformed(fault) });
        }
        let defaults = self.defaults(&definition)?;
        self.ticks(table.rows.len())?;
        Ok(table.rows.iter().map(|row| seen(&definition, &defaults, row)).collect())
    }

    /// What rows hold that were written before a column was added.
    pub(super) fn defaults(&self, definition: &Definition) -> Parsed<Vec<Cell>> {
        let env = Env::bare(self);
        let of = |column: &super::parse_table::ColumnDefinition| match &column.default {
            Some(value) => {
                let mut value = value.clone();
                let scope = super::scope::Scope { sources: &[], outer: None };
                super::resolve::Resolver::new(self).expr(&mut value, &scope, None)?;
                Ok(column.affinity.apply(eval(&value, &env)?))
            }
            None => Ok(Cell::Null),
        };
        definition.columns.iter().map(of).collect()
    }

    /// The rows of `sqlite_master`.
    pub(super) fn schema_rows(&self) -> Vec<Vec<Cell>> {
        let text = |text: &str| Cell::Text(text.to_owned());
        let tables = self.database.tables.iter().map(|table| {
            let names = [text("table"), text(&table.name), text(&table.name)];
            (table.place, names, table.root, text(&table.sql))
        });
        let others = self.database.others.iter().map(|other| {
            let names = [text(other.kind.name()), text(&other.name), text(&other.table)];
            (other.place, names, other.root, other.sql.as_deref().map_or(Cell::Null, text))
        });
        let mut all: Vec<_> = tables.chain(others).collect();
        all.sort_by_key(|(place, ..)| *place);
        all.into_iter()
            .map(|(place, names, root, sql)| {
                let root = Cell::Integer(i64::from(root));
                names.into_iter().chain([root, sql, Cell::Integer(place)]).collect()
            })
            .collect()
    }
}

pub(super) fn definition(database: &Database, table: usize) -> Parsed<Definition> {
    let table = &database.tables[table];
    // The sequence and statistics tables of SQLite itself are made like any other.
    let definition = table_definition(&table.sql).map_err(|error| Error {
        at: None,
        text: format!("malformed database schema ({}) - {}", table.name, error.text),
        code: 11,
        preparing: true,
    })?;
    if definition.generated {
        return Err(Error::unsupported(format!("generated columns (table {})", table.name)));
    }
    let unknown = definition.columns.iter().find_map(|column| column.unknown_collation.as_ref());
    if let Some(name) = unknown {
        return Err(Error::prepare(format!("no such collation sequence: {name}")));
    }
    Ok(definition)
}

/// The columns as queries see them; the last is the row id, where there is one.
pub(super) fn table_columns(definition: &Definition) -> Vec<Column> {
    let columns = definition.columns.iter().map(|column| Column {
        name: column.name.clone(),
        affinity: column.affinity,
        collation: column.collation,
        hidden: false,
    });
    let id = (!definition.without_ids).then(row_id);
    columns.chain(id).collect()
}

fn row_id() -> Column {
    Column { affinity: Affinity::Integer, hidden: true, ..Column::plain("rowid".to_owned()) }
}

pub(super) fn schema_columns() -> Vec<Column> {
    let text = |name: &str| Column { affinity: Affinity::Text, ..Column::plain(name.to_owned()) };
    let root = Column { affinity: Affinity::Integer, ..text("rootpage") };
    vec![text("type"), text("name"), text("tbl_name"), root, text("sql"), row_id()]
}

/// A stored row with every column in its place.
pub(super) fn seen(definition: &Definition, defaults: &[Cell], row: &Row) -> Vec<Cell> {
    let mut values = vec![Cell::Null; definition.columns.len()];
    for (stored, column) in definition.stored_order().into_iter().enumerate() {
        let value = match row.values.get(stored) {
            _ if definition.id_column == Some(column) => Cell::Integer(row.id),
            // A real number without a fraction is stored as an integer.
            Some(Cell::Integer(number))
                if definition.columns[column].affinity == Affinity::Real =>
            {
                Cell::Real(real(*number))
            }
            Some(value) => value.clone(),
            None => defaults.get(column).cloned().unwrap_or(Cell::Null),
        };
        values[column] = value;
    }
    if !definition.without_ids {
        values.push(Cell::Integer(row.id));
    }
    values
}
