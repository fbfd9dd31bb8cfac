//! `read`: one line, split into variables.

use super::super::interpret::{Shell, Step};
use super::super::words::is_name;
use crate::text;

pub(super) async fn read(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut raw = false;
    let mut words = &arguments[1..];
    while let Some(option) = words.first() {
        match option.as_str() {
            "-r" => raw = true,
            "--" => {
                words = &words[1..];
                break;
            }
            other if other.starts_with('-') && other.len() > 1 => {
                shell.complain(&format!("read: {other}: unknown option")).await;
                return Ok(2);
            }
            _ => break,
        }
        words = &words[1..];
    }
    let reply = ["REPLY".to_owned()];
    let names: &[String] = if words.is_empty() { &reply } else { words };
    if let Some(bad) = names.iter().find(|name| !is_name(name)) {
        return shell.die(&format!("read: {bad}: is not an identifier")).await;
    }
    let mut chars = Vec::new();
    let complete = loop {
        let line = shell.process.stdin.read_line().await.unwrap_or_default();
        let line = text::decode(&line);
        let complete = line.ends_with('\n');
        let line = line.strip_suffix('\n').unwrap_or(&line);
        if !unescape(line, raw, &mut chars) || !complete {
            break complete;
        }
    };
    let separators = shell.variables.get("IFS").unwrap_or(" \t\n").to_owned();
    let values = split(&chars, &separators, names.len());
    for (name, value) in names.iter().zip(values) {
        shell.assign(name, &value).await?;
    }
    Ok(u8::from(!complete))
}

/// Appends a line's characters with a mark for the escaped ones; true when it goes on with the next line.
fn unescape(line: &str, raw: bool, into: &mut Vec<(char, bool)>) -> bool {
    let mut chars = line.chars();
    while let Some(character) = chars.next() {
        match character {
            '\\' if !raw => match chars.next() {
                Some(next) => into.push((next, true)),
                None => return true,
            },
            _ => into.push((character, false)),
        }
    }
    false
}

/// A character, and whether a backslash stood before it.
type Marked = (char, bool);

/// The last field takes the rest of the line.
fn split(chars: &[Marked], separators: &str, count: usize) -> Vec<String> {
    let is_blank_sign = |c: char| separators.contains(c) && matches!(c, ' ' | '\t' | '\n');
    let is_separator = |(character, escaped): &Marked| !escaped && separators.contains(*character);
    let is_blank = |item: &Marked| !item.1 && is_blank_sign(item.0);
    let mut rest = chars;
    while rest.first().is_some_and(is_blank) {
        rest = &rest[1..];
    }
    // At the end a backslash does not keep a blank, but stays itself, as nothing.
    let mut dangling = false;
    while let Some(((character, escaped), before)) = rest.split_last()
        && is_blank_sign(*character)
    {
        rest = before;
        dangling = *escaped;
        if dangling {
            break;
        }
    }
    // What stands before the first separator, and what after it; blanks around it belong to it.
    let cut = |rest: &'_ [Marked]| -> (usize, usize) {
        let end = rest.iter().position(is_separator).unwrap_or(rest.len());
        let blanks = |from: usize| rest[from..].iter().take_while(|item| is_blank(item)).count();
        let mut next = end + blanks(end);
        if rest.get(next).is_some_and(is_separator) {
            next += 1;
            next += blanks(next);
        }
        (end, next)
    };
    let text = |part: &[Marked]| part.iter().map(|(character, _)| *character).collect();
    let mut values = Vec::new();
    while values.len() + 1 < count {
        let (end, next) = cut(rest);
        values.push(text(&rest[..end]));
        rest = &rest[next..];
    }
    // One separator at the very end is not part of it.
    let (end, next) = cut(rest);
    let is_whole = next == rest.len() && !dangling;
    values.push(text(if is_whole { &rest[..end] } else { rest }));
    values
}
