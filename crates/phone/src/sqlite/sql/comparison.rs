//! By which rules two expressions compare: their affinities and their collation.

use std::cmp::Ordering;

use super::ast::{Core, Expr, Output, Select, Unary};
use super::value::{Affinity, Collation, compare};
use crate::sqlite::Cell;

/// How two sides are made comparable.
pub(super) struct Comparison {
    left: Affinity,
    right: Affinity,
    collation: Collation,
}

impl Comparison {
    pub(super) fn of(left: &Expr, right: &Expr) -> Self {
        let ((a, a_said), (b, b_said)) = (collation(left), collation(right));
        let collation = if b_said && !a_said { b } else { a.or(b) };
        Self {
            left: affinity(left),
            right: affinity(right),
            collation: collation.unwrap_or_default(),
        }
    }

    /// `left IN (a, b)`: only the left side says how, but one constant alone is the same as `left = +a`.
    pub(super) fn in_list(left: &Expr, list: &[Expr]) -> Self {
        let said = match list {
            [only] if is_constant(only) => Self::of(left, only).collation,
            _ => collation(left).0.unwrap_or_default(),
        };
        Self { left: affinity(left), right: Affinity::None, collation: said }
    }

    /// `left IN (SELECT right)`; of several queries the last one counts.
    pub(super) fn in_select(left: &Expr, select: &Select) -> Self {
        let last = select.more.last().map_or(&select.first, |(_, core)| core);
        match last.results(true).next() {
            Some(right) => Self::of(left, right),
            None => Self::in_list(left, &[]),
        }
    }

    pub(super) fn order(&self, left: &Cell, right: &Cell) -> Ordering {
        let (left_side, right_side) = (self.left, self.right);
        if left_side.is_numeric() && !right_side.is_numeric() {
            return compare(left, &numeric(right), self.collation);
        }
        if right_side.is_numeric() && !left_side.is_numeric() {
            return compare(&numeric(left), right, self.collation);
        }
        let text = |cell: &Cell| Affinity::Text.apply(cell.clone());
        match (left_side, right_side) {
            (Affinity::Text, Affinity::None) => compare(left, &text(right), self.collation),
            (Affinity::None, Affinity::Text) => compare(&text(left), right, self.collation),
            _ => compare(left, right, self.collation),
        }
    }

    pub(super) fn equal(&self, left: &Cell, right: &Cell) -> Option<bool> {
        if *left == Cell::Null || *right == Cell::Null {
            return None;
        }
        Some(self.order(left, right).is_eq())
    }
}

fn numeric(cell: &Cell) -> Cell {
    match cell {
        Cell::Text(_) => Affinity::Numeric.apply(cell.clone()),
        Cell::Null | Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_) => cell.clone(),
    }
}

/// What the column prefers that an expression is.
pub(super) fn affinity(expr: &Expr) -> Affinity {
    if let Expr::Slot { affinity, .. } | Expr::Cast(_, affinity) = expr {
        *affinity
    } else if let Expr::Collate(inner, _) = expr {
        affinity(inner)
    } else if let Expr::Scalar(select) = expr {
        select.columns.first().map_or(Affinity::None, |one| one.affinity)
    } else {
        Affinity::None
    }
}

/// By which collation an expression compares, and whether a `COLLATE` in it says so. That of a column is its own only, but
/// what `COLLATE` says reaches out of operators and functions; not out of subqueries, nor out of the bounds of `BETWEEN`.
pub(super) fn collation(expr: &Expr) -> (Option<Collation>, bool) {
    match expr {
        Expr::Collate(_, name) => (Collation::named(name), true),
        Expr::Slot { collation, .. } => (Some(*collation), false),
        Expr::Cast(inner, _) | Expr::Unary(Unary::Plus, inner) => collation(inner),
        Expr::Aggregate { collation, .. } => (*collation, collation.is_some()),
        Expr::Unary(_, inner) => said([&**inner]),
        Expr::Binary(_, left, right) => said([&**left, &**right]),
        // A function to which the pattern is given first.
        Expr::Like { operands, escape, .. } => {
            said([&operands.1, &operands.0].into_iter().chain(escape.as_deref()))
        }
        Expr::Between { operands, .. } => said([&operands.0]),
        Expr::InList { left, list, .. } => said(std::iter::once(&**left).chain(list)),
        Expr::InSelect { left, .. } => said([&**left]),
        Expr::Case { base, arms, otherwise } => {
            let arms = arms.iter().flat_map(|(when, then)| [when, then]);
            said(base.as_deref().into_iter().chain(arms).chain(otherwise.as_deref()))
        }
        Expr::Call(call) => said(&call.arguments),
        Expr::Value(_) | Expr::Name { .. } | Expr::Exists(_) | Expr::Scalar(_) => (None, false),
    }
}

/// The first `COLLATE` in any of them.
pub(super) fn said<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> (Option<Collation>, bool) {
    exprs.into_iter().map(collation).find(|(_, said)| *said).unwrap_or((None, false))
}

/// By which collation the rows of several queries are the same: each column by that of the first query that has one.
pub(super) fn compound_collations(select: &Select) -> Vec<Collation> {
    let mut all = vec![None; select.columns.len()];
    for core in std::iter::once(&select.first).chain(select.more.iter().map(|(_, core)| core)) {
        for (known, value) in all.iter_mut().zip(core.results(false)) {
            *known = known.or_else(|| collation(value).0);
        }
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

impl Core {
    /// The expressions of its columns; those of the first or the last row of `VALUES`.
    pub(super) fn results(&self, last: bool) -> impl Iterator<Item = &Expr> {
        let rows = self.values.as_deref().unwrap_or_default();
        let row = if last { rows.last() } else { rows.first() };
        let columns = self.columns.iter().filter_map(|output| match output {
            Output::One { value, .. } => Some(value),
            Output::All | Output::AllOf(_) => None,
        });
        row.into_iter().flatten().chain(columns)
    }
}

/// Neither columns, nor functions, nor subqueries are in it.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Value(_) => true,
        Expr::Unary(_, inner) | Expr::Cast(inner, _) | Expr::Collate(inner, _) => {
            is_constant(inner)
        }
        Expr::Binary(_, left, right) => is_constant(left) && is_constant(right),
        Expr::Between { operands, .. } => {
            [&operands.0, &operands.1, &operands.2].into_iter().all(is_constant)
        }
        Expr::InList { left, list, .. } => is_constant(left) && list.iter().all(is_constant),
        Expr::Case { base, arms, otherwise } => {
            let arms = arms.iter().flat_map(|(when, then)| [when, then]);
            base.as_deref().into_iter().chain(arms).chain(otherwise.as_deref()).all(is_constant)
        }
        Expr::Name { .. }
        | Expr::Slot { .. }
        | Expr::Aggregate { .. }
        | Expr::Like { .. }
        | Expr::InSelect { .. }
        | Expr::Exists(_)
        | Expr::Scalar(_)
        | Expr::Call(_) => false,
    }
}
