//! `PRAGMA`: what the file says of itself. One that SQLite does not know says nothing.

use super::connection::{Answer, Connection};
use super::error::Error;
use super::indexes::indexes;
use super::parse::Parsed;
use super::rows::{Context, definition};
use super::value::to_integer;
use crate::sqlite::{Cell, Database, Encoding, Kind};

impl Connection {
    pub(super) fn pragma(&mut self, name: &str, argument: Option<&str>) -> Parsed<Option<Answer>> {
        let number = argument.map(|text| to_integer(&Cell::Text(text.to_owned())));
        let one = |value: Cell| Ok(Some(Answer::new(&[name], vec![vec![value]])));
        let text = |text: &str| Cell::Text(text.to_owned());
        let header = self.database.header;
        match (name, argument) {
            ("user_version", None) => {
                one(Cell::Integer(i64::from(self.database.user_version.cast_signed())))
            }
            ("application_id", None) => {
                one(Cell::Integer(i64::from(header.application_id.cast_signed())))
            }
            ("user_version" | "application_id", Some(_)) => {
                self.allow_change()?;
                let number = i32::try_from(number.unwrap_or(0)).unwrap_or(0).cast_unsigned();
                if name == "user_version" {
                    self.database.user_version = number;
                } else {
                    self.database.header.application_id = number;
                }
                Ok(None)
            }
            ("schema_version" | "data_version", None) => {
                one(Cell::Integer(i64::from(header.schema_version)))
            }
            ("page_size", None) => one(Cell::Integer(i64::try_from(header.page_size).unwrap_or(0))),
            ("page_count", None) => {
                let bytes = self.database.to_bytes()?.len();
                let empty = self.database.tables.is_empty() && self.database.others.is_empty();
                let pages = if empty { 0 } else { bytes / header.page_size };
                one(Cell::Integer(i64::try_from(pages).unwrap_or(0)))
            }
            ("encoding", None) => one(text(match header.encoding {
                Encoding::Utf8 => "UTF-8",
                Encoding::Utf16Little => "UTF-16le",
                Encoding::Utf16Big => "UTF-16be",
            })),
            ("journal_mode", mode) => self.journal_mode(mode),
            ("integrity_check" | "quick_check", _) => {
                let fault = self.database.tables.iter().find_map(|table| table.fault);
                match fault {
                    Some(fault) => Err(Error { preparing: false, ..Error::malformed(fault) }),
                    None => one(text("ok")),
                }
            }
            ("foreign_keys", Some(on)) => {
                if matches!(on.to_ascii_lowercase().as_str(), "on" | "1" | "yes" | "true") {
                    return Err(Error::unsupported("PRAGMA foreign_keys=ON"));
                }
                Ok(None)
            }
            ("case_sensitive_like" | "writable_schema" | "recursive_triggers", Some(_)) => {
                Err(Error::unsupported(format!("PRAGMA {name}")))
            }
            (
                "foreign_keys" | "auto_vacuum" | "freelist_count" | "temp_store" | "busy_timeout",
                None,
            ) => one(Cell::Integer(0)),
            ("synchronous", None) => one(Cell::Integer(2)),
            ("cache_size", None) => one(Cell::Integer(-2000)),
            ("locking_mode", None) => one(text("normal")),
            ("busy_timeout", Some(_)) => {
                Ok(Some(Answer::new(&["timeout"], vec![vec![Cell::Integer(number.unwrap_or(0))]])))
            }
            ("wal_checkpoint", _) => {
                let busy = if header.write_ahead { [0, 0, 0] } else { [0, -1, -1] };
                let row = busy.into_iter().map(Cell::Integer).collect();
                Ok(Some(Answer::new(&["busy", "log", "checkpointed"], vec![row])))
            }
            ("database_list", _) => {
                let row = vec![Cell::Integer(0), text("main"), text(&self.path)];
                Ok(Some(Answer::new(&["seq", "name", "file"], vec![row])))
            }
            ("table_list", only) if self.release.number() >= 337 => self.table_list(only),
            ("table_info", Some(table)) => self.table_info(table),
            ("index_list", Some(table)) => self.index_list(table),
            ("index_info", Some(index)) => self.index_info(index),
            _ => Ok(None),
        }
    }

    fn journal_mode(&mut self, mode: Option<&str>) -> Parsed<Option<Answer>> {
        let now = |connection: &Self| {
            if connection.database.header.write_ahead { "wal" } else { "delete" }
        };
        let mut shown = now(self).to_owned();
        if let Some(mode) = mode {
            let mode = mode.to_ascii_lowercase();
            match mode.as_str() {
                "wal" | "delete" | "truncate" | "persist" => {
                    let write_ahead = mode == "wal";
                    if write_ahead != self.database.header.write_ahead {
                        self.allow_change()?;
                        self.database.header.write_ahead = write_ahead;
                    }
                    shown = mode;
                }
                "memory" | "off" => shown = mode,
                _ => {}
            }
        }
        Ok(Some(Answer::new(&["journal_mode"], vec![vec![Cell::Text(shown)]])))
    }

    fn table_list(&self, only: Option<&str>) -> Parsed<Option<Answer>> {
        let text = |text: &str| Cell::Text(text.to_owned());
        let mut rows = Vec::new();
        let mut add =
            |schema: &str, name: &str, kind: &str, columns: usize, without: bool, strict: bool| {
                if only.is_none_or(|only| only.eq_ignore_ascii_case(name)) {
                    let columns = i64::try_from(columns).unwrap_or(0);
                    let numbers =
                        [columns, i64::from(without), i64::from(strict)].map(Cell::Integer);
                    rows.push(
                        [text(schema), text(name), text(kind)].into_iter().chain(numbers).collect(),
                    );
                }
            };
        for (place, table) in self.database.tables.iter().enumerate() {
            let known = definition(&self.database, place)?;
            add("main", &table.name, "table", known.columns.len(), known.without_ids, known.strict);
        }
        add("main", "sqlite_schema", "table", 5, false, false);
        add("temp", "sqlite_temp_schema", "table", 5, false, false);
        let names = ["schema", "name", "type", "ncol", "wr", "strict"];
        Ok(Some(Answer::new(&names, rows)))
    }

    fn table_info(&self, table: &str) -> Parsed<Option<Answer>> {
        let text = |text: &str| Cell::Text(text.to_owned());
        let names = ["cid", "name", "type", "notnull", "dflt_value", "pk"];
        let found =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(table));
        let Some(place) = found else {
            let view =
                self.database.others.iter().any(|other| {
                    other.name.eq_ignore_ascii_case(table) && other.kind != Kind::Index
                });
            if view {
                return Err(Error::unsupported("PRAGMA table_info of a view"));
            }
            return Ok(Some(Answer::new(&names, Vec::new())));
        };
        let definition = definition(&self.database, place)?;
        let row = |(place, column): (usize, &super::parse_table::ColumnDefinition)| {
            let key = definition.primary.iter().position(|key| *key == place);
            let key = key.map_or(0, |key| key + 1);
            let number = |number: usize| Cell::Integer(i64::try_from(number).unwrap_or(0));
            // Newer releases write the best-known types in capitals.
            let known = ["ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT"];
            let upper = known.iter().find(|known| {
                self.release.number() >= 337 && known.eq_ignore_ascii_case(&column.kind)
            });
            let must = column.not_null || definition.without_ids && key > 0;
            vec![
                number(place),
                text(&column.name),
                text(upper.map_or(column.kind.as_str(), |known| known)),
                Cell::Integer(i64::from(must)),
                column.default_text.as_deref().map_or(Cell::Null, text),
                number(key),
            ]
        };
        let rows = definition.columns.iter().enumerate().map(row).collect();
        Ok(Some(Answer::new(&names, rows)))
    }

    fn index_list(&self, table: &str) -> Parsed<Option<Answer>> {
        let text = |text: &str| Cell::Text(text.to_owned());
        let names = ["seq", "name", "unique", "origin", "partial"];
        let found =
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(table));
        let Some(place) = found else { return Ok(Some(Answer::new(&names, Vec::new()))) };
        let definition = definition(&self.database, place)?;
        let (nothing, now) = (Database::default(), jiff::Zoned::default());
        let context = Context::new(&nothing, self.release, &now);
        let mut rows = Vec::new();
        for (place, index) in
            indexes(&self.database, &context, table, &definition)?.iter().rev().enumerate()
        {
            let columns: Vec<usize> =
                index.keys.iter().filter_map(|(column, ..)| *column).collect();
            let origin = match index.automatic {
                true if columns == definition.primary => "pk",
                true => "u",
                false => "c",
            };
            rows.push(vec![
                Cell::Integer(i64::try_from(place).unwrap_or(0)),
                text(&index.name),
                Cell::Integer(i64::from(index.unique)),
                text(origin),
                Cell::Integer(i64::from(index.filter.is_some())),
            ]);
        }
        Ok(Some(Answer::new(&names, rows)))
    }

    fn index_info(&self, name: &str) -> Parsed<Option<Answer>> {
        let names = ["seqno", "cid", "name"];
        let other = self
            .database
            .others
            .iter()
            .find(|other| other.kind == Kind::Index && other.name.eq_ignore_ascii_case(name));
        let table = other.and_then(|other| {
            self.database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(&other.table))
        });
        let (Some(other), Some(place)) = (other, table) else {
            return Ok(Some(Answer::new(&names, Vec::new())));
        };
        let definition = definition(&self.database, place)?;
        let (nothing, now) = (Database::default(), jiff::Zoned::default());
        let context = Context::new(&nothing, self.release, &now);
        let all = indexes(&self.database, &context, &other.table, &definition)?;
        let index = all.iter().find(|index| index.name == other.name);
        let keys = index.map_or(&[][..], |index| &index.keys);
        let rows = keys.iter().enumerate().map(|(place, (column, ..))| {
            let number = |number: usize| Cell::Integer(i64::try_from(number).unwrap_or(0));
            let known = column.map(|column| definition.columns[column].name.clone());
            vec![
                number(place),
                column.map_or(Cell::Integer(-2), number),
                known.map_or(Cell::Null, Cell::Text),
            ]
        });
        Ok(Some(Answer::new(&names, rows.collect())))
    }
}
