//! The value of an expression for a row.

use std::rc::Rc;

use super::ast::{Binary, Expr, Pattern, Select, Unary};
use super::comparison::Comparison;
use super::error::Error;
use super::functions;
use super::parse::Parsed;
use super::pattern::{glob, like};
use super::rows::Context;
use super::select::found;
use super::value::{
    Affinity, cast, real, smallest, to_integer, to_number, to_text, truncate, truth,
};
use crate::sqlite::Cell;

pub(super) struct Env<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) row: &'a [Cell],
    pub(super) aggregates: &'a [Cell],
    pub(super) outer: Option<&'a Self>,
}

impl<'a> Env<'a> {
    /// Where no row is.
    pub(super) fn bare(context: &'a Context<'a>) -> Self {
        Self { context, row: &[], aggregates: &[], outer: None }
    }

    pub(super) fn of(context: &'a Context<'a>, row: &'a [Cell]) -> Self {
        Self { row, ..Self::bare(context) }
    }
}

pub(super) fn eval(expr: &Expr, env: &Env<'_>) -> Parsed<Cell> {
    Ok(match expr {
        Expr::Value(value) => value.clone(),
        Expr::Slot { up, at, .. } => {
            let mut env = env;
            for _ in 0..*up {
                env = env.outer.unwrap_or(env);
            }
            env.row.get(*at).cloned().unwrap_or(Cell::Null)
        }
        Expr::Aggregate { place, .. } => env.aggregates.get(*place).cloned().unwrap_or(Cell::Null),
        Expr::Name { name, .. } => return Err(Error::prepare(format!("no such column: {name}"))),
        Expr::Unary(operator, inner) => unary(*operator, &eval(inner, env)?),
        Expr::Binary(operator, left, right) => binary(*operator, left, right, env)?,
        Expr::Like { pattern, not, operands, escape } => {
            let (text, wanted) = (eval(&operands.0, env)?, eval(&operands.1, env)?);
            let escape = match escape {
                Some(escape) => Some(escape_letter(&eval(escape, env)?)?),
                None => None,
            };
            let found = matched(*pattern, &wanted, &text, escape);
            boolean(found.map(|found| found != *not))
        }
        Expr::Between { not, operands } => {
            let (value, low, high) = &**operands;
            let above = compared(Binary::GreaterEqual, value, low, env)?;
            let below = compared(Binary::LessEqual, value, high, env)?;
            boolean(and(above, below).map(|within| within != *not))
        }
        Expr::InList { not, left, list } => {
            let (value, how) = (eval(left, env)?, Comparison::in_list(left, list));
            let mut found = Some(false);
            for one in list {
                found = or(found, how.equal(&value, &eval(one, env)?));
            }
            boolean(found.map(|found| found != *not))
        }
        Expr::InSelect { not, left, select } => {
            let (value, how) = (eval(left, env)?, Comparison::in_select(left, select));
            let rows = rows(select, env, usize::MAX)?;
            let mut found = Some(false);
            env.context.ticks(rows.len())?;
            for row in rows.iter() {
                found = or(found, how.equal(&value, &row[0]));
                if found == Some(true) {
                    break;
                }
            }
            boolean(found.map(|found| found != *not))
        }
        Expr::Exists(select) => boolean(Some(!rows(select, env, 1)?.is_empty())),
        Expr::Scalar(select) => {
            rows(select, env, 1)?.first().map_or(Cell::Null, |row| row[0].clone())
        }
        Expr::Case { base, arms, otherwise } => {
            for (when, then) in arms {
                let met = match base {
                    Some(base) => compared(Binary::Equal, base, when, env)?,
                    None => truth(&eval(when, env)?),
                };
                if met == Some(true) {
                    return eval(then, env);
                }
            }
            match otherwise {
                Some(otherwise) => eval(otherwise, env)?,
                None => Cell::Null,
            }
        }
        Expr::Cast(inner, to) => cast(eval(inner, env)?, *to),
        Expr::Collate(inner, _) => eval(inner, env)?,
        Expr::Call(call) => functions::call(call, env)?,
    })
}

/// Rows of a subquery of which so many are looked at, kept when they cannot change.
fn rows(select: &Select, env: &Env<'_>, wanted: usize) -> Parsed<Rc<Vec<Vec<Cell>>>> {
    if let Some(known) = select.cache.get() {
        return Ok(Rc::clone(known));
    }
    let rows = Rc::new(found(select, env.context, Some(env))?.at_least(wanted)?);
    if !select.correlated {
        return Ok(Rc::clone(select.cache.get_or_init(|| rows)));
    }
    Ok(rows)
}

pub(super) fn boolean(value: Option<bool>) -> Cell {
    value.map_or(Cell::Null, |yes| Cell::Integer(i64::from(yes)))
}

fn and(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    and(left.map(|left| !left), right.map(|right| !right)).map(|neither| !neither)
}

pub(super) fn escape_letter(escape: &Cell) -> Parsed<char> {
    let text = to_text(escape);
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(Error::step("ESCAPE expression must be a single character", 1)),
    }
}

/// SQLite refuses to match a pattern longer than this.
const LONGEST_PATTERN: usize = 50_000;

pub(super) fn matched(
    kind: Pattern,
    wanted: &Cell,
    text: &Cell,
    escape: Option<char>,
) -> Option<bool> {
    if *wanted == Cell::Null || *text == Cell::Null {
        return None;
    }
    let (wanted, text) = (to_text(wanted), to_text(text));
    if wanted.len() > LONGEST_PATTERN {
        return Some(false);
    }
    Some(match kind {
        Pattern::Like => like(&wanted, &text, escape),
        Pattern::Glob => glob(&wanted, &text),
    })
}

fn unary(operator: Unary, value: &Cell) -> Cell {
    if operator == Unary::Plus {
        return value.clone();
    }
    match (operator, to_number(value)) {
        (_, Cell::Null) => Cell::Null,
        (Unary::Not, number) => boolean(truth(&number).map(|yes| !yes)),
        (Unary::Invert, _) => Cell::Integer(!to_integer(value)),
        (_, Cell::Integer(number)) => {
            number.checked_neg().map_or_else(|| Cell::Real(-real(number)), Cell::Integer)
        }
        (_, Cell::Real(number)) => Cell::Real(-number),
        (_, other) => other,
    }
}

fn binary(operator: Binary, left: &Expr, right: &Expr, env: &Env<'_>) -> Parsed<Cell> {
    Ok(match operator {
        Binary::And => {
            let first = truth(&eval(left, env)?);
            if first == Some(false) {
                return Ok(boolean(first));
            }
            boolean(and(first, truth(&eval(right, env)?)))
        }
        Binary::Or => {
            let first = truth(&eval(left, env)?);
            if first == Some(true) {
                return Ok(boolean(first));
            }
            boolean(or(first, truth(&eval(right, env)?)))
        }
        Binary::Equal
        | Binary::Unequal
        | Binary::Is
        | Binary::IsNot
        | Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual => boolean(compared(operator, left, right, env)?),
        Binary::Concat => {
            let (left, right) = (eval(left, env)?, eval(right, env)?);
            if left == Cell::Null || right == Cell::Null {
                return Ok(Cell::Null);
            }
            let joined = to_text(&left) + &to_text(&right);
            env.context.ticks(joined.len() / 64)?;
            Cell::Text(joined)
        }
        Binary::BitAnd
        | Binary::BitOr
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::Divide
        | Binary::Remainder => arithmetic(operator, &eval(left, env)?, &eval(right, env)?),
    })
}

fn arithmetic(operator: Binary, left: &Cell, right: &Cell) -> Cell {
    // Where integers are wanted, the digits that a text begins with count: `1e3` is 1.
    let whole = (to_integer(left), to_integer(right));
    let (left, right) = (to_number(left), to_number(right));
    if left == Cell::Null || right == Cell::Null {
        return Cell::Null;
    }
    let exact = match operator {
        Binary::BitAnd => return Cell::Integer(whole.0 & whole.1),
        Binary::BitOr => return Cell::Integer(whole.0 | whole.1),
        Binary::ShiftLeft => return Cell::Integer(shifted(whole.0, whole.1)),
        Binary::ShiftRight => return Cell::Integer(shifted(whole.0, whole.1.saturating_neg())),
        Binary::Remainder if whole.1 == 0 => return Cell::Null,
        Binary::Remainder => Some(whole.0.checked_rem(whole.1).unwrap_or(0)),
        Binary::Add => whole.0.checked_add(whole.1),
        Binary::Subtract => whole.0.checked_sub(whole.1),
        Binary::Multiply => whole.0.checked_mul(whole.1),
        Binary::Divide if whole.1 == 0 && matches!(right, Cell::Integer(_)) => return Cell::Null,
        Binary::Divide => whole.0.checked_div(whole.1),
        Binary::Or
        | Binary::And
        | Binary::Equal
        | Binary::Unequal
        | Binary::Is
        | Binary::IsNot
        | Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Concat => None,
    };
    let both = matches!((&left, &right), (Cell::Integer(_), Cell::Integer(_)));
    match exact {
        Some(number) if both => return Cell::Integer(number),
        Some(number) if operator == Binary::Remainder => return Cell::Real(real(number)),
        Some(_) | None => {}
    }
    let number = |cell: &Cell| super::value::to_real(cell);
    let (a, b) = (number(&left), number(&right));
    let result = if operator == Binary::Add {
        a + b
    } else if operator == Binary::Subtract {
        a - b
    } else if operator == Binary::Multiply {
        a * b
    } else if b == 0.0 {
        return Cell::Null;
    } else {
        a / b
    };
    if result.is_nan() { Cell::Null } else { Cell::Real(result) }
}

fn shifted(number: i64, by: i64) -> i64 {
    let by = by.clamp(-64, 64);
    match by {
        64 => 0,
        -64 => {
            if number < 0 {
                -1
            } else {
                0
            }
        }
        0.. => number << by,
        _ => number >> -by,
    }
}

fn compared(operator: Binary, left: &Expr, right: &Expr, env: &Env<'_>) -> Parsed<Option<bool>> {
    let how = Comparison::of(left, right);
    let (left, right) = (eval(left, env)?, eval(right, env)?);
    if matches!(operator, Binary::Is | Binary::IsNot) {
        let same = how.equal(&left, &right).unwrap_or(left == right);
        return Ok(Some(same == (operator == Binary::Is)));
    }
    if left == Cell::Null || right == Cell::Null {
        return Ok(None);
    }
    let order = how.order(&left, &right);
    let (less, equal, more) = (order.is_lt(), order.is_eq(), order.is_gt());
    Ok(Some(
        equal && matches!(operator, Binary::Equal | Binary::LessEqual | Binary::GreaterEqual)
            || less && matches!(operator, Binary::Unequal | Binary::Less | Binary::LessEqual)
            || more && matches!(operator, Binary::Unequal | Binary::Greater | Binary::GreaterEqual),
    ))
}

/// A real number as the integer it is nearest to from zero, for callers that count.
pub(super) fn count_of(cell: &Cell) -> Option<i64> {
    match smallest(Affinity::Numeric.apply(cell.clone())) {
        Cell::Integer(number) => Some(number),
        Cell::Real(number) if truncate(number) == i64::MAX => Some(i64::MAX),
        Cell::Null | Cell::Real(_) | Cell::Text(_) | Cell::Blob(_) => None,
    }
}
