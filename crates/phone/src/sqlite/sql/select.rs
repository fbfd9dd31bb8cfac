//! Running a query: sources joined row by row, filtered, grouped, ordered.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::aggregate::aggregate;
use super::ast::{Compound, Core, Expr, From, Join, Order, Output, Select, Source};
use super::comparison::{collation, compound_collations};
use super::error::Error;
use super::eval::{Env, count_of, eval};
use super::parse::Parsed;
use super::rows::Context;
use super::value::{Collation, compare, truth};
use crate::sqlite::Cell;
use crate::sqlite::record::encode;

/// What a query yields before it ends or fails.
pub(super) struct Found {
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) failed: Option<Error>,
}

impl Found {
    /// The rows, where nobody asks for more of them than there are before it fails.
    pub(super) fn at_least(self, wanted: usize) -> Parsed<Vec<Vec<Cell>>> {
        match self.failed {
            Some(error) if self.rows.len() < wanted => Err(error),
            _ => Ok(self.rows),
        }
    }
}

/// The rows of a resolved query.
pub(super) fn run(
    select: &Select,
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<Vec<Vec<Cell>>> {
    found(select, context, outer)?.at_least(usize::MAX)
}

/// The rows of a resolved query, also those before one that fails.
pub(super) fn found(
    select: &Select,
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<Found> {
    context.tick()?;
    let env = Env::bare(context);
    let count = |bound: &Option<Expr>| match bound {
        Some(bound) => match count_of(&eval(bound, &env)?) {
            Some(number) => Ok(Some(number)),
            None => Err(Error::step("datatype mismatch", 20)),
        },
        None => Ok(None),
    };
    let (limit, offset) = (count(&select.limit)?, count(&select.offset)?);
    let Found { mut rows, mut failed } = if select.more.is_empty() {
        simple(select, context, outer)?
    } else {
        compound(select, context, outer)?
    };
    let offset = usize::try_from(offset.unwrap_or(0)).unwrap_or(0).min(rows.len());
    rows.drain(..offset);
    if let Some(limit) = limit.and_then(|limit| usize::try_from(limit).ok()) {
        rows.truncate(limit);
        // What comes after the last row is not looked at.
        failed = failed.filter(|_| rows.len() < limit);
    }
    Ok(Found { rows, failed })
}

fn simple(select: &Select, context: &Context<'_>, outer: Option<&Env<'_>>) -> Parsed<Found> {
    let (rows, failed) = run_core(&select.first, &select.order, context, outer)?;
    match failed {
        // None is told before all are sorted.
        Some(error) if !select.order.is_empty() => Err(error),
        failed => {
            let collations: Vec<_> = select.columns.iter().map(|column| column.collation).collect();
            Ok(Found { rows: sorted(rows, &select.order, &collations), failed })
        }
    }
}

fn compound(select: &Select, context: &Context<'_>, outer: Option<&Env<'_>>) -> Parsed<Found> {
    let collations = compound_collations(select);
    let streams =
        select.order.is_empty() && select.more.iter().all(|(how, _)| *how == Compound::UnionAll);
    let (rows, mut failed) = run_core(&select.first, &[], context, outer)?;
    let mut rows = plain(rows);
    for (how, core) in &select.more {
        match failed {
            None => {}
            Some(error) if !streams => return Err(error),
            Some(_) => break,
        }
        let (more, later) = run_core(core, &[], context, outer)?;
        rows = combined(*how, rows, plain(more), &collations, !select.order.is_empty());
        failed = later;
    }
    match failed {
        Some(error) if !streams => Err(error),
        failed => {
            let keyed = rows.into_iter().map(|row| (row, Vec::new())).collect();
            Ok(Found { rows: sorted(keyed, &select.order, &collations), failed })
        }
    }
}

/// A row with what it is sorted by.
type Keyed = (Vec<Cell>, Vec<Cell>);

fn plain(rows: Vec<Keyed>) -> Vec<Vec<Cell>> {
    rows.into_iter().map(|(row, _)| row).collect()
}

/// `columns` are the collations of the results.
fn sorted(mut rows: Vec<Keyed>, order: &[Order], columns: &[Collation]) -> Vec<Vec<Cell>> {
    let collations: Vec<Collation> = order
        .iter()
        .map(|term| {
            let own = collation(&term.value).0;
            let column = term.column.and_then(|column| columns.get(column).copied());
            own.or(column).unwrap_or_default()
        })
        .collect();
    rows.sort_by(|a, b| {
        for (place, (term, collation)) in order.iter().zip(&collations).enumerate() {
            let key = |row: &Keyed| match term.column {
                Some(column) => row.0[column].clone(),
                None => row.1.get(place).cloned().unwrap_or(Cell::Null),
            };
            let (left, right) = (key(a), key(b));
            let nulls = (left == Cell::Null, right == Cell::Null);
            let order = match (term.nulls_first, nulls) {
                (Some(first), (true, false)) => {
                    if first {
                        Ordering::Less
                    } else {
                        Ordering::Greater
                    }
                }
                (Some(first), (false, true)) => {
                    if first {
                        Ordering::Greater
                    } else {
                        Ordering::Less
                    }
                }
                _ => {
                    let order = compare(&left, &right, *collation);
                    if term.descending { order.reverse() } else { order }
                }
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    });
    plain(rows)
}

/// Bytes that equal rows share.
pub(super) fn key(row: &[Cell], collations: &[Collation]) -> Vec<u8> {
    let folded: Vec<Cell> = row
        .iter()
        .enumerate()
        .map(|(place, cell)| match cell {
            Cell::Text(text) => {
                Cell::Text(collations.get(place).copied().unwrap_or_default().fold(text))
            }
            Cell::Real(number) => super::value::smallest(Cell::Real(number + 0.0)),
            Cell::Null | Cell::Integer(_) | Cell::Blob(_) => cell.clone(),
        })
        .collect();
    encode(&folded)
}

fn combined(
    how: Compound,
    mut left: Vec<Vec<Cell>>,
    right: Vec<Vec<Cell>>,
    collations: &[Collation],
    ordered: bool,
) -> Vec<Vec<Cell>> {
    if how == Compound::UnionAll {
        left.extend(right);
        return left;
    }
    let other: HashSet<Vec<u8>> = right.iter().map(|row| key(row, collations)).collect();
    match how {
        Compound::Union if ordered => left.splice(..0, right).for_each(drop),
        Compound::Union => left.extend(right),
        Compound::Except => left.retain(|row| !other.contains(&key(row, collations))),
        Compound::Intersect => left.retain(|row| other.contains(&key(row, collations))),
        Compound::UnionAll => {}
    }
    // Of rows that only their collation makes the same, the last comes to lie over the others, unless sorted ones are
    // merged: then it is the first, of the right side where that has one.
    if !ordered {
        left.reverse();
    }
    let mut seen = HashSet::new();
    left.retain(|row| seen.insert(key(row, collations)));
    // They come out of an index.
    left.sort_by(|a, b| compare_rows(a, b, collations));
    left
}

fn compare_rows(a: &[Cell], b: &[Cell], collations: &[Collation]) -> Ordering {
    let each = a.iter().zip(b).enumerate();
    each.map(|(place, (a, b))| compare(a, b, collations.get(place).copied().unwrap_or_default()))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The rows of one part, and what ended them before their time.
fn run_core(
    core: &Core,
    order: &[Order],
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<(Vec<Keyed>, Option<Error>)> {
    if let Some(rows) = &core.values {
        let env = Env { context, row: &[], aggregates: &[], outer };
        let values = |row: &Vec<Expr>| -> Parsed<Keyed> {
            context.tick()?;
            let row: Parsed<Vec<Cell>> = row.iter().map(|value| eval(value, &env)).collect();
            Ok((row?, Vec::new()))
        };
        return Ok(until_one_fails(rows.iter().map(values).map(|row| row.map(Some)), None));
    }
    let (rows, failed) = joined(core, context, outer)?;
    let (mut found, failed) = if core.aggregates.is_empty() && core.group.is_empty() {
        let shown = rows.iter().map(|row| {
            let env = Env { context, row, aggregates: &[], outer };
            results(core, order, &env).map(Some)
        });
        until_one_fails(shown, failed)
    } else if let Some(error) = failed {
        return Err(error);
    } else {
        let groups = groups(core, &rows, context, outer)?;
        let shown = groups.iter().map(|group| of_group(core, order, group, context, outer));
        until_one_fails(shown, None)
    };
    if core.distinct {
        let collations: Vec<Collation> =
            core.results(false).map(|value| collation(value).0.unwrap_or_default()).collect();
        let mut seen = HashSet::new();
        found.retain(|(row, _)| seen.insert(key(row, &collations)));
    }
    Ok((found, failed))
}

/// The rows before the first that fails, and why it does; `after` is what comes after all of them.
fn until_one_fails(
    rows: impl Iterator<Item = Parsed<Option<Keyed>>>,
    after: Option<Error>,
) -> (Vec<Keyed>, Option<Error>) {
    let mut found = Vec::new();
    for row in rows {
        match row {
            Ok(row) => found.extend(row),
            Err(error) => return (found, Some(error)),
        }
    }
    (found, after)
}

/// What is shown of a group, unless it is not wanted.
fn of_group(
    core: &Core,
    order: &[Order],
    group: &[&[Cell]],
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<Option<Keyed>> {
    let mut values = Vec::new();
    let mut shown = group.first().copied();
    for one in &core.aggregates {
        let (value, row) = aggregate(one, group, context, outer)?;
        values.push(value);
        shown = row.or(shown);
    }
    let width = core.from.iter().map(|source| source.columns.len()).sum();
    let nothing = vec![Cell::Null; width];
    let row: &[Cell] = shown.map_or(&nothing, |row| row);
    let env = Env { context, row, aggregates: &values, outer };
    if let Some(having) = &core.having
        && truth(&eval(having, &env)?) != Some(true)
    {
        return Ok(None);
    }
    results(core, order, &env).map(Some)
}

/// What is shown of a row, and what it is sorted by.
fn results(core: &Core, order: &[Order], env: &Env<'_>) -> Parsed<Keyed> {
    env.context.tick()?;
    let mut row = Vec::with_capacity(core.columns.len());
    for output in &core.columns {
        if let Output::One { value, .. } = output {
            row.push(eval(value, env)?);
        }
    }
    let mut keys = Vec::with_capacity(order.len());
    for term in order {
        keys.push(if term.column.is_some() { Cell::Null } else { eval(&term.value, env)? });
    }
    Ok((row, keys))
}

/// The rows of all sources together that pass the filter, and what ended them before their time.
fn joined(
    core: &Core,
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<(Vec<Vec<Cell>>, Option<Error>)> {
    let passes = |test: Option<&Expr>, row: &[Cell]| -> Parsed<bool> {
        let Some(test) = test else { return Ok(true) };
        context.tick()?;
        let env = Env { context, row, aggregates: &[], outer };
        Ok(truth(&eval(test, &env)?) == Some(true))
    };
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new()];
    for (place, source) in core.from.iter().enumerate() {
        let more = source_rows(source, context, outer)?;
        // Rows that do not pass are not kept even for a moment once they are whole.
        let last = place + 1 == core.from.len();
        let filter = core.filter.as_ref().filter(|_| last);
        let mut next = Vec::new();
        let mut join = || -> Parsed<()> {
            for row in &rows {
                let mut alone = true;
                for other in &more {
                    context.tick()?;
                    let mut whole = Vec::with_capacity(row.len() + other.len());
                    whole.extend_from_slice(row);
                    whole.extend_from_slice(other);
                    if passes(source.on.as_ref(), &whole)? {
                        alone = false;
                        if passes(filter, &whole)? {
                            context.ticks(whole.len())?;
                            next.push(whole);
                        }
                    }
                }
                if source.join == Join::Left && alone {
                    let mut whole = row.clone();
                    whole.resize(row.len() + source.columns.len(), Cell::Null);
                    if passes(filter, &whole)? {
                        next.push(whole);
                    }
                }
            }
            Ok(())
        };
        match join() {
            Ok(()) => rows = next,
            Err(error) if last => return Ok((next, Some(error))),
            Err(error) => return Err(error),
        }
    }
    if core.from.is_empty() && !passes(core.filter.as_ref(), &[])? {
        rows.clear();
    }
    Ok((rows, None))
}

fn source_rows(
    source: &Source,
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<Vec<Vec<Cell>>> {
    match &source.from {
        From::Table(table) => context.scan(*table),
        From::Schema => Ok(context.schema_rows()),
        From::Select(select) => run(select, context, outer),
        From::Named(name) => Err(Error::prepare(format!("no such table: {name}"))),
    }
}

/// Rows that agree in all terms, sorted by these; all of them where there is no term.
fn groups<'r>(
    core: &Core,
    rows: &'r [Vec<Cell>],
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<Vec<Vec<&'r [Cell]>>> {
    if core.group.is_empty() {
        return Ok(vec![rows.iter().map(Vec::as_slice).collect()]);
    }
    let collations: Vec<Collation> =
        core.group.iter().map(|term| collation(term).0.unwrap_or_default()).collect();
    let mut keyed = Vec::new();
    for row in rows {
        let env = Env { context, row, aggregates: &[], outer };
        let keys: Parsed<Vec<Cell>> = core.group.iter().map(|term| eval(term, &env)).collect();
        keyed.push((keys?, row.as_slice()));
    }
    keyed.sort_by(|a, b| compare_rows(&a.0, &b.0, &collations));
    let mut groups: Vec<Vec<&[Cell]>> = Vec::new();
    let mut last: Option<Vec<Cell>> = None;
    for (keys, row) in keyed {
        let same = last.as_ref().is_some_and(|last| compare_rows(last, &keys, &collations).is_eq());
        match groups.last_mut() {
            Some(group) if same => group.push(row),
            Some(_) | None => {
                groups.push(vec![row]);
                last = Some(keys);
            }
        }
    }
    Ok(groups)
}
