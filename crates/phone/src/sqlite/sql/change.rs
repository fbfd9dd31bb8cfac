//! `INSERT`, `UPDATE`, `DELETE`: first all is worked out, then done, and undone if a row does not fit.

use jiff::Zoned;

use super::ast::{Conflict, Expr, From, Insert, Source, Update};
use super::change_row::Target;
use super::connection::Connection;
use super::error::Error;
use super::eval::{Env, eval};
use super::parse::Parsed;
use super::parse_table::Definition;
use super::resolve::Resolver;
use super::rows::{Context, definition, table_columns};
use super::scope::Scope;
use super::select::run;
use super::value::{Affinity, truth};
use crate::sqlite::{Cell, Database, Kind, Table};

/// What to do, row by row.
enum Step {
    Insert { id: Option<i64>, values: Vec<Cell> },
    Update { old: i64, new: i64, values: Vec<Cell> },
    Delete(i64),
}

/// Where a value of an `INSERT` goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Column(usize),
    RowId,
}

impl Connection {
    pub(super) fn insert(&mut self, insert: Insert, now: &Zoned) -> Parsed<()> {
        let place = self.changed_table(&insert.table, "INSERT")?;
        let definition = self.changed_definition(place)?;
        let context = self.context(now);
        let Insert { conflict, table, columns, select } = insert;
        let (places, named) = places(&definition, columns.as_deref(), &table)?;
        let rows = match select {
            Some(mut select) => {
                Resolver::new(&context).select(&mut select, None, None)?;
                let count = select.columns.len();
                if count != places.len() {
                    return Err(Error::prepare(if named {
                        format!("{count} values for {} columns", places.len())
                    } else {
                        format!(
                            "table {table} has {} columns but {count} values were supplied",
                            places.len()
                        )
                    }));
                }
                run(&select, &context, None).map_err(stepping)?
            }
            None => vec![Vec::new()],
        };
        let defaults = context.defaults(&definition)?;
        let mut steps = Vec::new();
        for row in rows {
            let mut values = defaults.clone();
            let mut id = Cell::Null;
            if let Some(column) = definition.id_column {
                values[column] = Cell::Null;
            }
            for (place, value) in places.iter().zip(row) {
                match place {
                    Place::Column(column) => values[*column] = value,
                    Place::RowId => id = value,
                }
            }
            if let Some(column) = definition.id_column
                && id == Cell::Null
            {
                id = values[column].clone();
            }
            steps.push(Step::Insert { id: row_id(id)?, values });
        }
        drop(context);
        self.apply(place, &definition, steps, conflict, now)
    }

    pub(super) fn update(&mut self, update: Update, now: &Zoned) -> Parsed<()> {
        let place = self.changed_table(&update.table, "UPDATE")?;
        let definition = self.changed_definition(place)?;
        let context = self.context(now);
        let Update { conflict, table, set, filter } = update;
        let (sources, mut resolver) = (sources(&definition, &table), Resolver::new(&context));
        let scope = Scope { sources: &sources, outer: None };
        let mut sets = Vec::new();
        for (column, mut value) in set {
            let place = match definition.column(&column) {
                Some(column) => Place::Column(column),
                None if is_row_id(&column) => Place::RowId,
                None => return Err(Error::prepare(format!("no such column: {column}"))),
            };
            resolver.expr(&mut value, &scope, None)?;
            sets.push((place, value));
        }
        let filter = resolved(&mut resolver, filter, &scope)?;
        let mut steps = Vec::new();
        for row in context.scan(place)? {
            let env = Env::of(&context, &row);
            if !passes(filter.as_ref(), &env)? {
                continue;
            }
            let old = id_of(&row);
            let (mut values, mut id) = (row.clone(), Cell::Integer(old));
            values.pop();
            for (place, value) in &sets {
                let value = eval(value, &env).map_err(stepping)?;
                match place {
                    Place::Column(column) if definition.id_column == Some(*column) => id = value,
                    Place::Column(column) => values[*column] = value,
                    Place::RowId => id = value,
                }
            }
            let new = row_id(id)?.ok_or_else(|| Error::step("datatype mismatch", 20))?;
            steps.push(Step::Update { old, new, values });
        }
        drop(context);
        self.apply(place, &definition, steps, conflict, now)
    }

    pub(super) fn delete(&mut self, table: &str, filter: Option<Expr>, now: &Zoned) -> Parsed<()> {
        let place = self.changed_table(table, "DELETE")?;
        let definition = self.changed_definition(place)?;
        let context = self.context(now);
        let (sources, mut resolver) = (sources(&definition, table), Resolver::new(&context));
        let scope = Scope { sources: &sources, outer: None };
        let filter = resolved(&mut resolver, filter, &scope)?;
        let mut steps = Vec::new();
        for row in context.scan(place)? {
            if passes(filter.as_ref(), &Env::of(&context, &row))? {
                steps.push(Step::Delete(id_of(&row)));
            }
        }
        drop(context);
        self.apply(place, &definition, steps, Conflict::Abort, now)
    }

    /// The table a statement changes, where that can be done whole.
    fn changed_table(&self, name: &str, event: &str) -> Parsed<usize> {
        if ["sqlite_master", "sqlite_schema"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(Error::prepare(format!("table {name} may not be modified")));
        }
        let others = &self.database.others;
        let Some(place) =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(name))
        else {
            let view = others.iter().find(|other| other.name.eq_ignore_ascii_case(name));
            return Err(match view.map(|view| view.kind) {
                Some(Kind::View) => {
                    Error::prepare(format!("cannot modify {name} because it is a view"))
                }
                Some(Kind::VirtualTable) => Error::unsupported(format!("virtual table {name}")),
                Some(Kind::Index | Kind::Trigger) | None => {
                    Error::prepare(format!("no such table: {name}"))
                }
            });
        };
        let fires = others.iter().find(|other| {
            other.kind == Kind::Trigger
                && other.table.eq_ignore_ascii_case(name)
                && super::lexer::event_of(other.sql.as_deref().unwrap_or("")).as_deref()
                    == Some(event)
        });
        match fires {
            Some(trigger) => Err(Error::unsupported(format!("trigger {}", trigger.name))),
            None => Ok(place),
        }
    }

    fn changed_definition(&self, place: usize) -> Parsed<Definition> {
        let definition = definition(&self.database, place)?;
        if definition.without_ids || definition.strict {
            let what = if definition.strict { "STRICT" } else { "WITHOUT ROWID" };
            return Err(Error::unsupported(format!("changing a {what} table")));
        }
        Ok(definition)
    }

    fn apply(
        &mut self,
        place: usize,
        definition: &Definition,
        steps: Vec<Step>,
        conflict: Conflict,
        now: &Zoned,
    ) -> Parsed<()> {
        self.allow_change()?;
        let release = self.release;
        let mut table = std::mem::take(&mut self.database.tables[place]);
        let (nothing, count) = (Database::default(), steps.len());
        let context = Context::new(&nothing, release, now);
        let mut sequence = sequence(&self.database, definition, &table.name);
        let mut done = 0;
        let result =
            Target::new(&context, definition, &self.database, &table).and_then(|mut target| {
                for step in steps {
                    let result = one(step, &mut table, &mut target, conflict, &mut sequence);
                    match result {
                        Ok(Did::Inserted(id)) => {
                            done += 1;
                            self.last_id = id;
                        }
                        Ok(Did::Changed) => done += 1,
                        Ok(Did::Ignored) => {}
                        Err(error) => {
                            if conflict != Conflict::Fail {
                                target.undo(&mut table);
                                done = 0;
                            }
                            return Err(error);
                        }
                    }
                }
                Ok(())
            });
        let name = table.name.clone();
        self.database.tables[place] = table;
        if result.is_err() && conflict == Conflict::Rollback {
            self.roll_back();
        }
        self.changes = done;
        self.total_changes += done;
        let keeps = count > 0 && (done > 0 || result.is_ok());
        if let Some(sequence) = sequence.filter(|_| keeps) {
            keep_sequence(&mut self.database, &name, sequence);
        }
        result.map_err(stepping)
    }
}

fn stepping(error: Error) -> Error {
    Error { preparing: false, at: None, ..error }
}

/// What became of a step.
enum Did {
    Inserted(i64),
    Changed,
    Ignored,
}

/// Does a step.
fn one(
    step: Step,
    table: &mut Table,
    target: &mut Target<'_>,
    conflict: Conflict,
    sequence: &mut Option<i64>,
) -> Parsed<Did> {
    match step {
        Step::Insert { id, values } => {
            let last = table.rows.last().map_or(0, |row| row.id);
            let last = sequence.map_or(last, |sequence| sequence.max(last));
            let id = id.or_else(|| last.checked_add(1));
            let id = id.ok_or_else(|| Error::step("database or disk is full", 13))?;
            // An id is used up even when its row is not taken.
            if let Some(sequence) = sequence {
                *sequence = (*sequence).max(id);
            }
            let put = target.put(table, id, values, None, conflict)?;
            Ok(if put { Did::Inserted(id) } else { Did::Ignored })
        }
        Step::Update { old, new, values } => {
            // An earlier step may have replaced it.
            if table.rows.binary_search_by_key(&old, |row| row.id).is_err() {
                return Ok(Did::Ignored);
            }
            let put = target.put(table, new, values, Some(old), conflict)?;
            Ok(if put { Did::Changed } else { Did::Ignored })
        }
        Step::Delete(id) => {
            target.remove(table, id)?;
            Ok(Did::Changed)
        }
    }
}

fn is_row_id(name: &str) -> bool {
    ["rowid", "oid", "_rowid_"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn id_of(row: &[Cell]) -> i64 {
    if let Some(Cell::Integer(id)) = row.last() { *id } else { 0 }
}

fn row_id(value: Cell) -> Parsed<Option<i64>> {
    match Affinity::Integer.apply(value) {
        Cell::Null => Ok(None),
        Cell::Integer(id) => Ok(Some(id)),
        Cell::Real(_) | Cell::Text(_) | Cell::Blob(_) => Err(Error::step("datatype mismatch", 20)),
    }
}

fn sources(definition: &Definition, table: &str) -> [Source; 1] {
    let mut source = Source::of(From::Named(table.to_owned()));
    source.alias = Some(table.to_owned());
    source.columns = table_columns(definition);
    [source]
}

fn resolved(
    resolver: &mut Resolver<'_>,
    filter: Option<Expr>,
    scope: &Scope<'_>,
) -> Parsed<Option<Expr>> {
    let Some(mut filter) = filter else { return Ok(None) };
    resolver.expr(&mut filter, scope, None)?;
    Ok(Some(filter))
}

fn passes(filter: Option<&Expr>, env: &Env<'_>) -> Parsed<bool> {
    let Some(filter) = filter else { return Ok(true) };
    Ok(truth(&eval(filter, env).map_err(stepping)?) == Some(true))
}

/// Where the values of an `INSERT` go, and whether it said so.
fn places(
    definition: &Definition,
    columns: Option<&[String]>,
    table: &str,
) -> Parsed<(Vec<Place>, bool)> {
    let Some(columns) = columns else {
        return Ok(((0..definition.columns.len()).map(Place::Column).collect(), false));
    };
    let place = |name: &String| match definition.column(name) {
        Some(column) => Ok(Place::Column(column)),
        None if is_row_id(name) => Ok(Place::RowId),
        None => Err(Error::prepare(format!("table {table} has no column named {name}"))),
    };
    Ok((columns.iter().map(place).collect::<Parsed<_>>()?, true))
}

/// The largest id that a table with `AUTOINCREMENT` ever had.
fn sequence(database: &Database, definition: &Definition, table: &str) -> Option<i64> {
    if !definition.autoincrement {
        return None;
    }
    let known = database.table("sqlite_sequence").and_then(|sequences| {
        sequences.rows.iter().find_map(|row| match row.values.as_slice() {
            [Cell::Text(name), Cell::Integer(last)] if name == table => Some(*last),
            _ => None,
        })
    });
    Some(known.unwrap_or(0))
}

fn keep_sequence(database: &mut Database, table: &str, last: i64) {
    let Some(sequences) = database.table_mut("sqlite_sequence") else { return };
    let values = vec![Cell::Text(table.to_owned()), Cell::Integer(last)];
    let own = sequences.rows.iter_mut().find(|row| row.values.first() == values.first());
    match own {
        Some(row) => row.values = values,
        None => {
            sequences.push(values);
        }
    }
}
