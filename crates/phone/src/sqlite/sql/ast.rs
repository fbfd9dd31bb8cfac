//! Statements as data. Resolving turns names into slots in place.

use std::cell::OnceCell;
use std::rc::Rc;

use super::value::{Affinity, Collation};
use crate::sqlite::Cell;

#[derive(Debug, Clone)]
pub(super) enum Statement {
    Select(Box<Select>),
    Insert(Box<Insert>),
    Update(Box<Update>),
    Delete {
        table: String,
        filter: Option<Expr>,
    },
    CreateTable {
        name: Name,
        if_missing: bool,
        body: Body,
    },
    CreateIndex {
        name: Name,
        table: String,
        if_missing: bool,
    },
    CreateView {
        name: Name,
        if_missing: bool,
        columns: Option<Vec<String>>,
        select: Box<Select>,
    },
    Drop {
        what: &'static str,
        name: String,
        if_present: bool,
    },
    RenameTable {
        table: String,
        to: String,
    },
    /// The definition of the column as it was written.
    AddColumn {
        table: String,
        definition: String,
    },
    Begin,
    Commit,
    Rollback,
    Pragma {
        name: String,
        argument: Option<String>,
    },
    /// `VACUUM`, `REINDEX`: the file is written whole anyway.
    Nothing,
}

#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) name: String,
    pub(super) at: usize,
}

#[derive(Debug, Clone)]
pub(super) enum Body {
    /// The statement as it goes into the schema.
    Columns(String),
    Select(Box<Select>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conflict {
    Abort,
    Fail,
    Ignore,
    Replace,
    Rollback,
}

#[derive(Debug, Clone)]
pub(super) struct Insert {
    pub(super) conflict: Conflict,
    pub(super) table: String,
    pub(super) columns: Option<Vec<String>>,
    /// `None` for `DEFAULT VALUES`.
    pub(super) select: Option<Select>,
}

#[derive(Debug, Clone)]
pub(super) struct Update {
    pub(super) conflict: Conflict,
    pub(super) table: String,
    pub(super) set: Vec<(String, Expr)>,
    pub(super) filter: Option<Expr>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Select {
    pub(super) with: Vec<Common>,
    pub(super) first: Core,
    pub(super) more: Vec<(Compound, Core)>,
    pub(super) order: Vec<Order>,
    pub(super) limit: Option<Expr>,
    pub(super) offset: Option<Expr>,
    /// What it yields; filled by resolving.
    pub(super) columns: Vec<Column>,
    /// Does it read columns of the queries around it?
    pub(super) correlated: bool,
    /// Rows of one that reads none.
    pub(super) cache: OnceCell<Rc<Vec<Vec<Cell>>>>,
}

/// `WITH name (columns) AS (select)`.
#[derive(Debug, Clone)]
pub(super) struct Common {
    pub(super) name: String,
    pub(super) columns: Option<Vec<String>>,
    pub(super) select: Select,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compound {
    Union,
    UnionAll,
    Except,
    Intersect,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Core {
    pub(super) distinct: bool,
    pub(super) columns: Vec<Output>,
    pub(super) from: Vec<Source>,
    pub(super) filter: Option<Expr>,
    pub(super) group: Vec<Expr>,
    pub(super) having: Option<Expr>,
    /// `VALUES`, instead of all else.
    pub(super) values: Option<Vec<Vec<Expr>>>,
    pub(super) aggregates: Vec<Aggregate>,
}

#[derive(Debug, Clone)]
pub(super) enum Output {
    All,
    AllOf(String),
    One {
        value: Expr,
        alias: Option<String>,
        /// As it was written.
        text: String,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) value: Expr,
    pub(super) descending: bool,
    pub(super) nulls_first: Option<bool>,
    /// Set where it is a result column of its own.
    pub(super) column: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) from: From,
    pub(super) alias: Option<String>,
    pub(super) join: Join,
    pub(super) on: Option<Expr>,
    pub(super) using: Vec<String>,
    /// Filled by resolving.
    pub(super) columns: Vec<Column>,
}

#[derive(Debug, Clone)]
pub(super) enum From {
    Named(String),
    Select(Box<Select>),
    /// Resolved: the place of a table in the database.
    Table(usize),
    /// Resolved: `sqlite_master`.
    Schema,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    Inner,
    Left,
}

/// A column that a query can see.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) affinity: Affinity,
    pub(super) collation: Collation,
    /// `*` leaves it out: a row id, or the second of two that a join made one.
    pub(super) hidden: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Aggregate {
    pub(super) name: &'static str,
    pub(super) arguments: Vec<Expr>,
    pub(super) distinct: bool,
    pub(super) filter: Option<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Plus,
    Invert,
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Is,
    IsNot,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    BitAnd,
    BitOr,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Concat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Like,
    Glob,
}

#[derive(Debug, Clone)]
pub(super) enum Expr {
    Value(Cell),
    Name {
        table: Option<String>,
        name: String,
        quoted: bool,
        at: usize,
    },
    Slot {
        up: usize,
        at: usize,
        affinity: Affinity,
        collation: Collation,
    },
    /// A column of the result of an aggregation.
    Aggregate {
        place: usize,
        /// That a `COLLATE` in its arguments says.
        collation: Option<Collation>,
    },
    Unary(Unary, Box<Self>),
    Binary(Binary, Box<Self>, Box<Self>),
    Like {
        pattern: Pattern,
        not: bool,
        operands: Box<(Self, Self)>,
        escape: Option<Box<Self>>,
    },
    Between {
        not: bool,
        operands: Box<(Self, Self, Self)>,
    },
    InList {
        not: bool,
        left: Box<Self>,
        list: Vec<Self>,
    },
    InSelect {
        not: bool,
        left: Box<Self>,
        select: Box<Select>,
    },
    Exists(Box<Select>),
    Scalar(Box<Select>),
    Case {
        base: Option<Box<Self>>,
        arms: Vec<(Self, Self)>,
        otherwise: Option<Box<Self>>,
    },
    Cast(Box<Self>, Affinity),
    Collate(Box<Self>, String),
    Call(Box<Call>),
}

#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) arguments: Vec<Expr>,
    pub(super) star: bool,
    pub(super) distinct: bool,
    pub(super) filter: Option<Expr>,
    pub(super) at: usize,
}

impl Expr {
    pub(super) fn binary(operator: Binary, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new(left), Box::new(right))
    }
}
