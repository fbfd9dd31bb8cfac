//! What indexes hold, worked out from the rows of their table; and what must be unique.

use std::cmp::Ordering;

use super::ast::{Expr, From, Source};
use super::connection::Release;
use super::error::Error;
use super::eval::{Env, eval};
use super::parse::Parsed;
use super::parse_table::{Definition, KeyColumn, index_definition};
use super::resolve::Resolver;
use super::rows::{Context, definition, seen, table_columns};
use super::scope::Scope;
use super::value::{Collation, compare, truth};
use crate::sqlite::{Cell, Database, Kind, Other};

/// An index with its names resolved.
pub(super) struct Index {
    pub(super) name: String,
    pub(super) unique: bool,
    /// Made by a constraint of the table.
    pub(super) automatic: bool,
    /// The column, where it is one, its value, and how it is sorted.
    pub(super) keys: Vec<(Option<usize>, Expr, Collation, bool)>,
    pub(super) filter: Option<Expr>,
}

impl Index {
    /// The values under which a row stands in it, or `None` when it does not.
    pub(super) fn key(&self, env: &Env<'_>) -> Parsed<Option<Vec<Cell>>> {
        if let Some(filter) = &self.filter
            && truth(&eval(filter, env)?) != Some(true)
        {
            return Ok(None);
        }
        let key: Parsed<Vec<Cell>> =
            self.keys.iter().map(|(_, value, ..)| eval(value, env)).collect();
        key.map(Some)
    }

    pub(super) fn collations(&self) -> Vec<Collation> {
        self.keys.iter().map(|(_, _, collation, _)| *collation).collect()
    }
}

/// Something to resolve names of one table with.
pub(super) fn only_source(definition: &Definition, name: &str) -> Source {
    let mut source = Source::of(From::Named(name.to_owned()));
    source.alias = Some(name.to_owned());
    source.columns = table_columns(definition);
    source
}

/// All indexes of a table.
pub(super) fn indexes(
    database: &Database,
    context: &Context<'_>,
    table: &str,
    definition: &Definition,
) -> Parsed<Vec<Index>> {
    let own = |other: &&Other| other.kind == Kind::Index && other.table.eq_ignore_ascii_case(table);
    database.others.iter().filter(own).map(|other| index(context, other, definition)).collect()
}

fn index(context: &Context<'_>, other: &Other, definition: &Definition) -> Parsed<Index> {
    let (unique, keys, filter) = if let Some(sql) = &other.sql {
        let index = index_definition(sql, definition)?;
        (index.unique, index.columns, index.filter)
    } else {
        let number = other.name.rsplit('_').next().and_then(|number| number.parse().ok());
        let number = number.and_then(|number: usize| number.checked_sub(1));
        let key = number.and_then(|number| definition.unique.get(number));
        let key = key.ok_or_else(|| Error::unsupported(format!("index {}", other.name)))?;
        (true, key.clone(), None)
    };
    let sources = [only_source(definition, &other.table)];
    let scope = Scope { sources: &sources, outer: None };
    let mut resolver = Resolver::new(context);
    let mut resolved = Vec::new();
    for KeyColumn { mut value, column, collation, descending } in keys {
        resolver.expr(&mut value, &scope, None)?;
        let collation = match collation {
            Some(name) => Collation::named(&name)
                .ok_or_else(|| Error::prepare(format!("no such collation sequence: {name}")))?,
            None => column.map_or(Collation::Binary, |column| definition.columns[column].collation),
        };
        resolved.push((column, value, collation, descending));
    }
    let mut filter = filter;
    if let Some(filter) = &mut filter {
        resolver.expr(filter, &scope, None)?;
    }
    let (name, automatic) = (other.name.clone(), other.sql.is_none());
    Ok(Index { name, unique, automatic, keys: resolved, filter })
}

/// The records of an index in their order.
pub(crate) fn index_entries(database: &Database, other: &Other) -> Result<Vec<Vec<Cell>>, Error> {
    let place = database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(&other.table));
    let Some(place) = place else {
        return Err(Error::malformed(crate::sqlite::Malformed::Damaged));
    };
    let definition = definition(database, place)?;
    // Neither the time nor other tables may matter to an index.
    let (now, nothing) =
        (jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC), Database::default());
    let context = Context::new(&nothing, Release::V3_39, &now);
    let index = index(&context, other, &definition)?;
    let defaults = context.defaults(&definition)?;
    let primary: Vec<usize> = definition
        .primary
        .iter()
        .copied()
        .filter(|_| definition.without_ids)
        .filter(|column| !index.keys.iter().any(|(key, ..)| key == &Some(*column)))
        .collect();
    let mut entries = Vec::new();
    for row in &database.tables[place].rows {
        let values = seen(&definition, &defaults, row);
        let env = Env::of(&context, &values);
        let Some(mut entry) = index.key(&env)? else { continue };
        if definition.without_ids {
            entry.extend(primary.iter().map(|column| values[*column].clone()));
        } else {
            entry.push(Cell::Integer(row.id));
        }
        entries.push(entry);
    }
    entries.sort_by(|a, b| {
        for (place, (a, b)) in a.iter().zip(b).enumerate() {
            let (collation, descending) = index
                .keys
                .get(place)
                .map_or((Collation::Binary, false), |(_, _, collation, down)| (*collation, *down));
            let order = compare(a, b, collation);
            if order.is_ne() {
                return if descending { order.reverse() } else { order };
            }
        }
        Ordering::Equal
    });
    Ok(entries)
}
