//! Regular expressions of grep: the basic and the extended dialect, carried over to the library's.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use regex::bytes::{Regex, RegexBuilder};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Basic,
    Extended,
    Fixed,
}

/// The last patterns, in the library's words and with or without regard to case. Whoever watches a phone asks with the
/// same ones again and again, and compiling one costs more than searching a page with it.
static LAST: Mutex<Vec<(String, bool, Arc<Regex>)>> = Mutex::new(Vec::new());
const KEPT: usize = 8;

/// Compiles a pattern; what this library has no notion of (back references) is refused.
pub(super) fn compile(
    pattern: &str,
    dialect: Dialect,
    ignore_case: bool,
) -> Result<Arc<Regex>, String> {
    let translated = match dialect {
        Dialect::Fixed => regex::escape(pattern),
        Dialect::Basic => translate(pattern, true)?,
        Dialect::Extended => translate(pattern, false)?,
    };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) =
        last.iter().position(|(of, case, _)| (of, *case) == (&translated, ignore_case))
    {
        let known = last.remove(at);
        let regex = Arc::clone(&known.2);
        last.push(known);
        return Ok(regex);
    }
    let regex = build(&translated, ignore_case)
        .map_err(|_| bad(pattern, "repetition-operator operand invalid"))?;
    let regex = Arc::new(regex);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push((translated, ignore_case, Arc::clone(&regex)));
    Ok(regex)
}

fn build(translated: &str, ignore_case: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(translated)
        .case_insensitive(ignore_case)
        // In the middle of what `sed` joined, a newline is a character.
        .dot_matches_new_line(true)
        .unicode(false)
        .build()
        .or_else(|_| {
            RegexBuilder::new(translated)
                .case_insensitive(ignore_case)
                .dot_matches_new_line(true)
                .build()
        })
}

/// In the words of Android's C library.
fn bad(pattern: &str, what: &str) -> String {
    format!("bad regex '{pattern}': {what}")
}

fn translate(pattern: &str, basic: bool) -> Result<String, String> {
    let mut result = String::new();
    let mut chars = pattern.chars().peekable();
    // Whether what is before could be repeated; at the start a star is a star.
    let mut repeatable = false;
    while let Some(character) = chars.next() {
        match character {
            '[' => {
                result.push_str(&bracket(&mut chars).map_err(|what| bad(pattern, what))?);
                repeatable = true;
            }
            '\\' => {
                let Some(next) = chars.next() else {
                    return Err(bad(pattern, "trailing backslash (\\)"));
                };
                match next {
                    '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => {
                        result.push(next);
                        repeatable = !matches!(next, '(' | '|');
                    }
                    '1'..='9' => {
                        return Err(bad(pattern, "invalid backreference number"));
                    }
                    '<' | '>' => result.push_str("\\b"),
                    'b' | 'B' | 'w' | 'W' | 's' | 'S' => {
                        result.push('\\');
                        result.push(next);
                        repeatable = true;
                    }
                    _ => {
                        result.push_str(&regex::escape(&next.to_string()));
                        repeatable = true;
                    }
                }
            }
            '*' if !repeatable => result.push_str("\\*"),
            '*' => result.push('*'),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => {
                result.push('\\');
                result.push(character);
                repeatable = true;
            }
            '{' if !chars.peek().is_some_and(char::is_ascii_digit) => result.push_str("\\{"),
            '(' | '|' => {
                result.push(character);
                repeatable = false;
            }
            '^' => {
                result.push('^');
                repeatable = false;
            }
            '.' => {
                result.push('.');
                repeatable = true;
            }
            '$' | ')' | '{' | '}' | '+' | '?' => {
                result.push(character);
                repeatable = true;
            }
            _ => {
                result.push_str(&regex::escape(&character.to_string()));
                repeatable = true;
            }
        }
    }
    Ok(result)
}

type Rest<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// A bracket expression after its `[`. A backslash in it is only a backslash.
fn bracket(chars: &mut Rest<'_>) -> Result<String, &'static str> {
    let mut result = String::from("[");
    if chars.next_if_eq(&'^').is_some() {
        result.push('^');
    }
    let mut first = true;
    loop {
        let character = chars.next().ok_or(UNBALANCED)?;
        match character {
            ']' if !first => {
                result.push(']');
                return Ok(result);
            }
            '[' if chars.next_if_eq(&':').is_some() => result.push_str(&class(chars)?),
            _ => {
                let from = element(character, chars)?;
                let to = range_end(chars)?.unwrap_or(from);
                if to < from {
                    return Err("invalid character range");
                }
                member(from, &mut result);
                if to != from {
                    result.push('-');
                    member(to, &mut result);
                    if range_end(chars)?.is_some() {
                        return Err("invalid character range");
                    }
                }
            }
        }
        first = false;
    }
}

const UNBALANCED: &str = "brackets ([ ]) not balanced";

/// `[:alpha:]` after its `[:`.
fn class(chars: &mut Rest<'_>) -> Result<String, &'static str> {
    let name = named(':', chars)?;
    match name.as_str() {
        "alnum" | "alpha" | "blank" | "cntrl" | "digit" | "graph" | "lower" | "print" | "punct"
        | "space" | "upper" | "xdigit" => Ok(format!("[:{name}:]")),
        _ => Err("invalid character class"),
    }
}

/// One character of a bracket: itself, or `[.x.]` and `[=x=]` after their `[`.
fn element(character: char, chars: &mut Rest<'_>) -> Result<char, &'static str> {
    let ('[', Some(&kind @ ('.' | '='))) = (character, chars.peek()) else {
        return Ok(character);
    };
    chars.next();
    let name = named(kind, chars)?;
    let mut inner = name.chars();
    match (inner.next(), inner.next()) {
        (Some(only), None) => Ok(only),
        _ => Err("invalid collating element"),
    }
}

/// What stands between here and `kind` with its `]`.
fn named(kind: char, chars: &mut Rest<'_>) -> Result<String, &'static str> {
    let mut name = String::new();
    loop {
        match chars.next().ok_or(UNBALANCED)? {
            character if character == kind && chars.next_if_eq(&']').is_some() => return Ok(name),
            character => name.push(character),
        }
    }
}

/// Where the range goes to that a `-` begins here; one before the closing bracket stands for itself.
fn range_end(chars: &mut Rest<'_>) -> Result<Option<char>, &'static str> {
    let mut ahead = chars.clone();
    if ahead.next() != Some('-') || ahead.peek() == Some(&']') {
        return Ok(None);
    }
    chars.next();
    let character = chars.next().ok_or(UNBALANCED)?;
    element(character, chars).map(Some)
}

/// Writes a character as itself, whatever it means to the library inside brackets.
fn member(character: char, into: &mut String) {
    if character.is_ascii_punctuation() {
        let _ = write!(into, "\\x{:02X}", u32::from(character));
    } else {
        into.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dialect: Dialect, pattern: &str, text: &str, expected: bool) {
        assert_eq!(
            compile(pattern, dialect, false).unwrap().is_match(text.as_bytes()),
            expected,
            "{pattern} on {text}"
        );
    }

    #[test]
    fn dialects() {
        check(Dialect::Basic, "a\\|b", "b", true);
        check(Dialect::Basic, "a|b", "b", false);
        check(Dialect::Basic, "a|b", "a|b", true);
        check(Dialect::Basic, "^a*$", "aaa", true);
        check(Dialect::Basic, "*a", "*a", true);
        check(Dialect::Basic, "x\\{2\\}", "xx", true);
        check(Dialect::Basic, "[]x]", "]", true);
        check(Dialect::Basic, "[\\]", "\\", true);
        check(Dialect::Basic, "[[:digit:]]", "7", true);
        check(Dialect::Basic, "a[^>]*c", "a<b c", true);
        check(Dialect::Basic, "^[]&~[<>^-]*$", "&&~~[<]>^-", true);
        check(Dialect::Basic, "^[!--]$", "+", true);
        check(Dialect::Basic, "[[.-.]]", "-", true);
        check(Dialect::Basic, "[[=a=]x]", "a", true);
        check(Dialect::Basic, "[a^]", "b", false);
        check(Dialect::Extended, "(a|b)+c", "abac", true);
        check(Dialect::Extended, "a{", "a{", true);
        check(Dialect::Fixed, "a.b", "axb", false);
        check(Dialect::Fixed, "a.b", "a.b", true);
        assert!(compile("\\(a\\)\\1", Dialect::Basic, false).is_err());
        for (pattern, what) in [
            ("[a", "brackets ([ ]) not balanced"),
            ("[[:foo:]]", "invalid character class"),
            ("[z-a]", "invalid character range"),
            ("[a-c-e]", "invalid character range"),
            ("[[.ab.]]", "invalid collating element"),
        ] {
            let error = compile(pattern, Dialect::Basic, false).unwrap_err();
            assert_eq!(error, format!("bad regex '{pattern}': {what}"));
        }
    }

    #[test]
    fn patterns_that_are_kept_stay_apart() {
        let matches = |pattern: &str, dialect, ignore_case, text: &str| {
            compile(pattern, dialect, ignore_case).unwrap().is_match(text.as_bytes())
        };
        for round in 0..3 {
            for number in 0..KEPT + 2 {
                assert!(matches(
                    &format!("^{number}$"),
                    Dialect::Basic,
                    false,
                    &number.to_string()
                ));
            }
            assert!(matches("x", Dialect::Fixed, true, "X"), "round {round}");
            assert!(!matches("x", Dialect::Fixed, false, "X"), "round {round}");
            assert!(matches("a+", Dialect::Extended, false, "aa"), "round {round}");
            assert!(!matches("a+", Dialect::Basic, false, "aa"), "round {round}");
        }
    }
}
