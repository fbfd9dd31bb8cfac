//! Results as text, in each of the shell's modes.

use super::settings::Settings;
use crate::sqlite::Cell;
use crate::sqlite::sql::{Answer, Release, hex, is_plain_name, real_text, to_text};
use crate::text::{self, append};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    List,
    Csv,
    Line,
    Column,
    Json,
    Insert,
    Quote,
    Table,
    Box,
    Markdown,
}

impl Mode {
    /// The mode of a name, where the release has it.
    pub(super) fn named(name: &str, release: Release) -> Option<Self> {
        let newer = release.number() >= 333;
        Some(match name {
            "list" | "tabs" => Self::List,
            "csv" => Self::Csv,
            "line" => Self::Line,
            "column" => Self::Column,
            "insert" => Self::Insert,
            "quote" => Self::Quote,
            "json" if newer => Self::Json,
            "table" if newer => Self::Table,
            "box" if newer => Self::Box,
            "markdown" if newer => Self::Markdown,
            _ => return None,
        })
    }
}

pub(super) fn render(answer: &Answer, settings: &Settings, release: Release) -> String {
    let mut out = String::new();
    match settings.mode {
        Mode::List | Mode::Csv | Mode::Quote => separated(answer, settings, &mut out),
        Mode::Line => lines(answer, settings, &mut out),
        Mode::Json => json(answer, &mut out),
        Mode::Insert => inserts(answer, settings, &mut out),
        Mode::Column if release.number() < 333 => old_columns(answer, settings, &mut out),
        Mode::Column | Mode::Table | Mode::Box | Mode::Markdown => {
            columns(answer, settings, &mut out);
        }
    }
    out
}

/// A value as a C string: what follows a NUL is not seen.
fn shown(cell: &Cell, null: &str) -> String {
    if *cell == Cell::Null {
        return null.to_owned();
    }
    let text = to_text(cell);
    match text.split_once('\0') {
        Some((before, _)) => before.to_owned(),
        None => text,
    }
}

fn separated(answer: &Answer, settings: &Settings, out: &mut String) {
    let mut row = |fields: Vec<String>| {
        out.push_str(&fields.join(&settings.separator));
        out.push_str(&settings.row_separator);
    };
    if settings.headers && !answer.rows.is_empty() {
        row(answer
            .columns
            .iter()
            .map(|name| {
                if settings.mode == Mode::Csv {
                    csv(name, &settings.separator)
                } else if settings.mode == Mode::Quote {
                    format!("'{}'", name.replace('\'', "''"))
                } else {
                    name.clone()
                }
            })
            .collect());
    }
    for cells in &answer.rows {
        row(cells
            .iter()
            .map(|cell| {
                if settings.mode == Mode::Quote {
                    literal(cell, false)
                } else if settings.mode == Mode::Csv && *cell != Cell::Null {
                    csv(&shown(cell, &settings.null), &settings.separator)
                } else {
                    shown(cell, &settings.null)
                }
            })
            .collect());
    }
}

fn csv(text: &str, separator: &str) -> String {
    let needs = |byte: u8| byte <= b' ' || matches!(byte, b'"' | b'\'') || byte >= 0x7f;
    if text.is_empty() || text.bytes().any(needs) || text.contains(separator) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

fn lines(answer: &Answer, settings: &Settings, out: &mut String) {
    let width = answer.columns.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    for (place, row) in answer.rows.iter().enumerate() {
        if place > 0 {
            out.push_str(&settings.row_separator);
        }
        for (name, cell) in answer.columns.iter().zip(row) {
            append!(
                out,
                "{name:>width$} = {}{}",
                shown(cell, &settings.null),
                settings.row_separator
            );
        }
    }
}

fn json(answer: &Answer, out: &mut String) {
    for (place, row) in answer.rows.iter().enumerate() {
        out.push_str(if place == 0 { "[" } else { ",\n" });
        let fields: Vec<String> = answer
            .columns
            .iter()
            .zip(row)
            .map(|(name, cell)| {
                let value = match cell {
                    Cell::Null => "null".to_owned(),
                    Cell::Integer(number) => number.to_string(),
                    Cell::Real(number) if number.is_infinite() => {
                        if *number > 0.0 { "1e999" } else { "-1e999" }.to_owned()
                    }
                    Cell::Real(number) => real_text(*number, 20),
                    Cell::Text(text) => json_text(text),
                    Cell::Blob(bytes) => json_text(&text::decode(bytes)),
                };
                format!("{}:{value}", json_text(name))
            })
            .collect();
        append!(out, "{{{}}}", fields.join(","));
    }
    if !answer.rows.is_empty() {
        out.push_str("]\n");
    }
}

fn json_text(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' => append!(out, "\\u{:04x}", u32::from(letter)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// A literal as scripts have it; line ends in texts are spelled out where asked for.
pub(super) fn literal(cell: &Cell, one_line: bool) -> String {
    match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) if number.is_infinite() => {
            if *number > 0.0 { "1e999" } else { "-1e999" }.to_owned()
        }
        Cell::Real(number) => real_text(*number, 20),
        Cell::Blob(bytes) => format!("X'{}'", hex(bytes).to_lowercase()),
        Cell::Text(text) => {
            let text = text.split('\0').next().unwrap_or("");
            let quoted = format!("'{}'", text.replace('\'', "''"));
            if !one_line || !text.contains(['\n', '\r']) {
                return quoted;
            }
            spelled_out(&quoted)
        }
    }
}

/// `replace('a\nb','\n',char(10))`, with other marks where these stand in the text.
fn spelled_out(quoted: &str) -> String {
    let mut out = quoted.to_owned();
    for (letter, number, marks) in [('\n', 10, ["\\n", "\\012"]), ('\r', 13, ["\\r", "\\015"])] {
        if quoted.contains(letter) {
            let free = marks.iter().find(|mark| !quoted.contains(**mark)).unwrap_or(&marks[0]);
            out = format!("replace({},'{free}',char({number}))", out.replace(letter, free));
        }
    }
    out
}

fn inserts(answer: &Answer, settings: &Settings, out: &mut String) {
    let table = quoted_name(&settings.table);
    let names = if settings.headers {
        format!(
            "({})",
            answer.columns.iter().map(|name| quoted_name(name)).collect::<Vec<_>>().join(",")
        )
    } else {
        String::new()
    };
    for row in &answer.rows {
        let values: Vec<String> = row.iter().map(|cell| literal(cell, true)).collect();
        append!(out, "INSERT INTO {table}{names} VALUES({});\n", values.join(","));
    }
}

/// A name, in quotes where it needs them.
pub(super) fn quoted_name(name: &str) -> String {
    if is_plain_name(name) { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// Columns as wide as the first row, ten at least.
fn old_columns(answer: &Answer, settings: &Settings, out: &mut String) {
    let Some(first) = answer.rows.first() else { return };
    let width = |text: &str| text.chars().count();
    let widths: Vec<usize> = answer
        .columns
        .iter()
        .zip(first)
        .enumerate()
        .map(|(place, (name, cell))| match settings.widths.get(place) {
            Some(set) if *set != 0 => usize::try_from(set.unsigned_abs()).unwrap_or(10),
            _ => width(name).max(10).max(width(&shown(cell, &settings.null))),
        })
        .collect();
    let mut row = |fields: Vec<String>| {
        let padded: Vec<String> = fields
            .iter()
            .zip(&widths)
            .map(|(field, width)| {
                let cut: String = field.chars().take(*width).collect();
                format!("{cut:<width$}")
            })
            .collect();
        out.push_str(&padded.join("  "));
        out.push_str(&settings.row_separator);
    };
    if settings.headers {
        row(answer.columns.clone());
        row(widths.iter().map(|width| "-".repeat(*width)).collect());
    }
    for cells in &answer.rows {
        row(cells.iter().map(|cell| shown(cell, &settings.null)).collect());
    }
}

/// Columns as wide as what is in them; with lines around in the modes that have them.
fn columns(answer: &Answer, settings: &Settings, out: &mut String) {
    if answer.rows.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = answer
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| shown(cell, &settings.null)).collect())
        .collect();
    let width_of = |text: &String| text.chars().count();
    let widths: Vec<usize> = answer
        .columns
        .iter()
        .enumerate()
        .map(|(place, name)| {
            let least = settings.widths.get(place).map_or(0, |width| width.unsigned_abs());
            let cells = rows.iter().map(|row| width_of(&row[place]));
            cells.max().unwrap_or(0).max(width_of(name)).max(usize::try_from(least).unwrap_or(0))
        })
        .collect();
    let line =
        |row: &[String], centred: bool, edges: (&str, &str, &str)| {
            let cells: Vec<String> =
                row.iter()
                    .zip(&widths)
                    .map(|(cell, width)| {
                        if centred { format!("{cell:^width$}") } else { format!("{cell:<width$}") }
                    })
                    .collect();
            format!("{}{}{}\n", edges.0, cells.join(edges.1), edges.2)
        };
    let rule = |fill: &str, edges: (&str, &str, &str), more: usize| {
        let cells: Vec<String> = widths.iter().map(|width| fill.repeat(width + more)).collect();
        format!("{}{}{}\n", edges.0, cells.join(edges.1), edges.2)
    };
    let names = answer.columns.as_slice();
    let bars =
        if settings.mode == Mode::Box { ("│ ", " │ ", " │") } else { ("| ", " | ", " |") };
    if settings.mode == Mode::Table {
        out.push_str(&rule("-", ("+", "+", "+"), 2));
        out.push_str(&line(names, true, bars));
        out.push_str(&rule("-", ("+", "+", "+"), 2));
    } else if settings.mode == Mode::Box {
        out.push_str(&rule("─", ("┌", "┬", "┐"), 2));
        out.push_str(&line(names, true, bars));
        out.push_str(&rule("─", ("├", "┼", "┤"), 2));
    } else if settings.mode == Mode::Markdown {
        out.push_str(&line(names, true, bars));
        out.push_str(&rule("-", ("|", "|", "|"), 2));
    } else if settings.headers {
        out.push_str(&line(names, false, ("", "  ", "")));
        out.push_str(&rule("-", ("", "  ", ""), 0));
    }
    for row in &rows {
        let edges = if settings.mode == Mode::Column { ("", "  ", "") } else { bars };
        out.push_str(&line(row, false, edges));
    }
    if settings.mode == Mode::Table {
        out.push_str(&rule("-", ("+", "+", "+"), 2));
    } else if settings.mode == Mode::Box {
        out.push_str(&rule("─", ("└", "┴", "┘"), 2));
    }
}
