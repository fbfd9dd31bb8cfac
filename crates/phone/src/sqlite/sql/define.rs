//! `CREATE`, `DROP`, `ALTER`: statements become the schema.

use jiff::Zoned;

use super::ast::{Body, Name, Select};
use super::connection::Connection;
use super::error::Error;
use super::lexer::{Kind as Token, tokens};
use super::parse::{Parsed, Parser, is_reserved};
use super::parse_table::table_definition;
use super::resolve::Resolver;
use super::rows::definition;
use super::select::run;
use super::value::Affinity;
use crate::sqlite::{Kind, Other, Row, Table};

impl Connection {
    /// What has a name already.
    fn known(&self, name: &str) -> Option<&'static str> {
        if ["sqlite_master", "sqlite_schema"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Some("table");
        }
        if self.database.table(name).is_some() {
            return Some("table");
        }
        let other = self.database.others.iter().find(|other| other.name.eq_ignore_ascii_case(name));
        other.map(|other| other.kind.name())
    }

    /// Is the name free? `false` when it is taken and that is all right.
    fn is_free(&self, name: &Name, if_missing: bool, kind: &str) -> Parsed<bool> {
        if name.name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_")) {
            let text = format!("object name reserved for internal use: {}", name.name);
            return Err(Error::prepare(text));
        }
        let Some(known) = self.known(&name.name) else { return Ok(true) };
        if if_missing && (known == kind || kind != "index" && known != "index") {
            return Ok(false);
        }
        Err(match (kind, known) {
            ("index", "index") => Error::prepare(format!("index {} already exists", name.name)),
            ("index", _) => Error::prepare(format!("there is already a table named {}", name.name)),
            (_, "index") => {
                Error::prepare(format!("there is already an index named {}", name.name))
            }
            _ => Error::prepare_at(format!("{known} {} already exists", name.name), name.at),
        })
    }

    pub(super) fn create_table(
        &mut self,
        name: &Name,
        if_missing: bool,
        body: Body,
        now: &Zoned,
    ) -> Parsed<()> {
        if !self.is_free(name, if_missing, "table")? {
            return Ok(());
        }
        let (sql, rows) = match body {
            Body::Columns(sql) => (sql, Vec::new()),
            Body::Select(select) => self.selected(&name.name, *select, now)?,
        };
        let definition = table_definition(&sql)?;
        if definition.without_ids || definition.strict || definition.generated {
            return Err(Error::unsupported("WITHOUT ROWID, STRICT and generated columns"));
        }
        self.allow_change()?;
        let place = self.database.next_place();
        let table = Table { name: name.name.clone(), sql, rows, place, ..Table::default() };
        self.database.tables.push(table);
        for number in 1..=definition.unique.len() {
            let place = self.database.next_place();
            self.database.others.push(Other {
                kind: Kind::Index,
                name: format!("sqlite_autoindex_{}_{number}", name.name),
                table: name.name.clone(),
                sql: None,
                place,
                root: 0,
            });
        }
        if definition.autoincrement && self.database.table("sqlite_sequence").is_none() {
            let place = self.database.next_place();
            self.database.tables.push(Table {
                name: "sqlite_sequence".to_owned(),
                sql: "CREATE TABLE sqlite_sequence(name,seq)".to_owned(),
                place,
                ..Table::default()
            });
        }
        Ok(())
    }

    /// The statement and the rows of `CREATE TABLE … AS SELECT`.
    fn selected(&self, name: &str, mut select: Select, now: &Zoned) -> Parsed<(String, Vec<Row>)> {
        let context = self.context(now);
        Resolver::new(&context).select(&mut select, None, None)?;
        let mut columns = Vec::new();
        for column in &select.columns {
            let kind = match column.affinity {
                Affinity::None | Affinity::Blob => "",
                Affinity::Text => " TEXT",
                Affinity::Numeric => " NUM",
                Affinity::Integer => " INT",
                Affinity::Real => " REAL",
            };
            columns.push(format!("{}{kind}", identifier(&column.name)));
        }
        let length: usize = select.columns.iter().map(|column| column.name.len() + 7).sum();
        let sql = if length + name.len() + 2 < 50 {
            format!("CREATE TABLE {}({})", identifier(name), columns.join(","))
        } else {
            format!("CREATE TABLE {}(\n  {}\n)", identifier(name), columns.join(",\n  "))
        };
        let kinds: Vec<Affinity> = select.columns.iter().map(|column| column.affinity).collect();
        let rows = run(&select, &context, None)?;
        let rows = (1..).zip(rows).map(|(id, values)| {
            let values = values.into_iter().zip(&kinds).map(|(value, kind)| kind.apply(value));
            Row { id, values: values.collect() }
        });
        Ok((sql, rows.collect()))
    }

    pub(super) fn create_index(
        &mut self,
        name: &Name,
        table: &str,
        if_missing: bool,
        sql: String,
    ) -> Parsed<()> {
        let Some(found) =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(table))
        else {
            return Err(Error::prepare(match self.known(table) {
                Some("view") => "views may not be indexed".to_owned(),
                _ => format!("no such table: main.{table}"),
            }));
        };
        if !self.is_free(name, if_missing, "index")? {
            return Ok(());
        }
        let table = self.database.tables[found].name.clone();
        let defined = definition(&self.database, found)?;
        self.allow_change()?;
        let place = self.database.next_place();
        let other = Other {
            kind: Kind::Index,
            name: name.name.clone(),
            table,
            sql: Some(sql),
            place,
            root: 0,
        };
        self.unique_rows(&defined, &other)?;
        self.database.others.push(other);
        Ok(())
    }

    /// An index can be made when its names mean something and its rows differ.
    fn unique_rows(&self, table: &super::parse_table::Definition, other: &Other) -> Parsed<()> {
        let entries = super::indexes::index_entries(&self.database, other)?;
        let sql = other.sql.as_deref().unwrap_or("");
        let index = super::parse_table::index_definition(sql, table)?;
        if !index.unique {
            return Ok(());
        }
        let width = index.columns.len();
        let collations: Vec<_> = index
            .columns
            .iter()
            .map(|column| {
                let own = column.collation.as_deref().and_then(super::value::Collation::named);
                own.or_else(|| column.column.map(|column| table.columns[column].collation))
                    .unwrap_or_default()
            })
            .collect();
        let mut seen = std::collections::HashSet::new();
        for entry in &entries {
            let key = &entry[..width];
            if !key.contains(&crate::sqlite::Cell::Null)
                && !seen.insert(super::select::key(key, &collations))
            {
                let columns: Option<Vec<String>> = index
                    .columns
                    .iter()
                    .map(|key| {
                        key.column.map(|key| format!("{}.{}", other.table, table.columns[key].name))
                    })
                    .collect();
                let told = columns.map_or_else(
                    || format!("index '{}'", other.name),
                    |columns| columns.join(", "),
                );
                return Err(Error::constraint(format!("UNIQUE constraint failed: {told}")));
            }
        }
        Ok(())
    }

    pub(super) fn create_view(&mut self, name: &Name, if_missing: bool, sql: String) -> Parsed<()> {
        if !self.is_free(name, if_missing, "view")? {
            return Ok(());
        }
        self.allow_change()?;
        let (place, name) = (self.database.next_place(), name.name.clone());
        let table = name.clone();
        self.database.others.push(Other {
            kind: Kind::View,
            name,
            table,
            sql: Some(sql),
            place,
            root: 0,
        });
        Ok(())
    }

    pub(super) fn drop_object(&mut self, what: &str, name: &str, if_present: bool) -> Parsed<()> {
        let known = self.known(name);
        if known != Some(what) {
            return match known {
                Some("view") if what == "table" => {
                    Err(Error::prepare(format!("use DROP VIEW to delete view {name}")))
                }
                Some("table") if what == "view" => {
                    Err(Error::prepare(format!("use DROP TABLE to delete table {name}")))
                }
                _ if if_present => Ok(()),
                _ => Err(Error::prepare(format!("no such {what}: {name}"))),
            };
        }
        if what == "table"
            && name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"))
        {
            return Err(Error::prepare(format!("table {name} may not be dropped")));
        }
        let named = |other: &Other| other.name.eq_ignore_ascii_case(name);
        let others = &self.database.others;
        if what == "index" && others.iter().any(|other| named(other) && other.sql.is_none()) {
            return Err(Error::prepare(
                "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped",
            ));
        }
        if others.iter().any(|other| named(other) && other.kind == Kind::VirtualTable) {
            return Err(Error::unsupported(format!("virtual table {name}")));
        }
        self.allow_change()?;
        let of_table = what == "table";
        self.database.tables.retain(|table| !of_table || !table.name.eq_ignore_ascii_case(name));
        let gone = |other: &Other| {
            named(other)
                || of_table && other.kind != Kind::View && other.table.eq_ignore_ascii_case(name)
        };
        self.database.others.retain(|other| !gone(other));
        if of_table && let Some(sequences) = self.database.table_mut("sqlite_sequence") {
            let own = crate::sqlite::Cell::Text(name.to_owned());
            sequences.rows.retain(|row| row.values.first() != Some(&own));
        }
        Ok(())
    }

    pub(super) fn rename_table(&mut self, table: &str, to: &str) -> Parsed<()> {
        let Some(place) =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(table))
        else {
            return Err(Error::prepare(format!("no such table: {table}")));
        };
        if self.known(to).is_some() {
            let text = format!("there is already another table or index with this name: {to}");
            return Err(Error::prepare(text));
        }
        if [table, to].iter().any(|name| name.to_ascii_lowercase().starts_with("sqlite_")) {
            return Err(Error::prepare(format!("table {table} may not be altered")));
        }
        // Whoever else speaks of it would have to be written anew.
        let speaks =
            |sql: &str| tokens(sql).iter().any(|token| token.text.eq_ignore_ascii_case(table));
        let others = self.database.others.iter();
        let view = others
            .clone()
            .find(|other| other.kind != Kind::Index && other.sql.as_deref().is_some_and(speaks));
        let other_table = self
            .database
            .tables
            .iter()
            .enumerate()
            .find(|(other, one)| *other != place && speaks(&one.sql));
        let own = tokens(&self.database.tables[place].sql);
        let twice = own.iter().filter(|token| token.text.eq_ignore_ascii_case(table)).count() > 1;
        if view.is_some() || other_table.is_some() || twice {
            return Err(Error::unsupported("renaming a table that others speak of"));
        }
        self.allow_change()?;
        let quoted = format!("\"{}\"", to.replace('"', "\"\""));
        let old = self.database.tables[place].name.clone();
        let one = &mut self.database.tables[place];
        one.sql = replaced(&one.sql, &old, &quoted);
        to.clone_into(&mut one.name);
        for other in &mut self.database.others {
            if other.table.eq_ignore_ascii_case(&old) {
                to.clone_into(&mut other.table);
                other.sql = other.sql.as_deref().map(|sql| replaced_after_on(sql, &old, &quoted));
                if let Some(number) = other.name.strip_prefix(&format!("sqlite_autoindex_{old}_")) {
                    other.name = format!("sqlite_autoindex_{to}_{number}");
                }
            }
        }
        if let Some(sequences) = self.database.table_mut("sqlite_sequence") {
            for row in &mut sequences.rows {
                if row.values.first() == Some(&crate::sqlite::Cell::Text(old.clone())) {
                    row.values[0] = crate::sqlite::Cell::Text(to.to_owned());
                }
            }
        }
        Ok(())
    }

    pub(super) fn add_column(&mut self, table: &str, added: &str, now: &Zoned) -> Parsed<()> {
        let Some(place) =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(table))
        else {
            return Err(Error::prepare(format!("no such table: {table}")));
        };
        let sql = self.database.tables[place].sql.clone();
        let before = table_definition(&sql)?;
        // Behind the last column, before the constraints of the table.
        let end = before.columns_end;
        let (column, _) = Parser::new(added).column_definition()?;
        let upper: Vec<String> =
            tokens(added).into_iter().map(|token| token.text.to_ascii_uppercase()).collect();
        for (word, told) in [("PRIMARY", "a PRIMARY KEY"), ("UNIQUE", "a UNIQUE")] {
            if upper.iter().any(|token| token == word) {
                return Err(Error::prepare(format!("Cannot add {told} column")));
            }
        }
        if before.column(&column.name).is_some() {
            return Err(Error::prepare(format!("duplicate column name: {}", column.name)));
        }
        if before.without_ids || before.strict || before.generated {
            return Err(Error::unsupported("adding a column to such a table"));
        }
        let sql = format!("{}, {added}{}", &sql[..end], &sql[end..]);
        let after = table_definition(&sql)?;
        if after.generated || after.checks.len() > before.checks.len() {
            return Err(Error::unsupported("adding a generated or checked column"));
        }
        let defaults = self.context(now).defaults(&after)?;
        let null = after
            .column(&column.name)
            .is_some_and(|column| defaults[column] == crate::sqlite::Cell::Null);
        if column.not_null && null && !self.database.tables[place].rows.is_empty() {
            return Err(Error::prepare("Cannot add a NOT NULL column with default value NULL"));
        }
        self.allow_change()?;
        self.database.tables[place].sql = sql;
        Ok(())
    }
}

/// The first mention of a name.
fn replaced(sql: &str, old: &str, new: &str) -> String {
    let token = tokens(sql).into_iter().find(|token| token.text.eq_ignore_ascii_case(old));
    token.map_or_else(
        || sql.to_owned(),
        |token| format!("{}{new}{}", &sql[..token.start], &sql[token.end..]),
    )
}

/// The name of the table in `CREATE INDEX … ON table`.
fn replaced_after_on(sql: &str, old: &str, new: &str) -> String {
    let on = tokens(sql)
        .into_iter()
        .find(|token| token.kind == Token::Word && token.text.eq_ignore_ascii_case("on"));
    let from = on.map_or(0, |token| token.end);
    format!("{}{}", &sql[..from], replaced(&sql[from..], old, new))
}

/// A name as SQLite writes it: quoted where it must be.
fn identifier(name: &str) -> String {
    if is_plain_name(name) { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// Does a name need no quotes?
pub(crate) fn is_plain_name(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && !is_reserved(name)
}
