//! Commands that begin with a dot.

use std::io;

use super::command::{Next, Shell, version_line};
use super::modes::{Mode, literal, quoted_name};
use crate::process::Process;
use crate::sqlite::Cell;
use crate::sqlite::sql::{Answer, Error, to_text};
use crate::text::{self, append};

/// Names, and how many letters of each will do.
const COMMANDS: &[(&str, usize)] = &[
    ("bail", 3),
    ("changes", 3),
    ("databases", 2),
    ("dump", 2),
    ("echo", 3),
    ("exit", 4),
    ("headers", 2),
    ("help", 3),
    ("indexes", 3),
    ("indices", 3),
    ("mode", 2),
    ("nullvalue", 2),
    ("print", 3),
    ("quit", 1),
    ("read", 3),
    ("schema", 2),
    ("separator", 2),
    ("tables", 2),
    ("timeout", 5),
    ("version", 3),
    ("width", 2),
];

const HELP: &str = "\
.bail on|off             Stop after hitting an error.  Default OFF
.changes on|off          Show number of rows changed by SQL
.databases               List names and files of attached databases
.dump ?OBJECTS?          Render database content as SQL
.echo on|off             Turn command echo on or off
.exit ?CODE?             Exit this program with return-code CODE
.headers on|off          Turn display of headers on or off
.help                    Show help text
.indexes ?TABLE?         Show names of indexes
.mode MODE ?TABLE?       Set output mode
.nullvalue STRING        Use STRING in place of NULL values
.print STRING...         Print literal STRING
.quit                    Exit this program
.read FILE               Read input from FILE
.schema ?PATTERN?        Show the CREATE statements matching PATTERN
.separator COL ?ROW?     Change the column and row separators
.tables ?TABLE?          List names of tables matching LIKE pattern TABLE
.timeout MS              Try opening locked tables for MS milliseconds
.version                 Show source, library and compiler versions
.width NUM1 NUM2 ...     Set minimum column widths for columnar output
";

impl Shell {
    pub(super) async fn dot(&mut self, process: &mut Process, line: &str) -> io::Result<Next> {
        let words = words(line.trim_start_matches('.'));
        let typed = words.first().map_or("", String::as_str);
        let found =
            COMMANDS.iter().find(|(name, least)| typed.len() >= *least && name.starts_with(typed));
        let Some((name, _)) = found else {
            let text = format!(
                "Error: unknown command or invalid arguments:  \"{typed}\". Enter \".help\" for help\n"
            );
            process.complain(text).await;
            return Ok(Next::Failed(1));
        };
        let arguments = &words[1..];
        let first = arguments.first().map(String::as_str);
        match (*name, first) {
            ("quit", _) => return Ok(Next::Quit(0)),
            ("exit", code) => {
                let code = code.and_then(|code| code.parse::<i32>().ok()).unwrap_or(0);
                return Ok(Next::Quit(u8::try_from(code & 0xff).unwrap_or(0)));
            }
            ("headers", Some(on)) => self.settings.show_headers(is_on(on)),
            ("bail", Some(on)) => self.settings.bail = is_on(on),
            ("echo", Some(on)) => self.settings.echo = is_on(on),
            ("changes", Some(on)) => self.settings.changes = is_on(on),
            ("nullvalue", Some(text)) => text.clone_into(&mut self.settings.null),
            ("separator", Some(column)) => {
                column.clone_into(&mut self.settings.separator);
                if let Some(row) = arguments.get(1) {
                    self.settings.row_separator.clone_from(row);
                }
            }
            ("width", _) => {
                self.settings.widths =
                    arguments.iter().map(|width| width.parse().unwrap_or(0)).collect();
            }
            ("timeout", _) => {}
            ("print", _) => process.print(format!("{}\n", arguments.join(" "))).await?,
            ("help", _) => process.print(HELP).await?,
            ("version", _) => {
                let line = version_line(self.file.release());
                process.print(format!("SQLite {line}\n")).await?;
            }
            ("mode", Some(mode)) => return self.mode(process, mode, arguments.get(1)).await,
            ("mode", None) => {
                let name = format!("{:?}", self.settings.mode).to_lowercase();
                process.print(format!("current output mode: {name}\n")).await?;
            }
            ("read", Some(file)) => {
                let Ok(script) = process.files().read(&process.who, &process.path(file)) else {
                    process.complain(format!("Error: cannot open \"{file}\"\n")).await;
                    return Ok(Next::Failed(1));
                };
                let failed = self.script(process, &text::decode(&script)).await?;
                return Ok(if failed { Next::Failed(1) } else { Next::GoOn });
            }
            ("tables" | "indexes" | "indices" | "schema" | "dump" | "databases", _) => {
                return self.listing(process, name, first).await;
            }
            (name, _) => {
                process.complain(format!("Usage: .{name} ARGUMENT\n")).await;
                return Ok(Next::Failed(1));
            }
        }
        Ok(Next::GoOn)
    }

    async fn mode(
        &mut self,
        process: &Process,
        name: &str,
        table: Option<&String>,
    ) -> io::Result<Next> {
        const NAMES: [&str; 10] = [
            "list", "csv", "column", "columns", "line", "lines", "insert", "json", "quote", "tabs",
        ];
        let release = self.file.release();
        let known = NAMES
            .into_iter()
            .chain(["box", "table", "markdown"])
            .find(|known| *known == name || name.len() > 1 && known.starts_with(name));
        let known = known.map(|known| match known {
            "columns" => "column",
            "lines" => "line",
            known => known,
        });
        let Some((known, mode)) =
            known.and_then(|known| Some((known, Mode::named(known, release)?)))
        else {
            let all = if release.number() >= 333 {
                "ascii box column csv html insert json line list markdown qbox quote table tabs tcl"
            } else {
                "ascii column csv html insert line list quote tabs tcl"
            };
            process.complain(format!("Error: mode should be one of: {all}\n")).await;
            return Ok(Next::Failed(1));
        };
        self.settings.set_mode(known, mode, release.number() >= 333);
        if mode == Mode::Insert {
            self.settings.table = table.map_or_else(|| "table".to_owned(), Clone::clone);
        }
        Ok(Next::GoOn)
    }

    /// What reads the schema.
    async fn listing(
        &mut self,
        process: &Process,
        name: &str,
        argument: Option<&str>,
    ) -> io::Result<Next> {
        self.file.refresh(process);
        let text = match &self.file.fault {
            Some(fault) if name != "databases" => Err(fault.clone()),
            _ => match name {
                "tables" => self.tables(process, argument),
                "indexes" | "indices" => self.indexes(process, argument),
                "schema" => self.schema(process, argument),
                "dump" => self.dump(process, argument),
                _ => self.databases(process),
            },
        };
        match text {
            Ok(text) => {
                process.print(text).await?;
                Ok(Next::GoOn)
            }
            Err(error) => {
                process.complain(format!("Error: {}\n", error.text)).await;
                Ok(Next::Failed(1))
            }
        }
    }

    fn query(&mut self, process: &Process, sql: &str) -> Result<Answer, Error> {
        let answer = self.file.connection.run(sql, &process.android().now())?;
        let answer = answer.unwrap_or_default();
        answer.failed.clone().map_or(Ok(answer), Err)
    }

    fn tables(&mut self, process: &Process, pattern: Option<&str>) -> Result<String, Error> {
        let pattern = literal(&Cell::Text(pattern.unwrap_or("%").to_owned()), false);
        let sql = format!(
            "SELECT name FROM sqlite_master WHERE type IN ('table','view') \
             AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name LIKE {pattern} ORDER BY 1"
        );
        Ok(in_columns(&self.names(process, &sql)?))
    }

    fn indexes(&mut self, process: &Process, table: Option<&str>) -> Result<String, Error> {
        let pattern = literal(&Cell::Text(table.unwrap_or("%").to_owned()), false);
        let sql = format!(
            "SELECT name FROM sqlite_master WHERE type='index' AND tbl_name LIKE {pattern} ORDER BY 1"
        );
        Ok(in_columns(&self.names(process, &sql)?))
    }

    fn names(&mut self, process: &Process, sql: &str) -> Result<Vec<String>, Error> {
        Ok(self.query(process, sql)?.rows.iter().map(|row| to_text(&row[0])).collect())
    }

    fn databases(&mut self, process: &Process) -> Result<String, Error> {
        let release = self.file.release().number();
        let rows = self.query(process, "PRAGMA database_list")?.rows;
        let file = rows.first().map_or_else(String::new, |row| to_text(&row[2]));
        let mode = if release >= 333 { " r/w" } else { "" };
        let file = if file.is_empty() { "\"\"".to_owned() } else { file };
        Ok(format!("main: {file}{mode}\n"))
    }

    fn schema(&mut self, process: &Process, pattern: Option<&str>) -> Result<String, Error> {
        let pattern = literal(&Cell::Text(pattern.unwrap_or("%").to_owned()), false);
        let sql = format!(
            "SELECT sql, type, name FROM sqlite_master WHERE sql IS NOT NULL \
             AND (tbl_name LIKE {pattern} OR name LIKE {pattern}) ORDER BY rowid"
        );
        let mut out = String::new();
        for row in self.query(process, &sql)?.rows {
            let [sql, kind, name] = [&row[0], &row[1], &row[2]].map(to_text);
            append!(out, "{}", made(&sql));
            if kind == "view" {
                let view = quoted_name(&name);
                if let Ok(answer) = self.query(process, &format!("SELECT * FROM {view} LIMIT 0")) {
                    let names: Vec<_> =
                        answer.columns.iter().map(|name| quoted_name(name)).collect();
                    append!(out, "\n/* {view}({}) */", names.join(","));
                }
            }
            out.push_str(";\n");
        }
        Ok(out)
    }

    fn dump(&mut self, process: &Process, table: Option<&str>) -> Result<String, Error> {
        let pattern = literal(&Cell::Text(table.unwrap_or("%").to_owned()), false);
        let mut out = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n".to_owned();
        let list = |kinds: &str, order: &str| {
            format!(
                "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND type {kinds} \
                 AND tbl_name LIKE {pattern} ORDER BY {order}"
            )
        };
        let order = "tbl_name = 'sqlite_sequence', rowid";
        for row in self.query(process, &list("= 'table'", order))?.rows {
            let [name, sql] = [&row[0], &row[1]].map(to_text);
            if name == "sqlite_sequence" {
                out.push_str("DELETE FROM sqlite_sequence;\n");
            } else if name.starts_with("sqlite_") {
                continue;
            } else {
                append!(out, "{};\n", made(&sql));
            }
            let table = quoted_name(&name);
            for row in self.query(process, &format!("SELECT * FROM {table}"))?.rows {
                let values: Vec<String> = row.iter().map(|cell| literal(cell, true)).collect();
                append!(out, "INSERT INTO {table} VALUES({});\n", values.join(","));
            }
        }
        for row in self.query(process, &list("IN ('index','trigger','view')", "rowid"))?.rows {
            append!(out, "{};\n", to_text(&row[1]));
        }
        out.push_str("COMMIT;\n");
        Ok(out)
    }
}

/// A table with a quoted name may be there already: so the shell has it.
fn made(sql: &str) -> String {
    match sql.strip_prefix("CREATE TABLE ") {
        Some(rest) if rest.starts_with(['\'', '"']) => format!("CREATE TABLE IF NOT EXISTS {rest}"),
        _ => sql.to_owned(),
    }
}

fn is_on(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "on" | "yes" | "1" | "true")
        || word.parse::<i64>().is_ok_and(|number| number != 0)
}

/// Names in columns of a terminal of eighty.
fn in_columns(names: &[String]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let columns = (80 / (width + 2)).max(1);
    let rows = names.len().div_ceil(columns);
    let mut out = String::new();
    for row in 0..rows {
        let line: Vec<String> =
            names.iter().skip(row).step_by(rows).map(|name| format!("{name:<width$}")).collect();
        out.push_str(&line.join("  "));
        out.push('\n');
    }
    out
}

/// Words of a dot command; quotes hold words together, and double ones know backslashes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut letters = line.trim_end_matches(';').trim_end().chars().peekable();
    loop {
        while letters.next_if(char::is_ascii_whitespace).is_some() {}
        let Some(first) = letters.next() else { return words };
        let mut word = String::new();
        if first == '\'' || first == '"' {
            while let Some(letter) = letters.next().filter(|letter| *letter != first) {
                word.push(if letter == '\\' && first == '"' {
                    match letters.next() {
                        Some('n') => '\n',
                        Some('t') => '\t',
                        Some('r') => '\r',
                        Some(other) => other,
                        None => '\\',
                    }
                } else {
                    letter
                });
            }
        } else {
            word.push(first);
            while let Some(letter) = letters.next_if(|letter| !letter.is_ascii_whitespace()) {
                word.push(letter);
            }
            // Bare words know them, too: `.separator \t`.
            word = word.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r");
        }
        words.push(word);
    }
}
