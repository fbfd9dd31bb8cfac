//! Where names are looked up: the sources of a query, those around it, and what `WITH` names.

use super::ast::{Column, Common, Expr, Order, Output, Select, Source};
use super::error::Error;
use super::parse::Parsed;
use super::value::Collation;
use crate::sqlite::Cell;

/// What the names in an expression may mean.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) sources: &'a [Source],
    pub(super) outer: Option<&'a Self>,
}

/// What `WITH` names, here and around.
#[derive(Clone, Copy)]
pub(super) struct Commons<'a> {
    pub(super) list: &'a [Common],
    pub(super) outer: Option<&'a Self>,
}

impl Column {
    pub(super) fn plain(name: String) -> Self {
        Self {
            name,
            affinity: super::value::Affinity::None,
            collation: Collation::Binary,
            hidden: false,
        }
    }

    /// Also by the other names of a row id.
    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.hidden
                && self.name == "rowid"
                && ["oid", "_rowid_"].iter().any(|other| other.eq_ignore_ascii_case(name))
    }
}

pub(super) fn find(
    scope: &Scope<'_>,
    table: Option<&str>,
    name: &str,
    up: usize,
) -> Parsed<Option<Expr>> {
    let (mut found, mut start) = (None, 0);
    for source in scope.sources {
        let wanted = table.is_none_or(|table| {
            source.alias.as_deref().is_some_and(|alias| alias.eq_ignore_ascii_case(table))
        });
        let column = source.columns.iter().position(|column| {
            // The second of two that a join made one is only found by its table.
            column.is_named(name) && (table.is_some() || !column.hidden || column.name == "rowid")
        });
        if let Some(place) = column.filter(|_| wanted) {
            if found.is_some() {
                let table = table.map_or_else(String::new, |table| format!("{table}."));
                return Err(Error::prepare(format!("ambiguous column name: {table}{name}")));
            }
            let column = &source.columns[place];
            found = Some(Expr::Slot {
                up,
                at: start + place,
                affinity: column.affinity,
                collation: column.collation,
            });
        }
        start += source.columns.len();
    }
    Ok(found)
}

pub(super) fn common<'a>(
    commons: Option<&'a Commons<'a>>,
    name: &str,
) -> Option<(&'a Select, Option<&'a [String]>, Commons<'a>)> {
    let here = commons?;
    match here.list.iter().position(|one| one.name.eq_ignore_ascii_case(name)) {
        Some(place) => {
            let one = &here.list[place];
            let visible = Commons { list: &here.list[..place], outer: here.outer };
            Some((&one.select, one.columns.as_deref(), visible))
        }
        None => common(here.outer, name),
    }
}

pub(super) fn rename(columns: &mut [Column], names: &[String], of: &str) -> Parsed<()> {
    if columns.len() != names.len() {
        return Err(Error::prepare(format!(
            "table {of} has {} values for {} columns",
            columns.len(),
            names.len()
        )));
    }
    for (column, name) in columns.iter_mut().zip(names) {
        column.name.clone_from(name);
    }
    Ok(())
}

/// `USING (a)`: equal, and shown once.
pub(super) fn join_using(sources: &mut [Source], place: usize) -> Parsed<()> {
    for name in std::mem::take(&mut sources[place].using) {
        let (before, rest) = sources.split_at_mut(place);
        let own = rest[0].columns.iter_mut().find(|column| column.is_named(&name));
        let left = before.iter().find(|source| {
            source.columns.iter().any(|column| column.is_named(&name) && !column.hidden)
        });
        let (Some(own), Some(left)) = (own, left) else {
            return Err(Error::prepare(format!(
                "cannot join using column {name} - column not present in both tables"
            )));
        };
        own.hidden = true;
        let of =
            |table: Option<String>| Expr::Name { table, name: name.clone(), quoted: false, at: 0 };
        let equal = Expr::binary(
            super::ast::Binary::Equal,
            of(left.alias.clone()),
            of(rest[0].alias.clone()),
        );
        rest[0].on = Some(match rest[0].on.take() {
            Some(on) => Expr::binary(super::ast::Binary::And, on, equal),
            None => equal,
        });
    }
    Ok(())
}

/// Stars as their columns, and the name of each result.
pub(super) fn expand(
    outputs: Vec<Output>,
    sources: &[Source],
) -> Parsed<(Vec<Output>, Vec<String>)> {
    let (mut all, mut names) = (Vec::new(), Vec::new());
    for output in outputs {
        let wanted = match &output {
            Output::One { value, alias, text } => {
                names.push(alias.clone().unwrap_or_else(|| result_name(value, text, sources)));
                all.push(output);
                continue;
            }
            Output::All => None,
            Output::AllOf(table) => Some(table.clone()),
        };
        let before = all.len();
        let mut start = 0;
        for source in sources {
            let alias = source.alias.as_deref();
            let chosen = wanted
                .as_deref()
                .is_none_or(|wanted| alias.is_some_and(|alias| alias.eq_ignore_ascii_case(wanted)));
            for (place, column) in source.columns.iter().enumerate() {
                let once = column.hidden && (wanted.is_none() || column.name == "rowid");
                if chosen && !once {
                    let value = Expr::Slot {
                        up: 0,
                        at: start + place,
                        affinity: column.affinity,
                        collation: column.collation,
                    };
                    let text = column.name.clone();
                    all.push(Output::One { value, alias: None, text });
                    names.push(column.name.clone());
                }
            }
            start += source.columns.len();
        }
        if all.len() == before {
            return Err(Error::prepare(match wanted {
                Some(table) => format!("no such table: {table}"),
                None => "no tables specified".to_owned(),
            }));
        }
    }
    Ok((all, names))
}

/// A column has its own name, anything else is called as it was written.
fn result_name(value: &Expr, text: &str, sources: &[Source]) -> String {
    if let Expr::Name { table, name, .. } = value {
        let scope = Scope { sources, outer: None };
        if let Ok(Some(Expr::Slot { at, .. })) = find(&scope, table.as_deref(), name, 0) {
            let mut columns = sources.iter().flat_map(|source| &source.columns);
            if let Some(column) = columns.nth(at) {
                return if column.hidden { name.clone() } else { column.name.clone() };
            }
        }
    }
    text.to_owned()
}

/// The result that a term of `ORDER BY` means by its place or name.
pub(super) fn result_column(
    order: &mut Order,
    columns: &[Column],
    place: usize,
) -> Parsed<Option<usize>> {
    let mut value = &order.value;
    while let Expr::Collate(inner, _) = value {
        value = inner;
    }
    let found = if let Expr::Value(Cell::Integer(number)) = value {
        let wanted = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
        let wanted = wanted.filter(|wanted| *wanted < columns.len());
        Some(wanted.ok_or_else(|| out_of_range(place, "ORDER BY", columns.len()))?)
    } else {
        super::parse_select::plain_name(value).and_then(|name| {
            columns.iter().position(|column| column.name.eq_ignore_ascii_case(name))
        })
    };
    order.column = found;
    Ok(found)
}

pub(super) fn out_of_range(place: usize, clause: &str, count: usize) -> Error {
    Error::prepare(format!(
        "{} {clause} term out of range - should be between 1 and {count}",
        ordinal(place + 1)
    ))
}

pub(super) fn ordinal(number: usize) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

pub(super) fn one_column(select: &Select) -> Parsed<()> {
    let count = select.columns.len();
    if count == 1 {
        return Ok(());
    }
    Err(Error::prepare(format!("sub-select returns {count} columns - expected 1")))
}
