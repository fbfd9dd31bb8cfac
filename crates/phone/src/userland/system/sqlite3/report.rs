//! How the shell tells of an error, which differs between releases and between arguments and input.

use crate::sqlite::sql::{Error, Release};

/// Of SQL in the arguments.
pub(super) fn in_arguments(error: &Error, sql: &str, release: Release) -> String {
    format!("Error: {}\n", told(error, sql, release, true))
}

/// Of SQL that came in by standard input, with the line it began at.
pub(super) fn in_input(error: &Error, sql: &str, release: Release, line: Option<usize>) -> String {
    let kind = match (release.number() >= 337, error.preparing) {
        (true, true) => "Parse error",
        (true, false) => "Runtime error",
        (false, _) => "Error",
    };
    let told = told(error, sql, release, false);
    match line {
        Some(line) if release.number() >= 337 => format!("{kind} near line {line}: {told}\n"),
        Some(line) => format!("{kind}: near line {line}: {told}\n"),
        None => format!("{kind}: {told}\n"),
    }
}

fn told(error: &Error, sql: &str, release: Release, phase: bool) -> String {
    if release.number() < 337 {
        return error.text.clone();
    }
    let when = match (phase, error.preparing) {
        (false, _) => "",
        (true, true) => "in prepare, ",
        (true, false) => "stepping, ",
    };
    let code = if error.code > 1 { format!(" ({})", error.code) } else { String::new() };
    let place = error.at.map_or_else(String::new, |at| place(sql, at));
    format!("{when}{}{code}{place}", error.text)
}

/// The statement with a mark under where it is wrong: seventy-eight bytes, the place not beyond the fiftieth.
fn place(sql: &str, at: usize) -> String {
    if at >= sql.len() {
        return String::new();
    }
    let mut start = at.saturating_sub(50);
    while !sql.is_char_boundary(start) {
        start += 1;
    }
    let (shown, at) = (&sql[start..], at - start);
    let mut end = shown.len().min(78);
    while !shown.is_char_boundary(end) {
        end -= 1;
    }
    let shown: String =
        shown[..end].chars().map(|c| if c.is_ascii_whitespace() { ' ' } else { c }).collect();
    if at < 25 {
        format!("\n  {shown}\n  {}^--- error here", " ".repeat(at))
    } else {
        format!("\n  {shown}\n  {}error here ---^", " ".repeat(at - 14))
    }
}
