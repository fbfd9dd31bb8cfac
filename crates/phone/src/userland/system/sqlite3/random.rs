//! Random tables, rows and statements of what the phone's `sqlite3` claims.

use proptest::prelude::*;
use proptest::sample::select;

const SETUP: &str = "\
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c, d REAL, e NUMERIC, n TEXT COLLATE NOCASE);
CREATE TABLE u(x INTEGER UNIQUE, y TEXT NOT NULL DEFAULT 'dy', z CHECK (z IS NULL OR z <> 13), UNIQUE(y, z));
CREATE INDEX i ON u(z DESC);
";

fn literal() -> impl Strategy<Value = String> {
    let known = vec![
        "0",
        "1",
        "2",
        "3",
        "-1",
        "7",
        "13",
        "2.5",
        "-0.5",
        "1e3",
        "9223372036854775807",
        "'abc'",
        "'ABC'",
        "'b'",
        "'1'",
        "'1.0'",
        "' 5'",
        "'5x'",
        "''",
        "'a%'",
        "NULL",
        "x'41'",
        "'it''s'",
        "'ü'",
    ];
    select(known).prop_map(str::to_owned)
}

fn expr(columns: &'static [&'static str]) -> BoxedStrategy<String> {
    let leaf = prop_oneof![3 => select(columns).prop_map(str::to_owned), 2 => literal()];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let operators = vec![
            "+", "-", "*", "/", "%", "||", "=", "==", "<>", "!=", "<", "<=", ">", ">=", "IS", "IS NOT", "AND", "OR",
            "&", "|", "|| '' LIKE '' ||", "|| '' GLOB '' ||", "|| '' NOT LIKE '' ||",
        ];
        let functions = vec![
            "length", "lower", "upper", "abs", "typeof", "trim", "hex", "quote", "round", "unicode",
        ];
        let pairs =
            vec!["coalesce", "ifnull", "nullif", "instr", "min", "max", "substr", "round", "rtrim"];
        prop_oneof![
            5 => (two.clone(), select(operators)).prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            1 => inner.clone().prop_map(|a| format!("(NOT {a})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => inner.clone().prop_map(|a| format!("({a} IS NOT NULL)")),
            1 => inner.clone().prop_map(|a| format!("({a} COLLATE NOCASE)")),
            2 => (inner.clone(), select(functions)).prop_map(|(a, f)| format!("{f}({a})")),
            2 => (two.clone(), select(pairs)).prop_map(|((a, b), f)| format!("{f}({a}, {b})")),
            1 => (two.clone(), inner.clone()).prop_map(|((a, b), c)| format!("({a} BETWEEN {b} AND {c})")),
            1 => (two.clone(), inner.clone()).prop_map(|((a, b), c)| format!("({a} IN ({b}, {c}))")),
            1 => (two.clone(), inner.clone())
                .prop_map(|((a, b), c)| format!("CASE WHEN {a} THEN {b} ELSE {c} END")),
            1 => (two, inner.clone()).prop_map(|((a, b), c)| format!("CASE {a} WHEN {b} THEN {c} END")),
            1 => (inner.clone(), select(vec!["INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB"]))
                .prop_map(|(a, kind)| format!("CAST({a} AS {kind})")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("replace({a}, {b}, 'q')")),
        ]
    })
    .boxed()
}

const T: &[&str] = &["id", "a", "b", "c", "d", "e", "n", "t.a", "rowid"];
const U: &[&str] = &["x", "y", "z", "u.y"];
const BOTH: &[&str] = &["id", "a", "b", "x", "y", "z", "t.n", "u.z"];

fn query() -> BoxedStrategy<String> {
    let limit = select(vec!["", " LIMIT 3", " LIMIT 2 OFFSET 1", " LIMIT -1 OFFSET 2"]);
    let direction = select(vec!["", " ASC", " DESC", " DESC, 2", " COLLATE NOCASE, 2 DESC"]);
    let aggregate = select(vec![
        "count(*)",
        "count(c)",
        "sum(a)",
        "avg(a)",
        "min(b)",
        "max(n)",
        "total(a)",
        "group_concat(b)",
        "count(DISTINCT n)",
        "group_concat(a, '-')",
    ]);
    prop_oneof![
        3 => (expr(T), expr(T), expr(T), direction, limit).prop_map(
            |(a, b, filter, direction, limit)| format!(
                "SELECT {a} AS k, {b} FROM t WHERE {filter} ORDER BY k{direction}, id{limit};"
            )
        ),
        2 => expr(T).prop_map(|filter| format!("SELECT * FROM t WHERE {filter};")),
        // A number alone would be a place.
        2 => (expr(T), aggregate.clone(), expr(T)).prop_map(|(key, one, filter)| format!(
            "SELECT {key}, {one} FROM t WHERE {filter} GROUP BY ifnull({key}, NULL);"
        )),
        1 => (aggregate, expr(T)).prop_map(|(one, filter)| format!("SELECT {one} FROM t WHERE {filter};")),
        1 => (expr(T), expr(T)).prop_map(|(a, b)| format!("SELECT DISTINCT {a}, {b} FROM t;")),
        1 => (expr(BOTH), expr(BOTH), select(vec!["JOIN", "LEFT JOIN", "INNER JOIN"])).prop_map(
            |(on, value, join)| format!(
                "SELECT id, u.rowid, {value} FROM t {join} u ON {on} ORDER BY 1, 2;"
            )
        ),
        1 => (expr(T), expr(U), select(vec!["UNION", "UNION ALL", "EXCEPT", "INTERSECT"])).prop_map(
            |(a, b, how)| format!("SELECT typeof({a}), {a} FROM t {how} SELECT typeof({b}), {b} FROM u ORDER BY 1, 2;")
        ),
        1 => (expr(U), expr(T)).prop_map(|(value, filter)| format!(
            "SELECT id, b FROM t WHERE a IN (SELECT {value} FROM u) OR {filter} ORDER BY id;"
        )),
        1 => expr(BOTH).prop_map(|filter| format!(
            "SELECT x, (SELECT count(*) FROM t WHERE {filter}) FROM u ORDER BY u.rowid;"
        )),
    ]
    .boxed()
}

fn change() -> BoxedStrategy<String> {
    let how = select(vec!["", " OR IGNORE", " OR REPLACE", " OR FAIL"]);
    let row = (literal(), literal(), literal()).prop_map(|(a, b, c)| format!("({a}, {b}, {c})"));
    let rows = prop::collection::vec(row, 1..4).prop_map(|rows| rows.join(", "));
    prop_oneof![
        3 => (how.clone(), rows).prop_map(|(how, rows)| format!("INSERT{how} INTO u VALUES {rows};")),
        1 => (literal(), literal()).prop_map(|(a, b)| format!("INSERT INTO u(x, z) VALUES({a}, {b});")),
        1 => (literal(), literal()).prop_map(|(a, b)| format!("INSERT INTO t(id, b) VALUES({a}, {b});")),
        2 => (how, expr(U), expr(U), select(vec!["x", "y", "z"])).prop_map(|(how, value, filter, column)| {
            // Which row comes first is the planner's to say where an index could lead.
            format!("UPDATE{how} u SET {column} = {value} WHERE +u.rowid IN (SELECT rowid FROM u ORDER BY rowid LIMIT 1) AND {filter};")
        }),
        2 => (expr(T), expr(T), select(vec!["a", "b", "c", "d", "e", "n"])).prop_map(
            |(value, filter, column)| format!("UPDATE t SET {column} = {value} WHERE {filter};")
        ),
        1 => expr(U).prop_map(|filter| format!("DELETE FROM u WHERE {filter};")),
        1 => expr(T).prop_map(|filter| format!("DELETE FROM t WHERE {filter};")),
        1 => select(vec![
            "BEGIN;", "COMMIT;", "ROLLBACK;", "SELECT changes(), total_changes();", "PRAGMA user_version = 5;",
            "PRAGMA user_version;", "SELECT * FROM nosuch;", "SELECT nosuch FROM t;", ".tables", "ALTER TABLE u ADD COLUMN late DEFAULT 4;",
        ])
        .prop_map(str::to_owned),
    ]
    .boxed()
}

/// Tables with rows in them, then statements.
pub(super) fn script() -> impl Strategy<Value = String> {
    let row = prop::collection::vec(literal(), 6).prop_map(|row| format!("({})", row.join(", ")));
    let rows = prop::collection::vec(row, 1..8);
    let statements = prop::collection::vec(prop_oneof![3 => query(), 2 => change()], 4..14);
    (rows, statements).prop_map(|(rows, statements)| {
        let rows = rows.join(", ");
        let rows = format!("INSERT INTO t(a, b, c, d, e, n) VALUES {rows};\n");
        let more = "INSERT INTO u VALUES (1, 'one', 2), (5, 'b', 'abc'), (NULL, 'ABC', NULL);\n";
        format!("{SETUP}{rows}{more}{}\n", statements.join("\n"))
    })
}
