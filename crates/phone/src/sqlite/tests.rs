//! What is written comes back, SQLite itself reads it, and no damage does more than an error.

use proptest::prelude::*;

use super::{
    Cell, Database, Encoding, Kind, Malformed, Other, Row, Table,
    record::{decode, encode, push_varint, varint},
    sql::{Connection, Release},
};

fn sample(rows: usize, text: usize) -> Database {
    let mut table = Table {
        name: "notes".to_owned(),
        sql: "CREATE TABLE notes (_id INTEGER PRIMARY KEY, body TEXT, size REAL)".to_owned(),
        ..Table::default()
    };
    for row in 0..rows {
        let body = format!("{row} {}", "ä".repeat(text));
        table.push(vec![Cell::Null, Cell::Text(body), Cell::Real(0.5)]);
    }
    let empty = Table {
        name: "empty".to_owned(),
        sql: "CREATE TABLE empty (a)".to_owned(),
        ..Table::default()
    };
    Database { user_version: 3, tables: vec![table, empty], ..Database::default() }
}

/// What a file is for, without where things stand in it.
fn content(database: &Database) -> Database {
    let of = |table: &Table| Table {
        name: table.name.clone(),
        sql: table.sql.clone(),
        rows: table.rows.clone(),
        ..Table::default()
    };
    let tables = database.tables.iter().map(of).collect();
    Database { user_version: database.user_version, tables, ..Database::default() }
}

#[test]
fn trees_of_every_height_come_back() {
    for (rows, text) in [(0, 0), (3, 10), (100, 30), (3, 5000), (2000, 700)] {
        let database = sample(rows, text);
        let file = database.to_bytes().unwrap();
        assert_eq!(file.len() % 4096, 0);
        let again = Database::from_bytes(&file).unwrap();
        assert_eq!(content(&again), content(&database), "{rows} rows of {text}");
    }
}

/// `sample.db` was written by SQLite 3.40 with pages of 512 bytes: every width of integers, texts over
/// several pages, rows deleted, an index and a view.
#[test]
fn reads_what_sqlite_wrote() {
    let database = Database::from_bytes(include_bytes!("sample.db")).unwrap();
    assert_eq!(database.user_version, 7);
    let names: Vec<_> = database.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["numbers", "notes"]);
    let numbers: Vec<_> = database.tables[0].rows.iter().map(|row| row.values[1].clone()).collect();
    let wanted = [0, 1, -1, 127, -128, 128, 40_000, -40_000, 9_000_000, 1 << 31, 1 << 40];
    let wanted = wanted.into_iter().chain([-(1 << 62), i64::MAX]).map(Cell::Integer);
    assert_eq!(numbers, wanted.collect::<Vec<_>>());
    let notes = &database.tables[1].rows;
    assert_eq!((notes.len(), notes[4].id), (27, 10));
    assert_eq!(notes[25].values, [Cell::Text("ü".repeat(900)), Cell::Integer(0)]);
    assert_eq!(notes[26].values, [Cell::Null, Cell::Integer(0)]);
}

#[test]
fn says_what_is_no_database() {
    assert_eq!(Database::from_bytes(b"<?xml"), Err(Malformed::NotADatabase));
    let mut file = sample(3, 3).to_bytes().unwrap();
    file.truncate(5000);
    assert_eq!(Database::from_bytes(&file), Err(Malformed::Damaged));
}

fn with_index() -> Database {
    let mut database = sample(60, 200);
    database.others.push(Other {
        kind: Kind::Index,
        name: "i".to_owned(),
        table: "notes".to_owned(),
        sql: Some("CREATE INDEX i ON notes (body, size)".to_owned()),
        place: 0,
        root: 0,
    });
    database
}

/// Whatever is wrong with it, looking and changing end.
fn read_all(file: &[u8]) {
    let _any = Database::from_bytes(file).is_ok();
    let Ok(database) = Database::open(file) else { return };
    let now = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    let mut connection = Connection::new(database, Release::V3_39, false, String::new());
    for sql in [
        "SELECT * FROM sqlite_master",
        "SELECT count(*), max(body) FROM notes WHERE size > 0",
        "INSERT INTO notes VALUES (NULL, 'x', 1)",
        "DELETE FROM notes WHERE _id % 2",
    ] {
        let _any = connection.run(sql, &now).is_ok();
    }
    let _any = connection.database.to_bytes().is_ok();
}

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Null),
        any::<i64>().prop_map(Cell::Integer),
        (-300_i64..300).prop_map(Cell::Integer),
        (-1.0e9..1.0e9).prop_map(Cell::Real),
        ".{0,40}".prop_map(Cell::Text),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Cell::Blob),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn integers_and_records_come_back(
        number in any::<u64>(),
        cells in prop::collection::vec(cell(), 0..150),
    ) {
        for number in [number, number >> 8, number >> 30, number >> 57] {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, number);
            prop_assert_eq!(varint(&bytes), Some((number, bytes.len())));
        }
        prop_assert_eq!(decode(&encode(&cells), Encoding::Utf8), Ok(cells.clone()));
        let row = Row { id: i64::MIN, values: cells };
        let table = Table { name: "t".to_owned(), rows: vec![row], ..Table::default() };
        let database = Database { tables: vec![table], ..Database::default() };
        let again = Database::from_bytes(&database.to_bytes().unwrap()).unwrap();
        prop_assert_eq!(content(&again), content(&database));
    }

    #[test]
    fn damage_is_an_error_at_most(
        at in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut file = with_index().to_bytes().unwrap();
        let start = at.index(file.len());
        for (byte, new) in file[start..].iter_mut().zip(&bytes) {
            *byte = *new;
        }
        read_all(&file);
        file.truncate(cut.index(file.len()));
        read_all(&file);
    }
}
