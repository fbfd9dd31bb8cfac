//! What outlives a process: saved variables in the preferences, tables in the database, settings of the
//! phone. The files are the truth: each is read again before it is changed.

use std::collections::BTreeMap;

use super::{
    Value,
    definition::{ColumnType, Definition, Schema},
    preferences,
};
use crate::{
    android::{Host, Level, Namespace},
    sqlite::{Cell, Database, Row, Table},
};

fn preferences_file(package: &str) -> String {
    format!("shared_prefs/{package}_preferences.xml")
}

fn read_preferences(host: &Host) -> BTreeMap<String, Value> {
    let xml = host.read_data(&preferences_file(host.package())).unwrap_or_default();
    preferences::from_xml(&String::from_utf8_lossy(&xml))
}

/// Fills the variables that were saved earlier, and the lists that stand for tables.
pub(crate) fn load(definition: &Definition, host: &Host, state: &mut BTreeMap<String, Value>) {
    if !definition.saved.is_empty() {
        let stored = read_preferences(host);
        for name in &definition.saved {
            if let (Some(value), Some(saved)) =
                (state.get_mut(&name.value), stored.get(&name.value))
            {
                *value = value.parse_like(&saved.to_string());
            }
        }
    }
    if let Some(schema) = &definition.database {
        let database = read_database(schema, host);
        for table in schema.tables.keys() {
            state.insert(table.clone(), rows(schema, &database, table));
        }
    }
}

pub(crate) fn save(host: &Host, name: &str, value: &Value) {
    let mut stored = read_preferences(host);
    stored.insert(name.to_owned(), value.clone());
    write(host, &preferences_file(host.package()), preferences::to_xml(&stored).as_bytes());
}

/// Adds a row and returns the table as a list.
pub(crate) fn insert(
    schema: &Schema,
    host: &Host,
    table: &str,
    values: &BTreeMap<String, Value>,
) -> Value {
    change(schema, host, table, |columns, stored| {
        let cells = columns.iter().map(|(column, kind)| match values.get(column) {
            Some(value) => cell(*kind, value),
            None => Cell::Null,
        });
        let cells = [Cell::Null].into_iter().chain(cells).collect();
        stored.push(cells);
    })
}

/// Removes all rows of a table.
pub(crate) fn delete(schema: &Schema, host: &Host, table: &str) -> Value {
    change(schema, host, table, |_, stored| stored.rows.clear())
}

fn change(
    schema: &Schema,
    host: &Host,
    table: &str,
    change: impl FnOnce(&BTreeMap<String, ColumnType>, &mut Table),
) -> Value {
    let mut database = read_database(schema, host);
    if let (Some(columns), Some(stored)) = (schema.tables.get(table), database.table_mut(table)) {
        change(columns, stored);
    }
    match database.to_bytes() {
        Ok(file) => write(host, &database_file(schema), &file),
        Err(error) => host.log(Level::Error, "SQLiteLog", &error.to_string()),
    }
    rows(schema, &database, table)
}

fn write(host: &Host, path: &str, bytes: &[u8]) {
    if let Err(error) = host.write_data(path, bytes) {
        let message = format!("Couldn't write {path}: {error}");
        host.log(Level::Error, "SharedPreferencesImpl", &message);
    }
}

fn database_file(schema: &Schema) -> String {
    format!("databases/{}", schema.name.value)
}

/// The database on file, with every table it should have; a damaged one begins anew, as Android's
/// default error handler has it.
fn read_database(schema: &Schema, host: &Host) -> Database {
    let stored = host.read_data(&database_file(schema));
    let stored = stored.map(|file| Database::from_bytes(&file));
    if let Some(Err(error)) = &stored {
        let message = format!("Corruption reported by sqlite on database: {error}");
        host.log(Level::Error, "DefaultDatabaseErrorHandler", &message);
    }
    let mut database = stored.and_then(Result::ok).unwrap_or_else(|| Database {
        user_version: 1,
        tables: vec![Table {
            name: "android_metadata".to_owned(),
            sql: "CREATE TABLE android_metadata (locale TEXT)".to_owned(),
            rows: vec![Row { id: 1, values: vec![Cell::Text("en_US".to_owned())] }],
            ..Table::default()
        }],
        ..Database::default()
    });
    for (name, columns) in &schema.tables {
        if database.table(name).is_none() {
            let sql = statement(name, columns);
            database.tables.push(Table { name: name.clone(), sql, ..Table::default() });
        }
    }
    database
}

fn statement(name: &str, columns: &BTreeMap<String, ColumnType>) -> String {
    let mut all = vec!["_id INTEGER PRIMARY KEY".to_owned()];
    all.extend(columns.iter().map(|(column, kind)| {
        let kind = match kind {
            ColumnType::Text => "TEXT",
            ColumnType::Integer => "INTEGER",
            ColumnType::Real => "REAL",
        };
        format!("{column} {kind}")
    }));
    format!("CREATE TABLE {name} ({})", all.join(", "))
}

fn rows(schema: &Schema, database: &Database, table: &str) -> Value {
    let (Some(columns), Some(stored)) = (schema.tables.get(table), database.table(table)) else {
        return Value::List(Vec::new());
    };
    let record = |row: &Row| {
        #[expect(clippy::cast_precision_loss, reason = "ids are small")]
        let id = ("_id".to_owned(), Value::Number(row.id as f64));
        let cells = row.values.iter().skip(1).map(value);
        let named = columns.keys().cloned().zip(cells.chain(std::iter::repeat_with(Value::empty)));
        Value::Record([id].into_iter().chain(named).collect())
    };
    Value::List(stored.rows.iter().map(record).collect())
}

#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn cell(kind: ColumnType, value: &Value) -> Cell {
    match kind {
        ColumnType::Text => Cell::Text(value.to_string()),
        ColumnType::Integer => Cell::Integer(value.number() as i64),
        ColumnType::Real => Cell::Real(value.number()),
    }
}

#[expect(clippy::cast_precision_loss, reason = "no more exact than any other number here")]
fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null | Cell::Blob(_) => Value::empty(),
        Cell::Integer(number) => Value::Number(*number as f64),
        Cell::Real(number) => Value::Number(*number),
        Cell::Text(text) => Value::Text(text.clone()),
    }
}

/// `global/wifi_on` as namespace and key.
pub(crate) fn setting(path: &str) -> Option<(Namespace, &str)> {
    let (namespace, key) = path.split_once('/')?;
    let namespace = namespace.parse().ok()?;
    (!key.is_empty()).then_some((namespace, key))
}

/// A number where it looks like one and nothing else.
pub(crate) fn read_setting(host: &Host, path: &str) -> Value {
    let found = setting(path).and_then(|(namespace, key)| host.setting(namespace, key));
    match found {
        Some(text) => match text.parse::<f64>() {
            Ok(number) if number.to_string() == text => Value::Number(number),
            Ok(_) | Err(_) => Value::Text(text),
        },
        None => Value::empty(),
    }
}

pub(crate) fn write_setting(host: &Host, path: &str, value: &Value) {
    if let Some((namespace, key)) = setting(path) {
        let text =
            if let Value::Bool(on) = value { u8::from(*on).to_string() } else { value.to_string() };
        host.put_setting(namespace, key, &text);
    }
}
