//! One statement after the other on a database in memory: transactions, and what was changed.

use jiff::Zoned;

use super::ast::{Column, Name, Statement};
use super::error::Error;
use super::parse::{Parsed, parse};
use super::resolve::Resolver;
use super::rows::Context;
use super::select::{Found, found};
use crate::sqlite::{Cell, Database, Encoding};

const STACK: usize = 32 * 1024 * 1024;

/// Which SQLite it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Release {
    V3_22,
    V3_32,
    V3_39,
    V3_44,
}

impl Release {
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::V3_22 => "3.22.0",
            Self::V3_32 => "3.32.2",
            Self::V3_39 => "3.39.2",
            Self::V3_44 => "3.44.3",
        }
    }

    /// 3.22 is 322.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::V3_22 => 322,
            Self::V3_32 => 332,
            Self::V3_39 => 339,
            Self::V3_44 => 344,
        }
    }

    /// The shell stopped to take `"x"` for a text in 3.41.
    pub(super) fn texts_in_double_quotes(self) -> bool {
        self.number() < 341
    }

    pub(super) fn has_booleans(self) -> bool {
        self.number() >= 323
    }
}

/// What a statement yields.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Answer {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Why no more came.
    pub(crate) failed: Option<Error>,
}

impl Answer {
    pub(super) fn new(columns: &[&str], rows: Vec<Vec<Cell>>) -> Self {
        Self {
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            rows,
            failed: None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) database: Database,
    pub(super) release: Release,
    read_only: bool,
    /// As it was when the transaction began.
    saved: Option<Box<(Database, bool)>>,
    /// Is anything not in the file yet?
    dirty: bool,
    pub(super) last_id: i64,
    pub(super) changes: i64,
    pub(super) total_changes: i64,
    /// The name of the file, for `PRAGMA database_list`.
    pub(super) path: String,
}

impl Connection {
    pub(crate) fn new(database: Database, release: Release, read_only: bool, path: String) -> Self {
        let (last_id, changes, total_changes) = (0, 0, 0);
        let (saved, dirty) = (None, false);
        Self { database, release, read_only, saved, dirty, last_id, changes, total_changes, path }
    }

    /// Has anything to be written to the file now?
    pub(crate) fn wants_writing(&self) -> bool {
        self.dirty && self.saved.is_none()
    }

    /// Rows changed by the last statement, and by all.
    pub(crate) fn change_counts(&self) -> (i64, i64) {
        (self.changes, self.total_changes)
    }

    pub(crate) fn is_clean(&self) -> bool {
        !self.dirty && self.saved.is_none()
    }

    pub(crate) fn written(&mut self, database: Database) {
        self.database = database;
        self.dirty = false;
    }

    /// Gives up a transaction, as closing does.
    pub(crate) fn roll_back(&mut self) {
        if let Some(saved) = self.saved.take() {
            (self.database, self.dirty) = *saved;
        }
    }

    pub(super) fn context<'a>(&'a self, now: &'a Zoned) -> Context<'a> {
        let mut context = Context::new(&self.database, self.release, now);
        (context.last_id, context.changes) = (self.last_id, self.changes);
        context.total_changes = self.total_changes;
        context
    }

    /// Nothing is changed when the file cannot be written as it is.
    pub(super) fn allow_change(&mut self) -> Parsed<()> {
        if self.read_only {
            return Err(Error::step("attempt to write a readonly database", 8));
        }
        if self.database.header.encoding != Encoding::Utf8 {
            return Err(Error::unsupported("changing a UTF-16 database"));
        }
        if !self.dirty {
            self.database.to_bytes().map_err(|error| Error { at: None, ..error })?;
        }
        self.dirty = true;
        Ok(())
    }

    /// Runs one statement; `None` when there is none, or when it yields nothing.
    pub(crate) fn run(&mut self, sql: &str, now: &Zoned) -> Result<Option<Answer>, Error> {
        // Expressions inside one another take stack: more than those who wait for programs can spare.
        std::thread::scope(|scope| {
            let own = std::thread::Builder::new().stack_size(STACK);
            let running = own.spawn_scoped(scope, || self.run_here(sql, now));
            let done = running.ok().and_then(|running| running.join().ok());
            done.unwrap_or_else(|| Err(Error::step("out of memory", 7)))
        })
    }

    /// A statement that began and failed changed no row.
    fn changed(&mut self, result: Parsed<()>) -> Result<Option<Answer>, Error> {
        if result.as_ref().is_err_and(|error| error.code == 20) {
            self.changes = 0;
        }
        result.map(|()| None)
    }

    fn run_here(&mut self, sql: &str, now: &Zoned) -> Result<Option<Answer>, Error> {
        let Some(statement) = parse(sql)? else { return Ok(None) };
        let stored = |name: &Name| sql[name.at..].trim_end_matches([';', ' ', '\t', '\n', '\r']);
        match statement {
            Statement::Select(mut select) => {
                let context = self.context(now);
                Resolver::new(&context).select(&mut select, None, None)?;
                let columns =
                    select.columns.iter().map(|Column { name, .. }| name.clone()).collect();
                let stepping = |error| Error { preparing: false, at: None, ..error };
                let Found { rows, failed } = found(&select, &context, None).map_err(stepping)?;
                return Ok(Some(Answer { columns, rows, failed: failed.map(stepping) }));
            }
            Statement::Insert(insert) => {
                let result = self.insert(*insert, now);
                return self.changed(result);
            }
            Statement::Update(update) => {
                let result = self.update(*update, now);
                return self.changed(result);
            }
            Statement::Delete { table, filter } => self.delete(&table, filter, now)?,
            Statement::CreateTable { name, if_missing, body } => {
                self.create_table(&name, if_missing, body, now)?;
            }
            Statement::CreateIndex { name, table, if_missing } => {
                let words = sql[..name.at].to_ascii_lowercase();
                let unique = if words.contains("unique") { "UNIQUE " } else { "" };
                let text = format!("CREATE {unique}INDEX {}", stored(&name));
                self.create_index(&name, &table, if_missing, text)?;
            }
            Statement::CreateView { name, if_missing, .. } => {
                let text = format!("CREATE VIEW {}", stored(&name));
                self.create_view(&name, if_missing, text)?;
            }
            Statement::Drop { what, name, if_present } => {
                self.drop_object(what, &name, if_present)?;
            }
            Statement::RenameTable { table, to } => self.rename_table(&table, &to)?,
            Statement::AddColumn { table, definition } => {
                self.add_column(&table, &definition, now)?;
            }
            Statement::Begin => {
                if self.saved.is_some() {
                    let text = "cannot start a transaction within a transaction";
                    return Err(Error::step(text, 1));
                }
                self.saved = Some(Box::new((self.database.clone(), self.dirty)));
            }
            Statement::Commit => {
                if self.saved.take().is_none() {
                    return Err(Error::step("cannot commit - no transaction is active", 1));
                }
            }
            Statement::Rollback => {
                if self.saved.is_none() {
                    return Err(Error::step("cannot rollback - no transaction is active", 1));
                }
                self.roll_back();
            }
            Statement::Pragma { name, argument } => {
                return self.pragma(&name, argument.as_deref());
            }
            Statement::Nothing => self.allow_change()?,
        }
        Ok(None)
    }
}
