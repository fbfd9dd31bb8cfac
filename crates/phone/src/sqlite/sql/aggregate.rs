//! Many rows as one value.

use std::collections::HashSet;

use super::ast::{Aggregate, Expr};
use super::comparison::collation;
use super::error::Error;
use super::eval::{Env, eval};
use super::parse::Parsed;
use super::rows::Context;
use super::select::key;
use super::value::{Affinity, compare, real, to_real, to_text, truth};
use crate::sqlite::Cell;

/// The value over a group, and the row that `min` and `max` took it from.
pub(super) fn aggregate<'r>(
    what: &Aggregate,
    group: &[&'r [Cell]],
    context: &Context<'_>,
    outer: Option<&Env<'_>>,
) -> Parsed<(Cell, Option<&'r [Cell]>)> {
    let compared = what.arguments.first().and_then(|one| collation(one).0).unwrap_or_default();
    let mut seen = HashSet::new();
    let mut values = Vec::new();
    for row in group {
        context.tick()?;
        let env = Env { context, row, aggregates: &[], outer };
        if let Some(filter) = &what.filter
            && truth(&eval(filter, &env)?) != Some(true)
        {
            continue;
        }
        let all: Parsed<Vec<Cell>> = what.arguments.iter().map(|one| eval(one, &env)).collect();
        let all = all?;
        let Some(first) = all.first() else {
            // `count(*)`.
            values.push((vec![Cell::Integer(1)], *row));
            continue;
        };
        if *first == Cell::Null || what.distinct && !seen.insert(key(&all[..1], &[compared])) {
            continue;
        }
        values.push((all, *row));
    }
    let count = i64::try_from(values.len()).unwrap_or(i64::MAX);
    Ok(match what.name {
        "count" => (Cell::Integer(count), None),
        "min" | "max" => {
            let mut best: Option<&(Vec<Cell>, &[Cell])> = None;
            for one in &values {
                let better = best.is_none_or(|best| {
                    let order = compare(&one.0[0], &best.0[0], compared);
                    if what.name == "min" { order.is_lt() } else { order.is_gt() }
                });
                if better {
                    best = Some(one);
                }
            }
            best.map_or((Cell::Null, None), |(value, row)| (value[0].clone(), Some(*row)))
        }
        "group_concat" => (joined(&what.arguments, &values), None),
        _ => (summed(what.name, values.iter().map(|(value, _)| &value[0]), count)?, None),
    })
}

fn joined(arguments: &[Expr], values: &[(Vec<Cell>, &[Cell])]) -> Cell {
    if values.is_empty() {
        return Cell::Null;
    }
    let mut text = String::new();
    for (place, (value, _)) in values.iter().enumerate() {
        if place > 0 {
            let between = value.get(1).map(to_text);
            let default = if arguments.len() > 1 { "" } else { "," };
            text.push_str(between.as_deref().unwrap_or(default));
        }
        text.push_str(&to_text(&value[0]));
    }
    Cell::Text(text)
}

fn summed<'c>(name: &str, values: impl Iterator<Item = &'c Cell>, count: i64) -> Parsed<Cell> {
    // `None` once it is too large. What follows the first that is no integer is no longer counted exactly.
    let (mut exact, mut whole, mut sum) = (Some(0_i64), true, 0.0);
    for value in values {
        // A text counts as an integer only when it is one through and through.
        let number = if matches!(value, Cell::Real(_)) {
            value.clone()
        } else {
            Affinity::Numeric.apply(value.clone())
        };
        if let Cell::Integer(number) = number {
            sum += real(number);
            if whole {
                exact = exact.and_then(|exact| exact.checked_add(number));
            }
        } else {
            sum += to_real(value);
            whole = false;
        }
    }
    Ok(match name {
        "total" => Cell::Real(sum),
        _ if count == 0 => Cell::Null,
        "avg" => Cell::Real(sum / real(count)),
        _ => match exact {
            None => return Err(Error::step("integer overflow", 1)),
            Some(_) if !whole => Cell::Real(sum),
            Some(exact) => Cell::Integer(exact),
        },
    })
}
