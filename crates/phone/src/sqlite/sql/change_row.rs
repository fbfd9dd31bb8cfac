//! Putting one row into a table: what it must satisfy, and how to take it back.

use std::collections::HashMap;

use super::ast::{Conflict, Expr};
use super::error::Error;
use super::eval::{Env, eval};
use super::indexes::{Index, indexes, only_source};
use super::parse::Parsed;
use super::parse_table::Definition;
use super::resolve::Resolver;
use super::rows::{Context, seen};
use super::scope::Scope;
use super::select::key;
use super::value::truth;
use crate::sqlite::{Cell, Database, Row, Table};

/// A table that a statement changes.
pub(super) struct Target<'a> {
    context: &'a Context<'a>,
    pub(super) definition: &'a Definition,
    pub(super) defaults: Vec<Cell>,
    name: String,
    unique: Vec<Index>,
    /// Which row has which key, for each of the unique ones.
    taken: Vec<HashMap<Vec<u8>, i64>>,
    checks: Vec<(String, Expr)>,
    /// What was there before, to be put back from the last to the first.
    undo: Vec<(i64, Option<Row>)>,
}

impl<'a> Target<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        definition: &'a Definition,
        database: &Database,
        table: &Table,
    ) -> Parsed<Self> {
        let name = table.name.clone();
        let mut unique = indexes(database, context, &name, definition)?;
        unique.retain(|index| index.unique);
        // SQLite asks the youngest first.
        unique.reverse();
        let sources = [only_source(definition, &name)];
        let scope = Scope { sources: &sources, outer: None };
        let mut checks = Vec::new();
        for (said, check, text) in &definition.checks {
            let mut check = check.clone();
            Resolver::new(context).expr(&mut check, &scope, None)?;
            let told = match said {
                Some(said) => said,
                None if context.release.number() >= 333 => text,
                None => &name,
            };
            checks.push((told.clone(), check));
        }
        let defaults = context.defaults(definition)?;
        let taken = vec![HashMap::new(); unique.len()];
        let undo = Vec::new();
        let mut target = Self { context, definition, defaults, name, unique, taken, checks, undo };
        for row in &table.rows {
            target.remember(row)?;
        }
        Ok(target)
    }

    fn keys(&self, values: &[Cell]) -> Parsed<Vec<Option<Vec<u8>>>> {
        let env = Env::of(self.context, values);
        let key_of = |index: &Index| {
            let found = index.key(&env)?.filter(|found| !found.contains(&Cell::Null));
            Ok(found.map(|found| key(&found, &index.collations())))
        };
        self.unique.iter().map(key_of).collect()
    }

    fn remember(&mut self, row: &Row) -> Parsed<()> {
        if self.unique.is_empty() {
            return Ok(());
        }
        let values = seen(self.definition, &self.defaults, row);
        let keys = self.keys(&values)?;
        for (taken, key) in self.taken.iter_mut().zip(keys) {
            if let Some(key) = key {
                taken.insert(key, row.id);
            }
        }
        Ok(())
    }

    fn forget(&mut self, row: &Row) -> Parsed<()> {
        let values = seen(self.definition, &self.defaults, row);
        for (place, key) in self.keys(&values)?.into_iter().enumerate() {
            if let Some(key) = key
                && self.taken[place].get(&key) == Some(&row.id)
            {
                self.taken[place].remove(&key);
            }
        }
        Ok(())
    }

    /// Takes a row away.
    pub(super) fn remove(&mut self, table: &mut Table, id: i64) -> Parsed<()> {
        if let Ok(place) = table.rows.binary_search_by_key(&id, |row| row.id) {
            let row = table.rows.remove(place);
            self.forget(&row)?;
            self.undo.push((id, Some(row)));
        }
        Ok(())
    }

    /// Puts all back as it was.
    pub(super) fn undo(&mut self, table: &mut Table) {
        for (id, had) in std::mem::take(&mut self.undo).into_iter().rev() {
            let place = table.rows.binary_search_by_key(&id, |row| row.id);
            match (place, had) {
                (Ok(place), Some(row)) => table.rows[place] = row,
                (Ok(place), None) => {
                    table.rows.remove(place);
                }
                (Err(place), Some(row)) => table.rows.insert(place, row),
                (Err(_), None) => {}
            }
        }
    }

    /// Stores a row in the place of another, or as a new one; `false` when it was ignored.
    pub(super) fn put(
        &mut self,
        table: &mut Table,
        id: i64,
        mut values: Vec<Cell>,
        instead: Option<i64>,
        conflict: Conflict,
    ) -> Parsed<bool> {
        let definition = self.definition;
        for (place, column) in definition.columns.iter().enumerate() {
            let value = std::mem::replace(&mut values[place], Cell::Null);
            values[place] = column.affinity.apply(value);
        }
        if let Some(column) = definition.id_column {
            values[column] = Cell::Integer(id);
        }
        for (place, column) in definition.columns.iter().enumerate() {
            if !column.not_null || values[place] != Cell::Null {
                continue;
            }
            if conflict == Conflict::Replace && self.defaults[place] != Cell::Null {
                values[place] = self.defaults[place].clone();
            } else if conflict == Conflict::Ignore {
                return Ok(false);
            } else {
                let text = format!("NOT NULL constraint failed: {}.{}", self.name, column.name);
                return Err(Error::constraint(text));
            }
        }
        let mut whole = values.clone();
        whole.push(Cell::Integer(id));
        let env = Env::of(self.context, &whole);
        for (told, check) in &self.checks {
            if truth(&eval(check, &env)?) == Some(false) {
                if conflict == Conflict::Ignore {
                    return Ok(false);
                }
                return Err(Error::constraint(format!("CHECK constraint failed: {told}")));
            }
        }
        let mut others = Vec::new();
        if Some(id) != instead && table.rows.binary_search_by_key(&id, |row| row.id).is_ok() {
            let column = definition.id_column.map_or("rowid", |id| &definition.columns[id].name);
            others.push((id, format!("{}.{column}", self.name)));
        }
        for (place, key) in self.keys(&whole)?.into_iter().enumerate() {
            let other = key.and_then(|key| self.taken[place].get(&key).copied());
            if let Some(other) = other.filter(|other| Some(*other) != instead) {
                others.push((other, self.told(&self.unique[place])));
            }
        }
        if let Some((_, told)) = others.first() {
            match conflict {
                Conflict::Ignore => return Ok(false),
                Conflict::Replace => {
                    for (other, _) in others {
                        self.remove(table, other)?;
                    }
                }
                Conflict::Abort | Conflict::Fail | Conflict::Rollback => {
                    return Err(Error::constraint(format!("UNIQUE constraint failed: {told}")));
                }
            }
        }
        if let Some(old) = instead {
            self.remove(table, old)?;
        }
        // The row id stands for the column.
        if let Some(column) = definition.id_column {
            values[column] = Cell::Null;
        }
        let row = Row { id, values };
        self.remember(&row)?;
        let place =
            table.rows.binary_search_by_key(&id, |row| row.id).unwrap_or_else(|place| place);
        table.rows.insert(place, row);
        self.undo.push((id, None));
        Ok(true)
    }

    fn told(&self, index: &Index) -> String {
        let columns: Option<Vec<String>> = index
            .keys
            .iter()
            .map(|(column, ..)| {
                column
                    .map(|column| format!("{}.{}", self.name, self.definition.columns[column].name))
            })
            .collect();
        columns.map_or_else(|| format!("index '{}'", index.name), |columns| columns.join(", "))
    }
}
